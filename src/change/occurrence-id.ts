/**
 * Ids of the places of a bulk replacement: `src/a.ts:0@1a2b3c4d` is the first place in that file. The digest covers the
 * place, the lines around it and what comes there, so that an id stands for one change that was shown and for nothing else.
 */
import { shortHash } from "../base/hash.ts";
import type { Turn } from "../base/turn.ts";
import { visibleName } from "../base/visible.ts";
import type { Occurrence } from "./replacement.ts";
import type { TextLines } from "./text-lines.ts";

export interface OccurrenceId {
  path: string;
  /** 0-based, among the places of the file. */
  index: number;
  digest: string;
}

/** Lines before and after a place that its digest covers. */
const LINES_AROUND = 3;
const DIGEST_CHARS = 8;
const FORM = /^(.+):(\d{1,9})@([0-9a-f]{8})$/s;

export function writtenId({ path, index, digest }: OccurrenceId): string {
  return `${path}:${index}@${digest}`;
}

/** Undefined for what is no id. */
export function readId(id: string): OccurrenceId | undefined {
  const [, path, index, digest] = FORM.exec(id.trim()) ?? [];
  return path === undefined ? undefined : { path, index: Number(index), digest: digest! };
}

/** Ids by the path that they mean: an answer may have shown it with its hidden characters spelt out. */
export function byPath(ids: readonly OccurrenceId[], paths: readonly string[]): Map<string, OccurrenceId[]> {
  const exact = new Set(paths);
  const hidden = paths.filter((path) => visibleName(path) !== path);
  const spelt = new Map(hidden.map((path) => [visibleName(path), path]));
  const known = (path: string) => (exact.has(path) ? path : spelt.get(path));
  return Map.groupBy(ids, ({ path }) => known(path) ?? path);
}

/**
 * The digests of all places of a file, in order. Places that nothing near them tells apart, as in a run of equal lines, are
 * told by the whole file: any change to it makes their ids invalid.
 */
export async function digestsOf(
  places: readonly Occurrence[],
  lines: TextLines,
  bytes: Uint8Array,
  turn: Turn,
): Promise<string[]> {
  const hashes = new Map<string, string>();
  const hashOf = (first: number, last: number) => {
    const key = `${first}-${last}`;
    const known = hashes.get(key) ?? shortHash(lines.text.slice(lines.start(first), lines.start(last + 1)));
    hashes.set(key, known);
    return known;
  };
  const near: string[] = [];
  for (const place of places) {
    if (turn.isOver) await turn.pause();
    const [first, last] = lines.of(place);
    const inLine = [place.start - lines.start(first), place.end - lines.start(last)];
    const around = [hashOf(Math.max(1, first - LINES_AROUND), first - 1), hashOf(last + 1, last + LINES_AROUND)];
    near.push(shortHash(JSON.stringify([...around, hashOf(first, last), ...inLine, place.text])));
  }
  const counts = new Map<string, number>();
  for (const digest of near) counts.set(digest, (counts.get(digest) ?? 0) + 1);
  const whole = near.length > counts.size ? shortHash(bytes) : "";
  return near.map((digest) => {
    const isTwin = counts.get(digest)! > 1;
    return (isTwin ? shortHash(digest + whole) : digest).slice(0, DIGEST_CHARS);
  });
}
