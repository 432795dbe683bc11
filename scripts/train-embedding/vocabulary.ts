/**
 * Chooses the words of the model: `bun scripts/train-embedding/vocabulary.ts FOLDER [--words 26000] [--pieces 5000]`. A word
 * must be in several packages and texts, so that no name or secret of a single project gets in.
 */
import { existsSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { PIECE, Vocabulary } from "../../src/embed/vocabulary.ts";
import { lockedPackages } from "./lock-file.ts";
import { readPairs } from "./pairs.ts";
import { Place } from "./place.ts";

const LEAST_PACKAGES = 3;
const LEAST_TEXTS = 6;

/** A query's word counts as much as so many of a passage. */
const QUERY_WORTH = 3;

const WORD = /^(?:[a-z]{1,24}|[a-z]{1,12}\d{1,4}|\d{1,2}|\d(?:0{2,3}|\d{2}))$/;

export interface Count {
  packages: number;
  texts: number;
  queries: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { words: { type: "string", default: "26000" }, pieces: { type: "string", default: "5000" } },
});

if (import.meta.main) {
  const place = new Place(positionals[0]!);
  const counts = countAll(place);
  const known = chosen(counts, Number(values.words));
  const all = [...known, ...pieces(counts, known, Number(values.pieces))];
  const total = counts.get("")!.texts;
  const vocabulary = new Vocabulary(all);
  // How rare an entry is, for the first values of the training; pieces count in the words that they are in.
  const texts = new Float64Array(all.length);
  for (const [word, count] of counts) {
    if (word === "") continue;
    const ids = vocabulary.idsOf(word);
    for (const id of typeof ids === "number" ? [ids] : ids) texts[id]! += count.texts;
  }
  writeFileSync(place.vocabulary, JSON.stringify({ entries: all, texts: [...texts], total }));
  console.log(`${known.length} words, ${all.length - known.length} pieces, of ${counts.size} words in ${total} texts`);
}

/** Counts by word; the empty word has the number of all texts. */
function countAll(place: Place): Map<string, Count> {
  const counts = new Map<string, Count>([["", { packages: 0, texts: 0, queries: 0 }]]);
  for (const { registry, name, isDev } of lockedPackages()) {
    const file = place.pairs(registry, name);
    if (isDev || !existsSync(file)) continue;
    const { words, pairs } = readPairs(file);
    const texts = new Uint32Array(words.length);
    const queries = new Uint32Array(words.length);
    const last = new Int32Array(words.length).fill(-1);
    for (const [index, { query, passage }] of pairs.entries()) {
      for (const [side, ids] of [query, passage].entries()) {
        for (const id of ids) {
          if (last[id] === index * 2 + side) continue;
          last[id] = index * 2 + side;
          if (side === 0) queries[id]!++;
          texts[id]!++;
        }
      }
    }
    counts.get("")!.texts += pairs.length * 2;
    for (const [id, word] of words.entries()) {
      const count = counts.get(word) ?? { packages: 0, texts: 0, queries: 0 };
      count.packages++;
      count.texts += texts[id]!;
      count.queries += queries[id]!;
      counts.set(word, count);
    }
  }
  return counts;
}

function chosen(counts: ReadonlyMap<string, Count>, most: number): string[] {
  const fit = [...counts].filter(
    ([word, { packages, texts }]) => packages >= LEAST_PACKAGES && texts >= LEAST_TEXTS && WORD.test(word),
  );
  const worth = ({ texts, queries, packages }: Count) => texts + QUERY_WORTH * queries + 10 * packages;
  return byWorth(fit.map(([word, count]) => [word, worth(count)])).slice(0, most);
}

/** What is left of words that are unknown once the longest known beginning is taken away, in all its lengths. */
function pieces(counts: ReadonlyMap<string, Count>, known: readonly string[], most: number): string[] {
  const set = new Set(known);
  const found = new Map<string, number>();
  const add = (piece: string, weight: number) => found.set(piece, (found.get(piece) ?? 0) + weight);
  for (const [word, { packages, texts }] of counts) {
    if (set.has(word) || packages < 2 || !/^[a-z]{4,24}$/.test(word)) continue;
    let length = Math.min(12, word.length - 1);
    while (length > 2 && !set.has(word.slice(0, length))) length--;
    const rest = word.slice(length);
    const weight = Math.min(50, texts) ** 0.5 * Math.min(packages, 20);
    for (let end = 2; end <= Math.min(10, rest.length); end++)
      add(rest.slice(0, end), weight * (end === rest.length ? 2 : 0.5));
  }
  return byWorth([...found].map(([piece, weight]) => [piece, weight * piece.length ** 0.5]))
    .slice(0, most)
    .map((piece) => PIECE + piece);
}

/** The worthiest first, those of equal worth by their letters. */
function byWorth(list: [string, number][]): string[] {
  return list.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word);
}
