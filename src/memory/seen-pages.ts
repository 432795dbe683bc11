/** Which text of a page each caller has seen: who writes over another one does not know what he replaces. */
import type { StoredMemory } from "../store/memory-table.ts";
import { FILE_AUTHOR } from "./mirror.ts";

/** Pages of callers that are remembered; of one that is forgotten nothing was seen. */
const MOST = 20_000;

export class SeenPages {
  /** Hashes by caller and name, the latest last. */
  readonly #hashes = new Map<string, string>();

  note(caller: string, { name, hash }: Pick<StoredMemory, "name" | "hash">): void {
    const key = keyOf(caller, name);
    this.#hashes.delete(key);
    this.#hashes.set(key, hash);
    const [oldest] = this.#hashes.keys();
    if (this.#hashes.size > MOST && oldest !== undefined) this.#hashes.delete(oldest);
  }

  /** Whether a page has another text than the caller saw last; one that he never saw, when a person wrote it into its file. */
  isNews(caller: string, { name, hash, caller: author }: StoredMemory): boolean {
    const seen = this.#hashes.get(keyOf(caller, name));
    return seen === undefined ? author === FILE_AUTHOR : seen !== hash;
  }
}

function keyOf(caller: string, name: string): string {
  return JSON.stringify([caller, name]);
}
