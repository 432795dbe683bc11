/**
 * The file of a client: read, and replaced as a careful editor does it, with what was there first kept in Waymark's own folder. A
 * link stays one, and the file keeps its mode.
 */
import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, readlink, realpath, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { UserError } from "../base/error.ts";
import { shortHash } from "../base/hash.ts";
import { orMissing } from "../base/missing.ts";

/** A larger one is no configuration. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Of an original that did not exist. */
const ABSENT = ".absent";

export class ConfigFile {
  readonly path: string;
  readonly #backups: string;

  /** @param path absolute. @param backups folder of the originals. */
  constructor(path: string, backups: string) {
    this.path = path;
    this.#backups = backups;
  }

  /** Undefined where there is none. @throws UserError for what cannot be read. */
  async read(): Promise<Uint8Array | undefined> {
    try {
      const found = await orMissing(stat(this.path));
      if (!found) return undefined;
      if (!found.isFile()) throw new UserError("refused", `${this.path} is no file.`);
      if (found.size > MOST_BYTES)
        throw new UserError("too_large", `${this.path} has ${found.size} bytes; that is no configuration.`);
      return await readFile(this.path);
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw new UserError("forbidden", `${this.path} cannot be read: ${(error as Error).message}`);
    }
  }

  /** Where the file as it was before the first change is kept. */
  get backup(): string {
    return join(this.#backups, `${shortHash(this.path)}-${basename(this.path)}`);
  }

  /** What the file was before the first change: `absent` for none; undefined when it was never changed here. */
  async original(): Promise<Uint8Array | "absent" | undefined> {
    if (await orMissing(stat(this.backup + ABSENT))) return "absent";
    return await orMissing(readFile(this.backup));
  }

  async forgetOriginal(): Promise<void> {
    await rm(this.backup, { force: true });
    await rm(this.backup + ABSENT, { force: true });
  }

  /**
   * @param before what was read. @param after undefined when the file goes, with folders that are empty then.
   * @throws UserError `stale` when somebody else changed it meanwhile; `forbidden` where it may not be written.
   */
  async replace(before: Uint8Array | undefined, after: Uint8Array | undefined): Promise<void> {
    const now = await this.read();
    if (Boolean(now) !== Boolean(before) || (now && before && Buffer.compare(now, before) !== 0))
      throw new UserError("stale", `${this.path} was changed meanwhile; nothing was written.`, { hint: "Try again." });
    if ((await this.original()) === undefined) await this.#keep(before);
    try {
      await (after === undefined ? this.#remove() : this.#write(after));
    } catch (error) {
      throw new UserError("forbidden", `${this.path} cannot be written: ${(error as Error).message}`, {
        hint: "--print shows what would be written, to be put there by hand.",
      });
    }
  }

  async #write(after: Uint8Array): Promise<void> {
    const real = await behindLinks(this.path);
    await mkdir(dirname(real), { recursive: true });
    const old = await orMissing(stat(real));
    if (old && (old.mode & 0o200) === 0) throw new Error("it is read-only");
    const fresh = join(dirname(real), `.${randomBytes(6).toString("hex")}.tmp`);
    try {
      // What is there may hold secrets, so nobody else reads the new one either before it has the mode of the old.
      await writeFile(fresh, after, { flag: "wx", ...(old && { mode: 0o600 }) });
      if (old) await chmod(fresh, old.mode & 0o777);
      await rename(fresh, real);
    } finally {
      await rm(fresh, { force: true });
    }
  }

  async #remove(): Promise<void> {
    const real = await behindLinks(this.path);
    await rm(real, { force: true });
    await rmdir(dirname(real)).catch(() => undefined); // others have files there
  }

  async #keep(bytes: Uint8Array | undefined): Promise<void> {
    await mkdir(this.#backups, { recursive: true, mode: 0o700 });
    await writeFile(bytes ? this.backup : this.backup + ABSENT, bytes ?? "", { mode: 0o600 });
  }
}

/** What systems say of a file that is no link, and of none. */
const NO_LINK: ReadonlySet<string> = new Set(["EINVAL", "UNKNOWN", "ENOENT"]);

/** Where a path leads, though nothing may be there yet: a link to what is still to come stays one, too. */
async function behindLinks(path: string, links = 40): Promise<string> {
  const real = await orMissing(realpath(path));
  if (real !== undefined) return real;
  const to = await readlink(path).catch((error: NodeJS.ErrnoException) => {
    if (NO_LINK.has(error.code ?? "")) return undefined;
    throw error;
  });
  if (to === undefined) return path;
  if (links === 0) throw new Error("its links lead in a circle");
  return await behindLinks(resolve(dirname(path), to), links - 1);
}
