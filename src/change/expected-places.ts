/** The places of one file that shall be replaced, when they are those that the caller expects. */
import { UserError } from "../base/error.ts";
import type { Turn } from "../base/turn.ts";
import { shownPath } from "../project/file-error.ts";
import { nearMiss } from "./near-miss.ts";
import type { Occurrence, Replacement } from "./replacement.ts";
import { TextLines } from "./text-lines.ts";

/** Places are counted up to here. */
const COUNT_LIMIT = 20_000;
const LINES_SHOWN = 20;

/**
 * @param expected how many places there must be.
 * @throws UserError `not_found` when there is none, with what stands there instead, or fewer; `ambiguous` when there are more,
 * with their lines, or when one may reach further than was meant.
 */
export async function expectedPlaces(
  path: string,
  text: string,
  replacement: Replacement,
  expected: number,
  turn: Turn,
  what: "File" | "Memory" = "File",
): Promise<Occurrence[]> {
  const found: Occurrence[] = [];
  for await (const occurrence of replacement.occurrences(text, turn)) {
    if (found.push(occurrence) === COUNT_LIMIT) break;
  }
  const { source, options } = replacement.pattern;
  const name = `"${shownPath(path)}"`;
  if (found.length === 0) {
    const near = await nearMiss(text, source, options.mode, turn);
    throw new UserError("not_found", `${what} ${name} does not hold the needle; nothing was replaced.`, {
      hint: near ?? "Read the lines that you mean, or search for a part of them.",
    });
  }
  const lines = new TextLines(text);
  if (found.length !== expected) {
    const count = found.length === COUNT_LIMIT ? `${COUNT_LIMIT} or more` : `${found.length}`;
    const message = `${what} ${name} holds the needle ${count} times, not ${expected}, at ${linesOf(found, lines)}; nothing was replaced.`;
    if (found.length < expected) throw new UserError("not_found", message, { hint: `Set expected_count to ${count}.` });
    throw new UserError("ambiguous", message, {
      hint: `Take more of the text around the one place into the needle${found.length === COUNT_LIMIT ? "" : `, or set expected_count to ${count} to replace all`}.`,
    });
  }
  const ambiguous = found.filter(({ isAmbiguous }) => isAmbiguous);
  if (ambiguous.length > 0) throw tooWide(`${what.toLowerCase()} ${name} at ${linesOf(ambiguous, lines)}`);
  return found;
}

/** @param where `file "a.ts" at lines 3-9`. */
export function tooWide(where: string): UserError {
  return new UserError(
    "ambiguous",
    `The expression may take more than is meant in ${where}: it spans lines and matches again inside of its match. Nothing was replaced.`,
    {
      hint: "Let it start with text that stands only there, or let the middle pass over its start no more, as [^{]* does in place of .*?.",
    },
  );
}

function linesOf(places: readonly Occurrence[], lines: TextLines): string {
  const numbers = places.slice(0, LINES_SHOWN).map((place) => {
    const [first, last] = lines.of(place);
    return first === last ? `${first}` : `${first}-${last}`;
  });
  const isOne = places.length === 1 && !numbers[0]!.includes("-");
  const more = places.length > LINES_SHOWN ? " and others" : "";
  return `${isOne ? "line" : "lines"} ${[...new Set(numbers)].join(", ")}${more}`;
}
