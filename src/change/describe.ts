/** What a change does, file by file, in the terms of who reads about it; the parser has its say here. */
import { shortHash } from "../base/hash.ts";
import { decodeText } from "../project/encoding.ts";
import type { Project } from "../project/project.ts";
import type { ChangedFile } from "./changes.ts";
import { lineDiff } from "./diff.ts";
import type { FileChange } from "./file-change.ts";
import { checkedSyntax, type ParseText } from "./syntax-check.ts";

interface Describing {
  project: Project;
  parse: ParseText;
  wantsDiff: boolean;
  /** Errors are not refused: what comes back was there before. */
  isUndo: boolean;
  signal: AbortSignal;
}

/** @throws UserError `refused` when the file would follow its grammar no more. */
export async function described({ path, before, after }: FileChange, use: Describing): Promise<ChangedFile> {
  const { files, settings } = use.project;
  const read = before && files.decode(before);
  // What was guessed before is not guessed again: the rest of the file would read as another text.
  const isGuessed = read !== undefined && !read.encoding.startsWith("utf-");
  const old = before ? read?.text : "";
  const now = after ? (isGuessed ? decodeText(after, read.encoding) : files.decode(after))?.text : "";
  const kind = before === undefined ? "created" : after === undefined ? "deleted" : "edited";
  const hash = after && shortHash(after);
  if (old === undefined || now === undefined)
    return { path, kind, ranges: [], added: 0, removed: 0, hash, syntax: "unchecked" };
  const isAllowed = use.isUndo || settings.values.allow_syntax_errors;
  const oldText = before === undefined ? undefined : old;
  const syntax =
    after === undefined ? "unchecked" : await checkedSyntax(path, oldText, now, isAllowed, use.parse, use.signal);
  return { path, kind, hash, syntax, ...lineDiff(old, now, use.wantsDiff) };
}
