/** The places of a replacement over many files, in the order of their paths; what is passed over is counted. */
import { UserError } from "../base/error.ts";
import { Turn } from "../base/turn.ts";
import type { FileContent, Files } from "../project/files.ts";
import { type Narrower, narrowed } from "../project/narrow.ts";
import { digestsOf } from "./occurrence-id.ts";
import type { Occurrence, Replacement } from "./replacement.ts";
import { TextLines } from "./text-lines.ts";

/** The largest file that is looked at, in bytes; larger ones are no sources, and are held whole to be changed. */
const FILE_LIMIT_BYTES = 8 * 1024 * 1024;

/** Larger files that are no text are not looked into, in bytes. */
const BINARY_LIMIT_BYTES = 1024 * 1024;

/** Places are counted up to here, in one file and in all. */
export const COUNT_LIMIT = 20_000;

export interface OccurrenceFile {
  path: string;
  content: FileContent;
  lines: TextLines;
  /** At least one; `COUNT_LIMIT` when there may be more. */
  places: Occurrence[];
  /** Of each place. */
  digests: string[];
}

/** Files that were passed over although they may hold places. */
export interface PassedOver {
  secret: number;
  /** No text, but hold the needle, or may. */
  binary: number;
  tooLarge: number;
  /** The expression is too slow for their length. */
  tooSlow: number;
  unreadable: number;
}

export interface FindUse {
  files: Files;
  narrower: Narrower;
  signal: AbortSignal;
  progress?(done: number, total: number): void;
}

/**
 * Links are passed over where there are other files: what they lead to is changed under its own name.
 * @param paths as `Files.paths` gave them.
 * @param passedOver is counted up.
 * @throws UserError as `Replacement.occurrences`, `too_large` apart.
 */
export async function* findOccurrences(
  paths: readonly string[],
  replacement: Replacement,
  { files, narrower, signal, progress }: FindUse,
  passedOver: PassedOver,
): AsyncGenerator<OccurrenceFile> {
  const turn = new Turn(signal);
  const open: string[] = [];
  for (const path of paths) {
    if (turn.isOver) await turn.pause();
    if (files.holdsSecrets(path)) passedOver.secret++;
    else open.push(path);
  }
  const candidates = await narrowed(files, open, replacement.pattern, narrower, signal);
  for (const [index, path] of candidates.entries()) {
    await turn.pause();
    if (index % 64 === 0) progress?.(index, candidates.length);
    if (paths.length > 1 && !files.isRegular(path)) continue;
    const bytes = bytesOf(files, path, passedOver);
    if (!bytes) continue;
    const decoded = files.decode(bytes);
    if (!decoded) {
      if (await mayHold(bytes, replacement, turn)) passedOver.binary++;
      continue;
    }
    const places = await placesIn(decoded.text, replacement, turn, COUNT_LIMIT);
    if (!places) passedOver.tooSlow++;
    if (!places || places.length === 0) continue;
    const lines = new TextLines(decoded.text);
    const digests = await digestsOf(places, lines, bytes, turn);
    yield { path, content: { bytes, ...decoded }, lines, places, digests };
  }
}

/** Whether a file that is no text may hold a place, were it one. */
async function mayHold(bytes: Uint8Array, replacement: Replacement, turn: Turn): Promise<boolean> {
  if (bytes.length > BINARY_LIMIT_BYTES) return true;
  return (await placesIn(new TextDecoder().decode(bytes), replacement, turn, 1))?.length !== 0;
}

/** Undefined for what is no file, and for what is passed over, which is counted. */
function bytesOf(files: Files, path: string, passedOver: PassedOver): Uint8Array | undefined {
  try {
    using file = files.openListed(path);
    if (file && file.size > FILE_LIMIT_BYTES) passedOver.tooLarge++;
    else return file?.read(0, file.size);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    passedOver.unreadable++;
  }
  return undefined;
}

/** Undefined when the expression is too slow for so long a text. */
async function placesIn(
  text: string,
  replacement: Replacement,
  turn: Turn,
  limit: number,
): Promise<Occurrence[] | undefined> {
  const places: Occurrence[] = [];
  try {
    for await (const place of replacement.occurrences(text, turn)) if (places.push(place) === limit) break;
  } catch (error) {
    if (error instanceof UserError && error.code === "too_large") return undefined;
    throw error;
  }
  return places;
}
