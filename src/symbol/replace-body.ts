/** Puts new code in the place of a symbol's declaration. */
import { UserError } from "../base/error.ts";
import { shortHash } from "../base/hash.ts";
import { assertUnspelt, editedFile, type FileChange } from "../change/file-change.ts";
import type { TextEdit } from "../change/text-edit.ts";
import type { Span } from "../syntax/file-syntax.ts";
import type { TreeSymbol } from "../syntax/tree.ts";
import { commentKind, docComments } from "./doc-comment.ts";
import { type EditServices, type EditTarget, editTarget, type PlanServices, type SymbolPlace } from "./edit-target.ts";
import { fittedCode } from "./fitted-code.ts";
import { indentationAt } from "./line-place.ts";
import { bareText } from "./reindent.ts";
import { type CodeEdit, declaredIn, type Trial } from "./trial.ts";

export interface BodyReplacement extends SymbolPlace {
  /** The whole declaration, as it was read or new. */
  body: string;
  /** 12 hex digits of SHA-256 of the declaration's raw text. */
  expectedHash: string | undefined;
}

export interface Edited {
  change: FileChange;
  /** What the caller may not expect. */
  note: string | undefined;
}

/**
 * A declaration that was read and comes back unchanged changes nothing. The comments above it stay, unless the body begins
 * with such a comment.
 * @throws UserError as `editTarget`; `stale` when the declaration is not the expected one; `refused` for a body that
 * declares nothing; `invalid_arguments` for one without text.
 */
export async function replacedBody(wanted: BodyReplacement, use: EditServices): Promise<Edited> {
  const target = await editTarget(wanted, use);
  const { path, before, file, symbol } = target;
  const old = file.tree.slice(symbol.declaration);
  assertExpected(target, old, wanted.expectedHash);
  const bare = bareText(wanted.body);
  if (bare === "") throw withoutText(symbol);
  if (comparable(bare) === comparable(old))
    return { change: { path, before: before.bytes, after: before.bytes }, note: undefined };
  assertUnspelt(path, old, bare);
  return await placedBody(target, bare, use);
}

/** @param bare as `bareText` gives it. */
export async function placedBody(target: EditTarget, bare: string, use: PlanServices): Promise<Edited> {
  const { path, before, file, symbol } = target;
  const { declaration } = symbol;
  const old = file.tree.slice(declaration);
  const indent = indentationAt(before.text, declaration.start);
  const place = (code: string) =>
    variantsOf(code, old, before.text, declaration).map((text) => edit(declaration, text));
  const trial = await fittedCode(target, bare, indent, place, use, old);
  const { code, note: ofDoc } = withDoc(target, trial);
  const note = [ofDoc, changeNote(trial, target)].filter((one) => one !== undefined).join(" ");
  return { change: editedFile(path, before, [code]), note: note === "" ? undefined : note };
}

/** @throws UserError `stale`. */
function assertExpected({ path, file: { tree }, symbol }: EditTarget, old: string, expected: string | undefined): void {
  const now = shortHash(old);
  if (expected === undefined || expected.toLowerCase() === now) return;
  const { start, end } = tree.lines(symbol.declaration);
  const shown = `${JSON.stringify(symbol.namePath)} in "${path}" (lines ${start}-${end})`;
  throw new UserError(
    "stale",
    `The body of ${shown} has hash ${now}, not ${expected}: it changed. Nothing was written.`,
    {
      hint: "Read it again with find_symbol and include_body.",
    },
  );
}

function withoutText({ namePath }: TreeSymbol): UserError {
  const message = "body is empty; it must be the whole declaration.";
  return new UserError("invalid_arguments", message, {
    errors: [{ pointer: "/body", message }],
    hint: `safe_delete_symbol takes ${JSON.stringify(namePath)} away.`,
  });
}

function comparable(text: string): string {
  return text.trim().replaceAll("\r\n", "\n");
}

function edit({ start, end }: Span, text: string): CodeEdit {
  const whole: TextEdit = { start, end, text };
  return { edits: [whole], main: { edit: whole, from: 0, to: text.length } };
}

/** The code with the terminator that the place wants, the likeliest first. */
function variantsOf(code: string, old: string, text: string, { end }: Span): string[] {
  const bare = code.replace(/[,;]$/, "");
  const own = /[,;]$/.exec(old)?.[0];
  const next = /^\s*([,;])/.exec(text.slice(end, end + 200))?.[1];
  const variants = [code];
  if (next !== undefined && code.endsWith(next)) variants.unshift(bare);
  else if (own !== undefined && bare === code && !(own === ";" && code.endsWith("}"))) variants.unshift(code + own);
  else if (own !== undefined) variants.push(bare + own);
  else if (bare !== code) variants.push(bare);
  variants.push(`${bare};`); // taken only where the code would go on into the next line
  return [...new Set(variants)];
}

/** The edit, which takes the comments above along when the code brings such comments itself. */
function withDoc(
  { file, symbol }: EditTarget,
  { edit: { main }, text, code, parsed }: Trial,
): { code: TextEdit; note: string | undefined } {
  const { edit } = main;
  const first = parsed?.syntax.comments.find(({ start }) => start === code.start);
  const docs = docComments(symbol, file);
  if (!first || docs.length === 0) return { code: edit, note: undefined };
  const kind = commentKind(text.slice(first.start, first.end));
  const replaced = docs.find((doc) => commentKind(file.tree.slice(doc)) === kind);
  if (!replaced) return { code: edit, note: "The comment above stays, beside the one in the body." };
  return { code: { ...edit, start: replaced.start }, note: "The comment in the body took the place of the one above." };
}

/** @throws UserError `refused` for code that is no declaration. */
function changeNote(trial: Trial, { path, symbol }: EditTarget): string | undefined {
  if (!trial.parsed || !trial.isSound) return undefined; // the check of the change says what is wrong
  const declared = declaredIn(trial);
  if (declared.length === 0) throw declaresNothing(path, symbol);
  const same = declared.find(({ name }) => name === symbol.name);
  if (!same) return `The body declares a ${declared[0]!.kind} of another name; uses of the old name are as they were.`;
  if (same.kind !== symbol.kind) return `It was a ${symbol.kind} and is a ${same.kind} now.`;
  if (same.exported !== symbol.exported) return same.exported ? "It is exported now." : "It is no longer exported.";
  return undefined;
}

function declaresNothing(path: string, { kind, namePath }: TreeSymbol): UserError {
  const message = `The body declares nothing; to replace ${kind} ${JSON.stringify(namePath)} in "${path}" it must be a whole declaration, its first line included.`;
  return new UserError("refused", message, {
    errors: [{ pointer: "/body", message }],
    hint: "find_symbol with include_body shows the declaration; replace_content edits a part of it.",
  });
}
