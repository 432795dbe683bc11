/**
 * Tells a server what others changed on the disk. Servers differ in how they learn of it: most from a notification, for the
 * globs that they registered; some look by themselves; some only when a file is opened anew.
 */
import type { Capabilities } from "./capability.ts";
import type { Documents } from "./document.ts";
import type { TextOf } from "./position.ts";
import { globFilter } from "./selector.ts";
import { toUri } from "./uri.ts";

export interface OutsideChange {
  /** Absolute path. */
  path: string;
  kind: "created" | "changed" | "deleted";
}

export interface OutsideOptions {
  how: "watched_files" | "reopen" | "itself";
  root: string;
  capabilities: Capabilities;
  documents: Documents;
  read: TextOf;
  /** Whether the server is given such files: others are not opened for it. */
  isServed(path: string): boolean;
  notify(method: string, params: object): Promise<void>;
}

const WATCHED = "workspace/didChangeWatchedFiles";
const TYPE = { created: 1, changed: 2, deleted: 3 } as const;
/** The bit that each has in a watcher's `kind`. */
const BIT = { created: 1, changed: 2, deleted: 4 } as const;
const ALL_BITS = 7;

/** Each of them is read and sent whole; more at once are told by the notification alone. */
const MOST_REOPENED = 200;

/** @returns why the server may not have learnt all of it; undefined when it has been told. */
export async function tellOutside(
  changes: readonly OutsideChange[],
  options: OutsideOptions,
): Promise<string | undefined> {
  const { how, documents, read, isServed } = options;
  const closed: OutsideChange[] = [];
  for (const change of changes) {
    if (!documents.get(change.path)) {
      closed.push(change);
      continue;
    }
    // Of an open document only we tell the text, whatever the server sees on the disk.
    const text = change.kind === "deleted" ? undefined : await read(change.path);
    if (text === undefined) await documents.close(change.path);
    else if (how === "reopen" && text !== documents.get(change.path)?.text) await documents.reopen(change.path, text);
    else await documents.open(change.path, text);
  }
  if (how === "itself") return undefined;
  if (how === "watched_files") {
    await notifyWatched(changes, options);
    return undefined;
  }
  const gone = changes.filter(({ kind }) => kind === "deleted");
  if (gone.length > 0) await notifyWatched(gone, options);
  const wanted = closed.filter(({ path, kind }) => kind !== "deleted" && isServed(path));
  for (const { path } of wanted.slice(0, MOST_REOPENED)) {
    const text = await read(path);
    if (text === undefined) continue;
    await documents.open(path, text);
    await documents.close(path);
  }
  const rest = wanted.slice(MOST_REOPENED);
  if (rest.length === 0) return undefined;
  await notifyWatched(rest, options);
  return `${wanted.length} files changed at once, and it was shown only ${MOST_REOPENED} of them`;
}

async function notifyWatched(
  changes: readonly OutsideChange[],
  { root, capabilities, notify }: OutsideOptions,
): Promise<void> {
  const registered = capabilities.registrations(WATCHED);
  const watchers = registered.flatMap(({ options }) =>
    (Array.isArray(options.watchers) ? options.watchers : []).map((raw: { globPattern?: unknown; kind?: unknown }) => ({
      matches: globFilter(raw?.globPattern, root),
      bits: typeof raw?.kind === "number" ? raw.kind : ALL_BITS,
    })),
  );
  // A server that registered nothing has not said what it does not want.
  const isWanted = ({ path, kind }: OutsideChange) =>
    registered.length === 0 || watchers.some(({ matches, bits }) => (bits & BIT[kind]) !== 0 && matches(path));
  const wanted = changes.filter(isWanted).map(({ path, kind }) => ({ uri: toUri(path), type: TYPE[kind] }));
  if (wanted.length > 0) await notify(WATCHED, { changes: wanted });
}
