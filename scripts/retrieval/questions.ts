/** Questions whose answers are known: repositories at pinned commits, and for each question the files that answer it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const target = z.union([
  z.string().transform((path) => ({ path, start: 1, end: Number.POSITIVE_INFINITY })),
  z
    .object({ path: z.string(), start_line: z.int(), end_line: z.int() })
    .transform(({ path, start_line, end_line }) => ({ path, start: start_line, end: end_line })),
]);
const annotations = z.array(
  z.object({
    query: z.string(),
    relevant: z.array(target),
    secondary: z.array(target).default([]),
    category: z.string(),
  }),
);
const repositories = z.array(
  z.object({
    name: z.string(),
    language: z.string(),
    url: z.string(),
    revision: z.string(),
    benchmark_root: z.string().nullish(),
  }),
);

export type Target = z.output<typeof target>;

export interface KnownQuestion {
  text: string;
  /** `semantic`, `architecture` or `symbol`. */
  kind: string;
  targets: Target[];
}

export interface KnownRepository {
  name: string;
  language: string;
  revision: string;
  /** The folder that is indexed. */
  root: string;
  questions: KnownQuestion[];
}

/**
 * @param data folder with `repos.json` and `annotations/<name>.json`.
 * @param repos folder with a checkout of each repository, by name.
 */
export function knownRepositories(data: string, repos: string): KnownRepository[] {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(data, path), "utf8"));
  return repositories.parse(read("repos.json")).map(({ name, language, revision, benchmark_root }) => ({
    name,
    language,
    revision,
    root: join(repos, name, benchmark_root ?? "."),
    questions: annotations.parse(read(`annotations/${name}.json`)).map(({ query, relevant, secondary, category }) => ({
      text: query,
      kind: category,
      targets: [...relevant, ...secondary],
    })),
  }));
}

export interface FoundPlace {
  path: string;
  startLine: number;
  endLine: number;
}

function isAt({ path, startLine, endLine }: FoundPlace, target: Target): boolean {
  const isPath = path === target.path || path.endsWith(`/${target.path}`) || target.path.endsWith(`/${path}`);
  return isPath && startLine <= target.end && endLine >= target.start;
}

export interface Marks {
  ndcg: number;
  /** One by the rank of the first answer; 0 when there is none. */
  reciprocal: number;
  /** Whether an answer is among the first five, and ten. */
  hit5: number;
  hit10: number;
}

/** How good the first ten places are; every target counts alike, at the first place that shows it. */
export function marks(found: readonly FoundPlace[], targets: readonly Target[]): Marks {
  const top = found.slice(0, 10);
  const ranks = targets.map((target) => top.findIndex((place) => isAt(place, target))).filter((rank) => rank >= 0);
  const gain = (rank: number) => 1 / Math.log2(rank + 2);
  const sum = (values: Iterable<number>) => [...values].reduce((a, b) => a + b, 0);
  const ideal = sum(Array.from({ length: Math.min(10, targets.length) }, (_, rank) => gain(rank)));
  const first = Math.min(...ranks);
  return {
    ndcg: ideal === 0 ? 0 : sum(new Set(ranks).values().map(gain)) / ideal,
    reciprocal: ranks.length === 0 ? 0 : 1 / (first + 1),
    hit5: first < 5 ? 1 : 0,
    hit10: first < 10 ? 1 : 0,
  };
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length;
}
