/** What hooks remember of a client's session, in Waymark's own folder: how often in a row it went without our tools. */
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { shortHash } from "../base/hash.ts";

/** Of a session that ended without a word. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

export class HookState {
  readonly #folder: string;
  readonly #file: string;

  constructor(dataDir: string, session: string) {
    this.#folder = join(dataDir, "hooks");
    this.#file = join(this.#folder, `${shortHash(session)}.count`);
  }

  /** 0 where nothing is known. */
  async count(): Promise<number> {
    const text = await readFile(this.#file, "utf8").catch(() => "0");
    return /^\d{1,6}$/.test(text) ? Number(text) : 0;
  }

  async setCount(count: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(this.#file, String(count), { mode: 0o600 });
  }

  /** Forgets this session, and those that are long past. */
  async end(now = Date.now()): Promise<void> {
    await rm(this.#file, { force: true });
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const path = join(this.#folder, name);
      const { mtimeMs } = await stat(path);
      if (now - mtimeMs > KEPT_MS) await rm(path, { force: true });
    }
  }
}
