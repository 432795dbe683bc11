/** New code as it fits its place: at the depth and with the white space of what stands there. */
import { lineStarts } from "../base/text.ts";
import type { EditTarget, PlanServices } from "./edit-target.ts";
import { atDepth, bareText, inIndentOf, unindentedFirst } from "./reindent.ts";
import { type CodeEdit, declaredIn, firstSound, isWhole, type Trial, tryEdit } from "./trial.ts";

/**
 * @param body as the caller wrote it.
 * @param indent of the place.
 * @param old what the code takes the place of.
 * @param place the edits that put a code there, the best first; a later one is taken where none before is sound.
 */
export async function fittedCode(
  target: EditTarget,
  body: string,
  indent: string,
  place: (code: string) => readonly CodeEdit[],
  use: PlanServices,
  old?: string,
): Promise<Trial> {
  const written = bareText(body);
  const asIs = unindentedFirst(written);
  const isFixed = fixedLines(await tryEdit(target, place(asIs)[0]!, use), asIs);
  // A section is prose: what is indented in it has its own rules, such as the code of another language.
  const isProse = target.symbol.kind === "section";
  const bare = isProse ? written : inIndentOf(target.before.text, written, isFixed);
  const fitted = await atItsDepth(target, bare, indent, isFixed, place, use, old);
  // Tabs may mean something to the language, as in a Makefile whose only other indented lines go on a list.
  if (fitted.isSound || bare === written) return fitted;
  const asWritten = await atItsDepth(target, written, indent, isFixed, place, use, old);
  return asWritten.isSound ? asWritten : fitted;
}

async function atItsDepth(
  target: EditTarget,
  bare: string,
  indent: string,
  isFixed: (line: number) => boolean,
  place: (code: string) => readonly CodeEdit[],
  use: PlanServices,
  old: string | undefined,
): Promise<Trial> {
  const plain = unindentedFirst(bare);
  const depths = atDepth(bare, indent, isFixed, old);
  const choices = [plain, ...(depths ? [depths.shifted] : [])];
  if (depths?.isCertain) choices.reverse();
  if (choices.length === 1) return await firstSound(target, place(plain), use);
  const trials: Trial[] = [];
  for (const code of choices) trials.push(await firstSound(target, place(code), use));
  // What belongs within a declaration does not stand beside it.
  const whole = trials.filter(isWhole).sort((a, b) => declaredIn(a).length - declaredIn(b).length);
  return whole[0] ?? trials[0]!;
}

/** Which lines of a code begin within a literal. */
function fixedLines({ parsed, text, code }: Trial, plain: string): (line: number) => boolean {
  const literals = parsed?.syntax.literals ?? [];
  if (literals.length === 0) return () => false;
  const starts = lineStarts(text.slice(code.start, code.end)).map((start) => code.start + start);
  const count = lineStarts(plain).length;
  if (starts.length !== count) throw new Error(`A code of ${count} lines has ${starts.length} in its file.`);
  return (line) => literals.some(({ start, end }) => start < starts[line]! && starts[line]! < end);
}
