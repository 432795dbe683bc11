/** All pages that a project sees: its own, and the global ones. Says which database a name belongs to. */
import type { Database } from "bun:sqlite";
import { UserError } from "../base/error.ts";
import { didYouMean } from "../base/near.ts";
import { MemoryTable, type StoredMemory } from "../store/memory-table.ts";
import { RenameTable } from "../store/move-table.ts";
import { linkedNames } from "./links.ts";
import { isGlobal } from "./memory-name.ts";
import type { MemoryRights } from "./rights.ts";

export interface Dangling {
  /** The page that has the link. */
  from: string;
  /** What is not there. */
  to: string;
  /** What it is called now, where it was a global page that another project renamed. */
  renamed?: string;
}

export class Shelf {
  readonly own: MemoryTable;
  readonly global: MemoryTable;
  readonly #rights: MemoryRights;

  constructor(own: Database, global: Database, rights: MemoryRights) {
    this.own = new MemoryTable(own);
    this.global = new MemoryTable(global);
    this.#rights = rights;
  }

  tableOf(name: string): MemoryTable {
    return isGlobal(name) ? this.global : this.own;
  }

  /** In the order of their names, without those that are passed over. */
  all(): StoredMemory[] {
    return [...this.own.all(), ...this.global.all()].filter(({ name }) => !this.#rights.isIgnored(name));
  }

  /** Names of those that are passed over. */
  ignored(): string[] {
    return [...this.own.names, ...this.global.names].filter((name) => this.#rights.isIgnored(name));
  }

  names(): string[] {
    return [...this.own.names, ...this.global.names].filter((name) => !this.#rights.isIgnored(name));
  }

  has(name: string): boolean {
    return !this.#rights.isIgnored(name) && this.tableOf(name).find(name) !== undefined;
  }

  /** @throws UserError `not_found` with near names. */
  get(name: string): StoredMemory {
    const found = this.tableOf(name).find(name);
    if (found) return found;
    const names = this.names();
    const near = didYouMean(name, names);
    const some = names.slice(0, 12).join(", ");
    throw new UserError("not_found", `There is no memory "${name}"${near ? `; ${near}` : "."}`, {
      hint: names.length === 0 ? "There are none yet." : `There are: ${some}${names.length > 12 ? ", …" : ""}.`,
    });
  }

  /** @throws UserError `refused` for a page whose text is lost. */
  textOf({ name, text }: StoredMemory): string {
    if (text !== undefined) return text;
    throw new UserError("refused", `Memory "${name}" is damaged: its text is not what was written.`, {
      hint: `Its file in .waymark/memories may have it; write_memory replaces it, delete_memory removes it.`,
    });
  }

  /** Links that lead to no page, of one page. */
  danglingIn(name: string, text: string): string[] {
    return linkedNames(text).filter((to) => isSeenFrom(name, to) && to !== name && !this.has(to));
  }

  /**
   * Pages move between the two databases while others look: a global page counts that is there before or after the project's own
   * are read, all at once.
   */
  dangling(): Dangling[] {
    const before = this.global.names;
    const own = this.own.together(() => this.own.all(), "deferred");
    const global = this.global.all();
    const names = new Set([...before, ...[...own, ...global].map(({ name }) => name)]);
    const isThere = (name: string) => names.has(name) && !this.#rights.isIgnored(name);
    return [...own, ...global].flatMap(({ name, text }) => {
      if (text === undefined || this.#rights.isIgnored(name)) return [];
      const lost = linkedNames(text).filter((to) => isSeenFrom(name, to) && to !== name && !isThere(to));
      return lost.map((to) => ({ from: name, to, ...this.#renamed(to) }));
    });
  }

  #renamed(old: string): { renamed?: string } {
    if (!isGlobal(old)) return {};
    let name = old;
    for (const { old, new: to } of new RenameTable(this.global.database).after(0)) if (old === name) name = to;
    return name !== old && this.has(name) ? { renamed: name } : {};
  }
}

/** Whether a link means one page only: a global page speaks to all projects, each of which may have a `core` of its own. */
export function isSeenFrom(page: string, to: string): boolean {
  return !isGlobal(page) || isGlobal(to);
}
