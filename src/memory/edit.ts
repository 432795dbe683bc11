/** A memory's text with places replaced, as files are edited. */
import { Turn } from "../base/turn.ts";
import { expectedPlaces } from "../change/expected-places.ts";
import { withLineEnds } from "../change/line-ends.ts";
import { Replacement, type ReplacementSpec } from "../change/replacement.ts";
import { applyEdits } from "../change/text-edit.ts";

export interface MemoryEdit extends ReplacementSpec {
  /** How many places there must be. */
  expectedCount: number;
}

/** @throws UserError as `Replacement` and `expectedPlaces`. */
export async function editedText(
  name: string,
  before: string,
  { expectedCount, ...spec }: MemoryEdit,
  signal: AbortSignal,
): Promise<{ text: string; places: number }> {
  const places = await expectedPlaces(name, before, new Replacement(spec), expectedCount, new Turn(signal), "Memory");
  const edits = places.flatMap((place) => place.edits);
  return { text: applyEdits(before, withLineEnds(before, edits)), places: places.length };
}
