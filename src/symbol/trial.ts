/** What a file would be after an edit, as its parser sees it: how an edit is written best is tried before it is chosen. */
import { withLineEnds } from "../change/line-ends.ts";
import { applyEdits, orderedEdits, type TextEdit } from "../change/text-edit.ts";
import type { Span } from "../syntax/file-syntax.ts";
import type { TreeSymbol } from "../syntax/tree.ts";
import type { EditTarget, PlanServices } from "./edit-target.ts";
import type { Parsed } from "./symbols.ts";

/** An edit with the part of it that is new code. */
export interface CodeEdit {
  edits: readonly TextEdit[];
  /** One of `edits`, and where in its text the code stands. */
  main: { edit: TextEdit; from: number; to: number };
}

export interface Trial {
  edit: CodeEdit;
  text: string;
  /** The new code in `text`. */
  code: Span;
  /** Undefined where no parser reads the file. */
  parsed: Parsed | undefined;
  /** Follows its grammar no less than before. */
  isSound: boolean;
}

export async function tryEdit({ path, before, file }: EditTarget, edit: CodeEdit, use: PlanServices): Promise<Trial> {
  const { edits, main } = edit;
  const ordered = orderedEdits(before.text, edits);
  const fitted = withLineEnds(before.text, ordered);
  const text = applyEdits(before.text, fitted);
  const at = ordered.indexOf(main.edit);
  const moved = fitted.slice(0, at).reduce((sum, one) => sum + one.text.length - (one.end - one.start), 0);
  const lengthOf = (to: number) =>
    withLineEnds(before.text, [{ ...main.edit, text: main.edit.text.slice(0, to) }])[0]!.text.length;
  const start = main.edit.start + moved;
  const code = { start: start + lengthOf(main.from), end: start + lengthOf(main.to) };
  const isParsed = file.source === "syntax";
  const parsed = isParsed ? await use.symbols.imagined(use.project, path, text, use.signal) : undefined;
  const isSound = !parsed || parsed.syntax.errors.count <= file.syntax.errors.count;
  return { edit, text, code, parsed, isSound };
}

/** The first that is sound and stands for itself, else the first that is sound; the first of all when none is. */
export async function firstSound(target: EditTarget, edits: readonly CodeEdit[], use: PlanServices): Promise<Trial> {
  const trials: Trial[] = [];
  for (const edit of edits) {
    const trial = await tryEdit(target, edit, use);
    if (trial.isSound && !isJoined(trial)) return trial;
    trials.push(trial);
  }
  return trials.find(({ isSound }) => isSound) ?? trials[0]!;
}

/**
 * Whether a declaration of the new code goes on into what follows, as one without its terminator does in some languages:
 * `const f = () => 1` before a line that begins with a bracket.
 */
function isJoined({ parsed, text, code }: Trial): boolean {
  return (parsed?.tree.all ?? []).some(({ declaration: { start, end } }) => {
    const isBegun = code.start <= start && start < code.end;
    return isBegun && end > code.end && !/^[\s,;]*$/.test(text.slice(code.end, end));
  });
}

/** Symbols that the new code declares, the outermost, in their order. */
export function declaredIn({ parsed, code }: Trial): TreeSymbol[] {
  const found: TreeSymbol[] = [];
  for (const symbol of parsed?.tree.all ?? []) {
    const { start, end } = symbol.declaration;
    if (start < code.start || end > code.end) continue;
    if (end > (found.at(-1)?.declaration.end ?? -1)) found.push(symbol);
  }
  return found;
}

/** Whether the new code is sound and its last declaration reaches to its end: the line after it is not what was meant to be in it. */
export function isWhole(trial: Trial): boolean {
  if (!trial.isSound) return false;
  const last = declaredIn(trial).at(-1);
  return last !== undefined && /^[\s,;]*$/.test(trial.text.slice(last.declaration.end, trial.code.end));
}
