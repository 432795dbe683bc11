/** Reads a file for the index: its rows, those of its text if that is new, or why it is not read. */

import { stampOf } from "../base/stamp.ts";
import type { Project } from "../project/project.ts";
import type { ContentTable } from "../store/content-table.ts";
import type { FileRow } from "../store/file-table.ts";
import { dialectOf } from "../syntax/dialect.ts";
import { contentHash, contentKey, extracted, INDEXED_BYTES, type Parse } from "./extraction.ts";
import { Ground } from "./ground.ts";
import { roleOf } from "./role.ts";

/** What has to be written of one file. */
export type Reading =
  | { path: string; state: "gone" }
  | { path: string; state: "skipped"; row: Omit<FileRow, "id"> }
  | { path: string; state: "known"; row: Omit<FileRow, "id"> }
  | { path: string; state: "new"; row: Omit<FileRow, "id" | "content">; entry: Awaited<ReturnType<typeof extracted>> };

export class FileReader {
  readonly #project: Project;
  readonly #contents: ContentTable;
  readonly #parse: Parse;

  constructor(project: Project, contents: ContentTable, parse: Parse) {
    this.#project = project;
    this.#contents = contents;
    this.#parse = parse;
  }

  /**
   * @param path of a file that is listed.
   * @param ground of the work that this is a part of.
   * @throws when nothing can be parsed any more.
   */
  async read(path: string, ground: Ground): Promise<Reading> {
    const { root, files, catalog } = this.#project;
    const stat = ground.at(path);
    if (!stat || stat.isDirectory()) return { path, state: "gone" };
    const row = {
      path,
      role: roleOf(path),
      size: Number(stat.size),
      stamp: stampOf(stat),
      readAt: Date.now(),
      skip: null,
    };
    const skipped = (skip: string): Reading => ({ path, state: "skipped", row: { ...row, content: null, skip } });
    // What a link leads to is read under its own path, if it is part of the project.
    if (stat.isSymbolicLink()) return skipped("link");
    if (files.holdsSecrets(path)) return skipped("secret");
    if (!stat.isFile()) return skipped("no file");
    if (row.size > INDEXED_BYTES) return skipped("too large");
    let bytes: Uint8Array;
    try {
      using file = await files.open(path);
      if (file.size > INDEXED_BYTES) return skipped("too large"); // it grew meanwhile
      bytes = file.read(0, file.size);
    } catch {
      return new Ground(root).at(path) ? skipped("unreadable") : { path, state: "gone" };
    }
    const decoded = files.decode(bytes);
    if (!decoded) return skipped("binary");
    const dialect = dialectOf(path, catalog);
    const language = catalog.of(path)?.id ?? "";
    const key = contentKey(dialect, language, decoded);
    const hash = contentHash(bytes);
    const known = this.#contents.find(hash, key);
    if (known !== undefined) return { path, state: "known", row: { ...row, content: known } };
    return {
      path,
      state: "new",
      row,
      entry: await extracted({ path, hash, key, language, dialect }, decoded, this.#parse),
    };
  }
}
