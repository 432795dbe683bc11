/** Walks a project's files without following links, so that cycles and links to elsewhere cannot matter. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";

export interface WalkedFile {
  /** Relative to the root, with `/`. */
  path: string;
}

/**
 * Every regular file and every link below a folder, in the order of their names; `.git` is not entered.
 * A folder that cannot be read is passed over.
 * @param folder relative to `root`; empty for the root itself.
 */
export async function* walk(root: string, folder: string, signal: AbortSignal): AsyncGenerator<WalkedFile> {
  const pending = [folder];
  for (let here = pending.pop(); here !== undefined; here = pending.pop()) {
    signal.throwIfAborted();
    const folders: string[] = [];
    for (const entry of await entriesOf(join(root, here))) {
      const path = here === "" ? entry.name : `${here}/${entry.name}`;
      if (entry.name === ".git") continue;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() || entry.isSymbolicLink()) yield { path };
    }
    pending.push(...folders.reverse());
  }
}

/** Names in a folder, for suggestions; none when it cannot be read. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await entriesOf(folder)).map(({ name }) => name).filter((name) => name !== ".git");
}

async function entriesOf(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (["ENOENT", "EACCES", "EPERM", "ENOTDIR"].includes(code)) return [];
    throw error;
  }
}
