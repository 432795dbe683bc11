/** The files of a project as they will be after several operations, each on what those before it left; nothing is written. */
import { UserError } from "../base/error.ts";
import { decodeText } from "../project/encoding.ts";
import { existsAlready, notText, shownPath } from "../project/file-error.ts";
import { type FileContent, type Files, READ_LIMIT_BYTES } from "../project/files.ts";
import { editedFile, type FileChange } from "./file-change.ts";
import type { TextEdit } from "./text-edit.ts";

/** What one change may take. */
const CHANGED_FILES = 1_000;
const CHANGED_BYTES = 128 * 1024 * 1024;

interface PlannedFile {
  bytes: Uint8Array;
  mode: number;
  /** Its path on the disk; undefined for a new one. */
  origin: string | undefined;
  /** Its text, once that was needed. */
  content?: FileContent;
}

/** What to do where something stands already. */
export interface Arrival {
  overwrite?: boolean;
  ignoreIfExists?: boolean;
}

export class PlannedFiles {
  readonly #files: Files;
  readonly #signal: AbortSignal;
  /** Files on the disk that were looked at; undefined where there is none. */
  readonly #disk = new Map<string, PlannedFile | undefined>();
  /** Files that are not as on the disk; undefined for those that are gone. */
  readonly #now = new Map<string, PlannedFile | undefined>();
  /** How many folders above a file that is gone went with it. */
  readonly #folders = new Map<string, number>();
  #bytes = 0;

  constructor(files: Files, signal: AbortSignal) {
    this.#files = files;
    this.#signal = signal;
  }

  /** The text of a file as it would be. @throws UserError as `Files.open`; `refused` for what is no text. */
  async text(path: string): Promise<string> {
    return this.#content(path, await this.#present(path)).text;
  }

  /** @throws UserError as `text` and `editedFile`. */
  async edit(path: string, edits: readonly TextEdit[]): Promise<void> {
    const file = await this.#present(path);
    const content = this.#content(path, file);
    const bytes = editedFile(path, content, edits).after!;
    const isGuessed = !content.encoding.startsWith("utf-"); // what was guessed is not guessed again
    const decoded = (isGuessed ? decodeText(bytes, content.encoding) : this.#files.decode(bytes)) ?? content;
    this.#now.set(path, { ...file, bytes, content: { ...decoded, encoding: content.encoding, bytes } });
  }

  /** @throws UserError `exists`. */
  async create(path: string, { overwrite = false, ignoreIfExists = false }: Arrival = {}): Promise<void> {
    if (await this.#isFolder(path)) throw existsAlready(path);
    const there = await this.#find(path);
    if (there && !overwrite) {
      if (ignoreIfExists) return;
      throw existsAlready(path);
    }
    this.#now.set(path, { bytes: new Uint8Array(), mode: 0o666, origin: undefined });
  }

  /**
   * Moves a file, or a folder with all that is in it.
   * @returns the files that were moved, from where to where.
   * @throws UserError `not_found`, `exists`; `refused` for links, nested repositories, or a folder that would move into itself;
   * `too_large`; as `Files.open`.
   */
  async move(path: string, to: string, { overwrite = false, ignoreIfExists = false }: Arrival = {}) {
    if (to === path) return [];
    if (to.startsWith(`${path}/`) || path.startsWith(`${to}/`)) throw intoItself(path, to);
    const isFolder = await this.#isFolder(path);
    if (!isFolder) await this.#present(path);
    if ((await this.#isFolder(to)) || (await this.#find(to))) {
      if (ignoreIfExists && !overwrite) return [];
      if (!overwrite || isFolder || (await this.#isFolder(to))) throw existsAlready(to);
    }
    const moved: { from: string; to: string }[] = [];
    for (const from of isFolder ? await this.#below(path) : [path]) {
      const file = await this.#present(from);
      this.#assertOwnFile(from, file);
      const target = to + from.slice(path.length);
      this.#now.set(target, file);
      this.#now.set(from, undefined);
      if (isFolder) this.#folders.set(from, from.slice(path.length).split("/").length - 1);
      moved.push({ from, to: target });
    }
    return moved;
  }

  /** @throws UserError `not_found`; `refused` for a folder with files in it unless `recursive`. */
  async remove(
    path: string,
    { recursive = false, ignoreIfMissing = false }: { recursive?: boolean; ignoreIfMissing?: boolean } = {},
  ): Promise<void> {
    const isFolder = await this.#isFolder(path);
    if (!isFolder && ignoreIfMissing && !(await this.#find(path))) return;
    const paths = isFolder ? await this.#below(path) : [path];
    if (isFolder && paths.length > 0 && !recursive)
      throw new UserError("refused", `Folder "${shownPath(path)}" is not empty, so it is not deleted.`);
    for (const one of paths) {
      this.#assertOwnFile(one, await this.#present(one));
      this.#now.set(one, undefined);
      if (isFolder) this.#folders.set(one, one.slice(path.length).split("/").length - 1);
    }
  }
  /** Paths of the files that would be there and are not as on the disk. */
  get touched(): string[] {
    return [...this.#now].flatMap(([path, file]) => (file ? [path] : []));
  }

  /** The whole of it. */
  async changes(): Promise<FileChange[]> {
    const changes: FileChange[] = [];
    const places = new Map([...this.#now].flatMap(([path, file]) => (file?.origin ? [[file.origin, path]] : [])));
    for (const [path, file] of this.#now) {
      const before = (await this.#onDisk(path))?.bytes;
      if (!file) {
        const to = places.get(path);
        const folders = this.#folders.get(path);
        if (before)
          changes.push({
            path,
            before,
            after: undefined,
            ...(to && { to }),
            ...(folders !== undefined && { folders }),
          });
        continue;
      }
      const isMoved = file.origin !== undefined && file.origin !== path && this.#now.get(file.origin) === undefined;
      const from = isMoved ? { path: file.origin!, bytes: (await this.#onDisk(file.origin!))!.bytes } : undefined;
      const hasMode = before === undefined && file.origin !== undefined;
      changes.push({
        path,
        before,
        after: file.bytes,
        ...(hasMode && { mode: file.mode }),
        ...(from && { from }),
      });
    }
    return changes;
  }

  #content(path: string, file: PlannedFile): FileContent {
    if (!file.content) {
      const decoded = this.#files.decode(file.bytes);
      if (!decoded) throw notText(path, file.bytes.length);
      file.content = { ...decoded, bytes: file.bytes };
    }
    return file.content;
  }

  async #present(path: string): Promise<PlannedFile> {
    const file = await this.#find(path);
    if (file) return file;
    if (this.#now.has(path)) throw new UserError("not_found", `"${shownPath(path)}" is gone by then.`);
    (await this.#files.open(path))[Symbol.dispose](); // says what there is instead
    throw new UserError("stale", `"${shownPath(path)}" came just now.`, { hint: "Call again." });
  }

  async #find(path: string): Promise<PlannedFile | undefined> {
    return this.#now.has(path) ? this.#now.get(path) : await this.#onDisk(path);
  }

  async #onDisk(path: string): Promise<PlannedFile | undefined> {
    if (!this.#disk.has(path)) this.#disk.set(path, await this.#read(path));
    return this.#disk.get(path);
  }

  async #read(path: string): Promise<PlannedFile | undefined> {
    this.#signal.throwIfAborted();
    try {
      if (await this.#files.isFolder(path)) return undefined;
      using file = await this.#files.open(path);
      this.#bytes += file.size;
      const isTooMuch = this.#bytes > CHANGED_BYTES || this.#disk.size >= 2 * CHANGED_FILES;
      if (file.size > READ_LIMIT_BYTES || isTooMuch) throw tooMuch(path);
      return { bytes: file.read(0, file.size), mode: file.mode, origin: path };
    } catch (error) {
      if (error instanceof UserError && error.code === "not_found") return undefined;
      throw error;
    }
  }

  async #isFolder(path: string): Promise<boolean> {
    if ([...this.#now].some(([one, file]) => file && one.startsWith(`${path}/`))) return true;
    try {
      if (!(await this.#files.isFolder(path))) return false;
    } catch (error) {
      if (error instanceof UserError && error.code === "not_found") return false;
      throw error;
    }
    // One whose files are all gone by then does not count; an empty one does.
    const onDisk = await this.#files.paths(path, { includeIgnored: true, signal: this.#signal });
    return onDisk.length === 0 || onDisk.some((one) => !this.#now.has(one) || this.#now.get(one) !== undefined);
  }

  /** Files in a folder as it would be. */
  async #below(folder: string): Promise<string[]> {
    const onDisk = await this.#files.paths(folder, { includeIgnored: true, signal: this.#signal });
    const there = onDisk.filter((path) => !this.#now.has(path));
    const come = [...this.#now].flatMap(([path, file]) => (file && path.startsWith(`${folder}/`) ? [path] : []));
    const all = [...there, ...come].sort();
    if (all.length > CHANGED_FILES) {
      const message = `Folder "${shownPath(folder)}" holds ${all.length} files, those that are ignored among them; one change takes at most ${CHANGED_FILES}.`;
      throw new UserError("too_large", message, {
        hint: "Delete what can be built again first, or go by smaller folders.",
      });
    }
    for (const inner of new Set(all.map((path) => path.slice(0, path.lastIndexOf("/")))))
      if (this.#files.isRepository(inner)) throw nestedRepository(inner);
    return all;
  }

  /** A link would come as a copy of what it leads to. */
  #assertOwnFile(path: string, { origin }: PlannedFile): void {
    if (origin === undefined || this.#files.isRegular(origin)) return;
    throw new UserError("refused", `"${shownPath(path)}" is a link, which is not moved or deleted.`, {
      hint: "Move what it leads to, and make the link anew.",
    });
  }
}

function intoItself(path: string, to: string): UserError {
  const message = `"${shownPath(path)}" cannot go to "${shownPath(to)}": one of the two lies within the other.`;
  return new UserError("invalid_arguments", message, { errors: [{ pointer: "/new_path", message }] });
}

function nestedRepository(path: string): UserError {
  return new UserError(
    "refused",
    `"${shownPath(path)}" is a git repository of its own, which is not moved or deleted.`,
  );
}

function tooMuch(path: string): UserError {
  const [file, all] = [READ_LIMIT_BYTES, CHANGED_BYTES].map((bytes) => bytes / 1024 / 1024);
  const message = `"${shownPath(path)}" is too much: one change takes files of up to ${file} MB, ${all} MB and ${CHANGED_FILES} files in all.`;
  return new UserError("too_large", message);
}
