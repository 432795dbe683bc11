/**
 * A memory gets another name, and all links follow. Within one database that is one transaction; between two it is begun in the
 * project's, and whoever comes next ends what a crash left, with each page there once and every link leading to it at any time.
 */
import { UserError } from "../base/error.ts";
import { type MemoryTable, type StoredMemory, textHash } from "../store/memory-table.ts";
import { type BegunMove, MoveTable, RenameTable } from "../store/move-table.ts";
import { linkedNames, withLinksMoved } from "./links.ts";
import { isGlobal } from "./memory-name.ts";
import type { MemoryRights } from "./rights.ts";
import { isSeenFrom, type Shelf } from "./shelf.ts";

export interface Renaming {
  old: string;
  to: string;
  shelf: Shelf;
  rights: MemoryRights;
  caller: string;
}

/** @returns names of the other pages whose links followed. @throws UserError with nothing changed. */
export function renamed(renaming: Renaming): string[] {
  const { old, to, shelf, rights } = renaming;
  rights.assertWritable(old);
  rights.assertWritable(to);
  const [from, into] = [shelf.tableOf(old), shelf.tableOf(to)];
  if (from !== into) return movedBetween(renaming);
  return from.together(() => {
    const page = checked(renaming);
    from.remove(old);
    into.put({ ...page, name: to, text: withLinksMoved(page.text, old, to) });
    const followed = followLinks(from, old, to, renaming.caller);
    if (!isGlobal(old)) return followed;
    new RenameTable(from.database).add(old, to);
    return followed;
  });
}

/**
 * Ends what another process began, and lets links follow global pages that were renamed, those of read-only pages aside, which lead
 * nowhere then. To be called before anything is read.
 */
export function settleMoves(shelf: Shelf, rights: MemoryRights): void {
  const moves = new MoveTable(shelf.own.database);
  for (const move of moves.begun) endMove(shelf, move);
  if (new RenameTable(shelf.global.database).after(moves.followed).length === 0) return;
  shelf.own.together(() => {
    for (const { number, old, new: to } of new RenameTable(shelf.global.database).after(moves.followed)) {
      // A page of that name that came since is what is meant.
      if (shelf.global.find(old) === undefined)
        followLinks(shelf.own, old, to, "rename", (name) => !rights.isReadOnly(name));
      moves.followed = number;
    }
  });
}

function movedBetween(renaming: Renaming): string[] {
  const { old, to, shelf } = renaming;
  const moves = new MoveTable(shelf.own.database);
  const page = checked(renaming);
  if (isGlobal(old)) assertNoGlobalLinks(shelf, old);
  assertLinksHold(renaming, page.text);
  const text = withLinksMoved(page.text, old, to);
  const copy = { ...page, name: to, text };
  const move = { old, new: to, oldHash: page.hash, newHash: textHash(text) };
  const before = linkers(shelf.own, old);
  if (isGlobal(to)) {
    moves.begin(move); // before the copy is there: one that nobody knows of would stay
    shelf.global.together(() => {
      checked(renaming);
      shelf.global.put(copy);
    });
  } else {
    shelf.own.together(() => {
      checked(renaming);
      moves.begin(move);
      shelf.own.put(copy);
      followLinks(shelf.own, old, to, renaming.caller);
    });
  }
  endMove(shelf, move, true); // whoever looked meanwhile, and took it for one that a crash had left, may have forgotten it
  return before.filter((name) => name !== old);
}

/**
 * Whoever looks may end a move that another process is in the middle of, or take up one that has ended long since: in between, the
 * same names may have come to mean other pages. So it ends only what still stands there as begun.
 * @param isOwn of the caller: others may have forgotten it before the copy was there.
 */
function endMove(shelf: Shelf, move: BegunMove, isOwn = false): void {
  const { old, new: to, oldHash, newHash } = move;
  const moves = new MoveTable(shelf.own.database);
  const isSame = (table: MemoryTable, name: string, hash: string) => table.find(name)?.hash === hash;
  shelf.own.together(() => {
    const isBegun = moves.begun.some((one) => Bun.deepEquals(one, move));
    if (isGlobal(old)) {
      if (!isBegun) return;
      shelf.global.together(() => {
        if (isSame(shelf.global, old, oldHash)) shelf.global.remove(old);
      });
    } else {
      if (!isBegun && !isOwn) return;
      if (isSame(shelf.global, to, newHash) && isSame(shelf.own, old, oldHash)) {
        shelf.own.remove(old);
        followLinks(shelf.own, old, to, "rename");
      }
    }
    moves.end(old);
  });
}

/** In a transaction. @returns the page. @throws UserError `not_found`, `exists`, `refused`. */
function checked({ old, to, shelf, rights }: Renaming): StoredMemory & { text: string } {
  const page = shelf.get(old);
  const text = shelf.textOf(page);
  const target = shelf.tableOf(to);
  if (old === to) throw new UserError("invalid_arguments", `"${to}" is the name that the memory has.`);
  const twin = target.twinOf(to);
  if (target.find(to)) throw new UserError("exists", `There is a memory "${to}" already; nothing was renamed.`);
  if (twin !== undefined && twin !== old) throw twinExists(to, twin);
  const closed = [shelf.own, shelf.global]
    .flatMap((table) => linkers(table, old))
    .filter((name) => rights.isReadOnly(name));
  if (closed.length === 0) return { ...page, text };
  throw new UserError("refused", `Read-only memories link to "${old}": ${closed.join(", ")}; nothing was renamed.`, {
    hint: "Their links would lead nowhere. Change read_only_memory_patterns, or keep the name.",
  });
}

export function twinExists(name: string, twin: string): UserError {
  return new UserError("exists", `"${name}" would share its file with memory "${twin}" where case does not count.`, {
    hint: `Take another name, or mean "${twin}".`,
  });
}

function assertNoGlobalLinks(shelf: Shelf, old: string): void {
  const linking = linkers(shelf.global, old).filter((name) => name !== old);
  if (linking.length === 0) return;
  throw new UserError("refused", `Global memories link to "${old}": ${linking.join(", ")}; nothing was renamed.`, {
    hint: "They cannot link to a page of one project. Change them first.",
  });
}

/** A page's links must mean at its new place what they meant at the old one. */
function assertLinksHold({ old, to, shelf }: Renaming, text: string): void {
  const local = linkedNames(text).filter((name) => !isGlobal(name) && name !== old && name !== to);
  const lost = local.filter((name) => shelf.has(name) === isGlobal(to));
  if (lost.length === 0) return;
  const why = isGlobal(to)
    ? "to pages of this project, which others do not have"
    : "to pages that this project does not have";
  throw new UserError("refused", `"${old}" links ${why}: ${lost.join(", ")}; nothing was renamed.`, {
    hint: "Change these links first.",
  });
}

/** Names of the pages of a table that link to a page. */
function linkers(table: MemoryTable, to: string): string[] {
  return table
    .all()
    .filter(({ name, text }) => text !== undefined && isSeenFrom(name, to) && linkedNames(text).includes(to))
    .map(({ name }) => name);
}

/** In a transaction. @returns names of the pages that changed. */
function followLinks(
  table: MemoryTable,
  old: string,
  to: string,
  caller: string,
  isMeant: (page: string) => boolean = () => true,
): string[] {
  const changedAt = new Date().toISOString();
  const changed = table.all().flatMap(({ name, text }) => {
    if (text === undefined || !isSeenFrom(name, old) || !isMeant(name)) return [];
    const moved = withLinksMoved(text, old, to);
    return moved === text ? [] : [{ name, text: moved, changedAt, caller }];
  });
  for (const page of changed) table.put(page);
  return changed.map(({ name }) => name);
}
