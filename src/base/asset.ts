/** Programs that are embedded in the executable, as real files. */
import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { shortHash } from "./hash.ts";

/** True for a file within the executable. */
export function isEmbedded(path: string): boolean {
  return path.startsWith("/$bunfs/") || /^[A-Z]:[\\/]~BUN[\\/]/i.test(path);
}

/**
 * The path at which an embedded program can be started. From source that is the file itself; from the executable a copy
 * named by its content, written once.
 * @param folder where copies are kept.
 */
export async function programFile(path: string, folder: string): Promise<string> {
  if (!isEmbedded(path)) return path;
  const bytes = await Bun.file(path).bytes();
  const file = join(folder, `${shortHash(bytes)}-${basename(path)}`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, bytes, { mode: 0o700 });
  chmodSync(fresh, 0o700);
  renameSync(fresh, file);
  return file;
}
