/** Several edits of one file, each found by the text that it replaces, all against the file as it is. */
import { type FieldFault, UserError } from "../base/error.ts";
import type { Turn } from "../base/turn.ts";
import { shownPath } from "../project/file-error.ts";
import type { FileContent } from "../project/files.ts";
import { editedFile, type FileChange } from "./file-change.ts";
import { nearMiss } from "./near-miss.ts";
import { type Occurrence, Replacement } from "./replacement.ts";
import { TextLines } from "./text-lines.ts";

export interface WantedEdit {
  old_text: string;
  new_text: string;
}

/** Enough to say where a text stands that is not unique. */
const PLACES_SHOWN = 10;

/**
 * @throws UserError with the index of each edit that cannot be made: `not_found` with what stands there instead, `ambiguous`
 * with the lines, `invalid_arguments` for edits that overlap.
 */
export async function severalEdits(
  path: string,
  before: FileContent,
  edits: readonly WantedEdit[],
  turn: Turn,
): Promise<FileChange> {
  const { text } = before;
  const places: Occurrence[] = [];
  const faults: (FieldFault & { code: "not_found" | "ambiguous" })[] = [];
  for (const [index, { old_text, new_text }] of edits.entries()) {
    const found = await placesOf(text, old_text, new_text, turn);
    const [place, another] = found;
    if (place && !another) places.push(place);
    else faults.push({ pointer: `/edits/${index}/old_text`, ...(await faultOf(index, text, old_text, found, turn)) });
  }
  const [first] = faults;
  if (!first) return editedFile(path, before, places);
  const more = faults.length > 1 ? ` (${faults.length} of ${edits.length} edits cannot be made)` : "";
  throw new UserError(first.code, `File "${shownPath(path)}" was not edited: ${first.message}${more}`, {
    errors: faults.map(({ pointer, message }) => ({ pointer, message })),
    hint: "All edits are meant against the file as it is now, and all are made or none.",
  });
}

async function placesOf(text: string, needle: string, replacement: string, turn: Turn): Promise<Occurrence[]> {
  const found: Occurrence[] = [];
  const wanted = new Replacement({ needle, replacement, mode: "literal" });
  for await (const place of wanted.occurrences(text, turn)) if (found.push(place) > PLACES_SHOWN) break;
  return found;
}

async function faultOf(index: number, text: string, needle: string, found: readonly Occurrence[], turn: Turn) {
  if (found.length === 0) {
    const near = await nearMiss(text, needle, "literal", turn);
    const message = `edits[${index}].old_text is not in it.${near === undefined ? "" : ` ${near}`}`;
    return { code: "not_found" as const, message };
  }
  const lines = new TextLines(text);
  const numbers = found.slice(0, PLACES_SHOWN).map((place) => lines.of(place)[0]);
  const count = found.length > PLACES_SHOWN ? `more than ${PLACES_SHOWN} times` : `${found.length} times`;
  const message = `edits[${index}].old_text stands in it ${count}, at lines ${numbers.join(", ")}; take more of the text around the one place.`;
  return { code: "ambiguous" as const, message };
}
