/** What a note is about, and whether it has changed since. */
import { UserError } from "../base/error.ts";
import { shortHash } from "../base/hash.ts";
import type { Project } from "../project/project.ts";
import type { NoteSubject } from "../store/note-table.ts";
import type { Symbols } from "../symbol/symbols.ts";
import { resolveSymbol } from "../syntax/resolve.ts";

export interface SubjectServices {
  project: Project;
  symbols: Symbols;
  signal: AbortSignal;
}

/** `unknown`: it cannot be told now. */
export type SubjectState = "unchanged" | "changed" | "gone" | "unknown";

/**
 * The file, or the symbol behind a colon: `src/cart.ts`, `src/cart.ts:Cart/total`.
 * @throws UserError `not_found` with what is near, and as files are read.
 */
export async function readSubject(written: string, use: SubjectServices): Promise<NoteSubject> {
  const { path: given, namePath } = split(written, use.project);
  const path = await use.project.files.relative(given);
  return { path, namePath, hash: await hashOf({ path, namePath }, use) };
}

export async function subjectState({ hash, ...subject }: NoteSubject, use: SubjectServices): Promise<SubjectState> {
  try {
    return (await hashOf(subject, use)) === hash ? "unchanged" : "changed";
  } catch (error) {
    use.signal.throwIfAborted();
    if (error instanceof UserError && error.code === "not_found") return "gone";
    return "unknown";
  }
}

async function hashOf(
  { path, namePath }: Pick<NoteSubject, "path" | "namePath">,
  { project, symbols, signal }: SubjectServices,
): Promise<string> {
  if (namePath === null) {
    using file = await project.files.open(path);
    return shortHash(file.read(0, file.size));
  }
  const { tree } = await symbols.ofFile(project, path, signal);
  return shortHash(tree.slice(resolveSymbol(tree, path, namePath).declaration));
}

/** A colon may be part of a path, so the longest path that is a file counts. */
function split(written: string, { files }: Project): { path: string; namePath: string | null } {
  for (let at = written.lastIndexOf(":"); at > 1; at = written.lastIndexOf(":", at - 1)) {
    const path = written.slice(0, at).replace(/:$/, "");
    if (files.isRegular(path)) return { path, namePath: written.slice(at + 1) };
  }
  const colon = /:(?![\\/])/.exec(written.slice(2));
  if (!colon || files.isRegular(written)) return { path: written, namePath: null };
  return { path: written.slice(0, colon.index + 2), namePath: written.slice(colon.index + 3) };
}
