/** The source files of real repositories, for checks and measurements of the parser. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { LANGUAGES } from "../src/language/_builtin.gen.ts";
import { Catalog } from "../src/language/catalog.ts";
import { type Dialect, dialectOf } from "../src/syntax/dialect.ts";

export interface SourceFile {
  path: string;
  dialect: Dialect;
  bytes: Uint8Array;
  text: string;
}

export const catalog = new Catalog(LANGUAGES);

/** Larger files are made by machines, and say little about how people write. */
const FILE_BYTES = 1024 * 1024;

/** The files of each repository in a folder. */
export function* sourceFiles(folder: string): Generator<SourceFile> {
  for (const repository of readdirSync(folder).sort()) {
    const root = join(folder, repository);
    if (statSync(root).isDirectory()) yield* repositoryFiles(root);
  }
}

/** Every tracked UTF-8 file of a language with a grammar. */
export function* repositoryFiles(root: string): Generator<SourceFile> {
  const listed = Bun.spawnSync(["git", "ls-files", "-z"], { cwd: root });
  if (listed.exitCode !== 0) throw new Error(`"${root}" is no git repository: ${listed.stderr}`);
  for (const path of listed.stdout.toString().split("\0")) {
    const dialect = dialectOf(path, catalog);
    if (!dialect) continue;
    const file = join(root, path);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.size > FILE_BYTES) continue;
    const bytes = readFileSync(file);
    const text = bytes.toString("utf8");
    if (!text.includes("\ufffd")) yield { path: join(basename(root), path), dialect, bytes, text };
  }
}

/** Numbers that look random and are the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
