/** A piece of a file's text and what comes in its place; several of a file are all meant against the same original. */
import { type FieldFault, UserError } from "../base/error.ts";

export interface TextEdit {
  /** Offsets in the text as `Files.read` gives it, UTF-16 units; `end` is exclusive. */
  start: number;
  end: number;
  /** With `\n` alone it takes on the line ends of its surroundings. */
  text: string;
}

/**
 * The text after all edits.
 * @throws UserError `invalid_arguments` as `orderedEdits` does.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of orderedEdits(text, edits)) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return parts.join("") + text.slice(at);
}

/**
 * The edits in the order of their places, insertions at one place in the order in which they were given. An insertion may
 * stand at the border of a replacement.
 * @throws UserError `invalid_arguments` with the indexes of edits that lie outside of the text, cut a surrogate pair or
 * `\r\n` in two, or overlap.
 */
export function orderedEdits<Edit extends TextEdit>(text: string, edits: readonly Edit[]): Edit[] {
  const faults = edits.flatMap((edit, index) => placeFault(text, edit, index) ?? []);
  if (faults.length > 0) throw refusal(faults);
  const order = edits.map((edit, index) => ({ edit, index }));
  order.sort((one, other) => one.edit.start - other.edit.start || one.edit.end - other.edit.end);
  const overlaps: FieldFault[] = [];
  let last = order[0];
  for (const next of order.slice(1)) {
    if (last && next.edit.start < last.edit.end) overlaps.push(overlap(last.index, next.index));
    if (!last || next.edit.end > last.edit.end) last = next;
  }
  if (overlaps.length > 0) throw refusal(overlaps);
  return order.map(({ edit }) => edit);
}

function placeFault(text: string, { start, end }: TextEdit, index: number): FieldFault | undefined {
  const fault = (what: string) => ({ pointer: `/edits/${index}`, message: `edits[${index}] ${what}.` });
  const isWithin = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= text.length;
  if (!isWithin) return fault(`covers offsets ${start} to ${end}; they must ascend within 0 to ${text.length}`);
  for (const offset of [start, end]) {
    const pair = text.slice(Math.max(0, offset - 1), offset + 1);
    if (pair === "\r\n") return fault(`cuts the line end \\r\\n at offset ${offset - 1} in two; take both or neither`);
    if (/^[\ud800-\udbff][\udc00-\udfff]$/.test(pair))
      return fault(`cuts the character ${pair} at offset ${offset - 1} in two; take both UTF-16 units or neither`);
  }
  return undefined;
}

function overlap(one: number, other: number): FieldFault {
  const [first, second] = [Math.min(one, other), Math.max(one, other)];
  const message = `edits[${first}] and edits[${second}] overlap; all are meant against the original text, so join them into one.`;
  return { pointer: `/edits/${second}`, message };
}

function refusal(errors: readonly FieldFault[]): UserError {
  const more = errors.length > 1 ? ` (${errors.length} faults in all)` : "";
  return new UserError("invalid_arguments", `${errors[0]!.message}${more}`, { errors });
}
