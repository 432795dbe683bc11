/** The files that a search or a bulk edit is about: those at or below a path that pass the globs. */
import { Turn } from "../base/turn.ts";
import { notText } from "./file-error.ts";
import type { Files } from "./files.ts";
import { pathFilter } from "./glob.ts";

export interface ScopeQuery {
  /** File or folder, relative to the root. */
  path: string;
  include?: readonly string[] | undefined;
  exclude?: readonly string[] | undefined;
}

export interface Scope {
  /** In the order of their paths. */
  paths: string[];
  /** How many there are before the globs. */
  listed: number;
}

/** Bytes that tell text from what is none. */
const HEAD_BYTES = 64 * 1024;

/**
 * @param isWanted what else a path must pass.
 * @throws UserError `invalid_arguments` for a glob; `not_found`; as `Files.open` and `refused` for a single file that is no text.
 */
export async function filesInScope(
  files: Files,
  { path, include = [], exclude = [] }: ScopeQuery,
  signal: AbortSignal,
  isWanted: (path: string) => boolean = () => true,
): Promise<Scope> {
  const passes = pathFilter(files.root, include, exclude);
  const listed = (await files.isFolder(path)) ? await files.paths(path, { signal }) : [await textPath(files, path)];
  const turn = new Turn(signal);
  const paths: string[] = [];
  for (const candidate of listed) {
    if (turn.isOver) await turn.pause();
    if (passes(candidate) && isWanted(candidate)) paths.push(candidate);
  }
  return { paths, listed: listed.length };
}

/** What to say when none of the files holds what is looked for. */
export function nothingFound({ paths, listed }: Scope, path: string): string {
  if (listed === 0) return `There is no file to search${path === "." ? "" : " there"}.`;
  if (paths.length === 0) return `None of the ${listed} files there passes the globs and languages.`;
  return `None of ${paths.length} files holds it; ignored files and folders are searched only when path leads to them.`;
}

/**
 * The path of a single file that can be searched.
 * @throws UserError when it may not be read or is no text: "nothing found" would be said of what nobody looked at.
 */
async function textPath(files: Files, path: string): Promise<string> {
  using file = await files.open(path);
  if (files.decode(file.read(0, HEAD_BYTES)) === undefined) throw notText(path, file.size);
  return path;
}
