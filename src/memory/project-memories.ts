/** The memories of one project: each call sees what people changed in files, and writes what it changed there. */
import type { Database } from "bun:sqlite";
import { UserError } from "../base/error.ts";
import type { Log } from "../base/log.ts";
import { Mutex } from "../base/mutex.ts";
import type { Project } from "../project/project.ts";
import type { MemoryDatabase } from "../store/memory-database.ts";
import type { StoredMemory } from "../store/memory-table.ts";
import { type Note, NoteTable } from "../store/note-table.ts";
import { type Archive, type ArchivedPage, archivedNote, noteOf } from "./archive.ts";
import { editedText, type MemoryEdit } from "./edit.ts";
import { linkedNames } from "./links.ts";
import { isGlobal, memoryName } from "./memory-name.ts";
import { Mirror, type MirrorConflict } from "./mirror.ts";
import { MIRROR_FOLDER, type RefusedFile } from "./mirror-files.ts";
import { renamed, settleMoves, twinExists } from "./rename.ts";
import { MemoryRights } from "./rights.ts";
import { SeenPages } from "./seen-pages.ts";
import { type Dangling, Shelf } from "./shelf.ts";
import { assertStorable, assertUnspelt } from "./storable.ts";

export interface MemoryHead {
  name: string;
  /** UTF-16 units; undefined for a damaged one. */
  chars: number | undefined;
  changedAt: string;
  caller: string;
  isReadOnly: boolean;
}

export interface LinkedPage extends MemoryHead {
  /** Names of other pages. */
  links: string[];
}

export interface MemoryPage extends MemoryHead {
  text: string;
  /** Pages that it links to, and those of them that are not there. */
  links: string[];
  dangling: string[];
}

export interface MirrorState {
  conflicts: MirrorConflict[];
  /** Files that were not taken in or not written, with the reason. */
  refused: RefusedFile[];
}

export interface MemoriesOptions {
  project: Project;
  memory: MemoryDatabase;
  global(): Database;
  log: Log;
}

/** How often an edit starts anew when another process writes the page. */
const EDITS = 100;

export class ProjectMemories {
  readonly #options: MemoriesOptions;
  readonly #rights: MemoryRights;
  readonly #mirror: Mirror;
  readonly #turns = new Mutex();
  readonly #seen = new SeenPages();
  /** Conflicts that were met by calls whose answers have no place for them: the next that has tells them. */
  readonly #untold: MirrorConflict[] = [];

  constructor(options: MemoriesOptions) {
    const { project, memory, log } = options;
    this.#options = options;
    this.#rights = new MemoryRights(project.settings.values);
    this.#mirror = new Mirror({ project, memory, rights: this.#rights, log });
  }

  async list(topic: string | undefined, signal: AbortSignal): Promise<{ memories: MemoryHead[]; mirror: MirrorState }> {
    const { shelf, mirror } = await this.#opened(signal);
    const folder = topic === undefined ? undefined : topicOf(topic);
    const isWanted = (name: string) => folder === undefined || name === folder || name.startsWith(`${folder}/`);
    const memories = shelf.all().filter(({ name }) => isWanted(name));
    return { memories: memories.map((memory) => this.#head(memory)), mirror };
  }

  /** All of them with what each links to, there or not. */
  async linked(signal: AbortSignal): Promise<{ pages: LinkedPage[]; mirror: MirrorState }> {
    const { shelf, mirror } = await this.#opened(signal);
    const pages = shelf.all().map((memory) => {
      const links = linkedNames(memory.text ?? "").filter((name) => name !== memory.name);
      return { ...this.#head(memory), links };
    });
    return { pages, mirror };
  }

  async read(written: string, caller: string, signal: AbortSignal): Promise<MemoryPage & { mirror: MirrorState }> {
    const name = memoryName(written);
    this.#rights.assertSeen(name);
    const { shelf, mirror } = await this.#opened(signal);
    const memory = shelf.get(name);
    const text = shelf.textOf(memory);
    this.#seen.note(caller, memory);
    const { links, dangling } = linksOf(shelf, name, text);
    return { ...this.#head(memory), text, links, dangling, mirror };
  }

  async names(signal: AbortSignal): Promise<string[]> {
    const { shelf, mirror } = await this.#opened(signal);
    this.#untold.push(...mirror.conflicts);
    return shelf.all().map(({ name }) => name);
  }

  /** The texts of all that are whole. */
  async texts(signal: AbortSignal): Promise<(StoredMemory & { text: string })[]> {
    const { shelf, mirror } = await this.#opened(signal);
    this.#untold.push(...mirror.conflicts);
    return shelf.all().flatMap(({ text, ...memory }) => (text === undefined ? [] : [{ ...memory, text }]));
  }

  /** What was noted, the last first. */
  notes(): Note[] {
    const { memory } = this.#options;
    return memory.exists ? new NoteTable(memory.open).all() : [];
  }

  async write(written: string, text: string, caller: string, signal: AbortSignal) {
    const name = memoryName(written);
    this.#rights.assertWritable(name);
    assertStorable(text);
    using _turn = await this.#turns.take();
    const { shelf, mirror } = await this.#opened(signal);
    const table = shelf.tableOf(name);
    const isNew = table.together(() => {
      const twin = table.twinOf(name);
      if (twin !== undefined) throw twinExists(name, twin);
      const before = table.find(name);
      if (before?.text !== undefined && before.text !== text && this.#seen.isNews(caller, before))
        mirror.conflicts.push(this.#mirror.keep({ ...before, text: before.text }));
      assertUnspelt(name, before?.text ?? "", text);
      this.#seen.note(caller, { name, hash: table.put({ name, text, changedAt: new Date().toISOString(), caller }) });
      return before === undefined;
    });
    return { name, isNew, ...linksOf(shelf, name, text), mirror: await this.#closed(mirror) };
  }

  /** @throws UserError as `editedText`; `stale` when others write the page all the time. */
  async edit(written: string, edit: MemoryEdit, caller: string, signal: AbortSignal) {
    const name = memoryName(written);
    this.#rights.assertWritable(name);
    using _turn = await this.#turns.take();
    const { shelf, mirror } = await this.#opened(signal);
    const table = shelf.tableOf(name);
    for (let round = 1; ; round++) {
      const memory = shelf.get(name);
      const { text, places } = await editedText(name, shelf.textOf(memory), edit, signal);
      assertStorable(text);
      const isDone = table.together(() => {
        if (table.find(name)?.hash !== memory.hash) return false;
        const hash = table.put({ name, text, changedAt: new Date().toISOString(), caller });
        // Who has not seen the rest of the page has not seen it now either.
        if (!this.#seen.isNews(caller, memory)) this.#seen.note(caller, { name, hash });
        return true;
      });
      if (isDone) return { name, places, ...linksOf(shelf, name, text), mirror: await this.#closed(mirror) };
      if (round === EDITS)
        throw new UserError("stale", `Memory "${name}" is written all the time; nothing was edited.`);
    }
  }

  async renameTo(written: string, writtenNew: string, caller: string, signal: AbortSignal) {
    const [old, to] = [memoryName(written, "old_name"), memoryName(writtenNew, "new_name")];
    using _turn = await this.#turns.take();
    const { shelf, mirror } = await this.#opened(signal);
    const followed = renamed({ old, to, shelf, rights: this.#rights, caller });
    settleMoves(shelf, this.#rights);
    return { old, name: to, followed, mirror: await this.#closed(mirror) };
  }

  /** @returns pages whose links lead nowhere now. */
  async delete(written: string, caller: string, signal: AbortSignal) {
    const name = memoryName(written);
    this.#rights.assertWritable(name);
    using _turn = await this.#turns.take();
    const { shelf, mirror } = await this.#opened(signal);
    if (this.#seen.isNews(caller, shelf.get(name))) {
      throw new UserError("stale", `Memory "${name}" has a text that you have not seen; nothing was deleted.`, {
        hint: "Read the memory, then delete it.",
      });
    }
    shelf.tableOf(name).remove(name);
    const linking = shelf.dangling().filter(({ to }) => to === name);
    return { name, linkedFrom: linking.map(({ from }) => from), mirror: await this.#closed(mirror) };
  }

  /** All that is kept, as a document, and the pages that are not in it: those that are damaged, and those that are passed over. */
  async exported(signal: AbortSignal): Promise<{ archive: Archive; damaged: string[]; ignored: string[] }> {
    const { shelf, mirror } = await this.#opened(signal);
    this.#untold.push(...mirror.conflicts);
    const all = shelf.all();
    const pages = all.flatMap(({ text, ...memory }) => (text === undefined ? [] : [{ ...memory, text }]));
    const archive: Archive = {
      waymark_memories: 1,
      memories: pages.map(({ name, text, changedAt, caller }) => ({
        name,
        text,
        changed_at: changedAt,
        changed_by: caller,
      })),
      notes: new NoteTable(this.#options.memory.open).all().toReversed().map(archivedNote),
    };
    const damaged = all.filter(({ text }) => text === undefined).map(({ name }) => name);
    return { archive, damaged, ignored: shelf.ignored() };
  }

  /**
   * Takes pages in; each is said to be `new`, `same`, `replaced`, or why it was left out.
   * @param replaces whether pages that are there with another text are replaced.
   */
  async imported(pages: readonly ArchivedPage[], replaces: boolean, signal: AbortSignal): Promise<Map<string, string>> {
    using _turn = await this.#turns.take();
    const { shelf, mirror } = await this.#opened(signal);
    const results = new Map<string, string>();
    for (const page of pages) results.set(page.name, this.#importedPage(shelf, page, replaces));
    this.#untold.push(...mirror.conflicts);
    for (const { path, reason } of (await this.#closed(mirror)).refused) results.set(path, `left out: ${reason}`);
    return results;
  }

  #importedPage(
    shelf: Shelf,
    { name: written, text, changed_at, changed_by }: ArchivedPage,
    replaces: boolean,
  ): string {
    try {
      const name = memoryName(written);
      this.#rights.assertWritable(name);
      assertStorable(text);
      const table = shelf.tableOf(name);
      return table.together(() => {
        const [twin, before] = [table.twinOf(name), table.find(name)];
        if (twin !== undefined) throw twinExists(name, twin);
        if (before?.text === text) return "same";
        if (before && !replaces) return "left out: there is another text of this name";
        table.put({ name, text, changedAt: changed_at ?? new Date().toISOString(), caller: changed_by ?? "import" });
        return before ? "replaced" : "new";
      });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return `left out: ${error.message}`;
    }
  }

  /** @returns how many of them are new. */
  importedNotes(notes: Archive["notes"]): number {
    const table = new NoteTable(this.#options.memory.open);
    const known = new Set(table.all().map(({ text }) => text));
    const fresh = notes.filter(({ text }) => !known.has(text));
    for (const note of fresh) table.add(noteOf(note));
    return fresh.length;
  }

  async dangling(signal: AbortSignal): Promise<{ dangling: Dangling[]; names: string[]; mirror: MirrorState }> {
    const { shelf, mirror } = await this.#opened(signal);
    return { dangling: shelf.dangling(), names: shelf.names(), mirror };
  }

  async #opened(signal: AbortSignal): Promise<{ shelf: Shelf; mirror: MirrorState }> {
    const { memory, global } = this.#options;
    const shelf = new Shelf(memory.open, global(), this.#rights);
    settleMoves(shelf, this.#rights);
    const { conflicts, refused } = await this.#mirror.takeIn(signal);
    return { shelf, mirror: { conflicts: [...this.#untold.splice(0), ...conflicts], refused } };
  }

  /** What was written is said whatever becomes of its file, and is in the file even when nobody waits for it any more. */
  async #closed({ conflicts, refused }: MirrorState): Promise<MirrorState> {
    const more = await this.#mirror.writeOut(AbortSignal.timeout(20_000)).catch((error: Error) => {
      this.#options.log("warning", "the files of memories were not written", { error });
      return [{ path: MIRROR_FOLDER, reason: error.message }];
    });
    const known = new Set(refused.map(({ path }) => path));
    return { conflicts, refused: [...refused, ...more.filter(({ path }) => !known.has(path))] };
  }

  #head({ name, text, changedAt, caller }: StoredMemory): MemoryHead {
    return { name, chars: text?.length, changedAt, caller, isReadOnly: this.#rights.isReadOnly(name) };
  }
}

function topicOf(topic: string): string {
  const bare = topic.trim().replace(/\/+$/, "");
  return isGlobal(`${bare}/`) && bare === "global" ? "global" : memoryName(bare, "topic");
}

function linksOf(shelf: Shelf, name: string, text: string): { links: string[]; dangling: string[] } {
  return { links: linkedNames(text), dangling: shelf.danglingIn(name, text) };
}
