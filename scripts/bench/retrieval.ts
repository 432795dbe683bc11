/**
 * Quality of search by intent on questions whose answers are known:
 * `bun scripts/bench/retrieval.ts --repos DIR --data DIR [--cache DIR] [--only NAME] [--parts] [--show]`.
 * `--repos` holds a checkout of each repository at its pinned commit, by name; `--cache` keeps the indexes. Prints NDCG@10,
 * mean reciprocal rank and hits, by repository, language and kind of question, for both orders; with `--parts` also what is
 * left when each part is switched off; with `--show` the questions that are answered badly.
 */
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Embedder } from "../../src/embed/embedder.ts";
import { staticEmbedder } from "../../src/embed/static-embedder.ts";
import { FEATURES, type Feature } from "../../src/intent/features.ts";
import { readQuestion } from "../../src/intent/question.ts";
import { rank } from "../../src/intent/rank.ts";
import { RANKING, type Ranking } from "../../src/intent/ranking.ts";
import { TestBed } from "../retrieval/bed.ts";
import { type FoundPlace, knownRepositories, type Marks, marks, mean } from "../retrieval/questions.ts";

/** What others have on the same 31 repositories, as they published it. */
const ANCHORS = {
  "semble (static vectors, BM25, rules)": 0.844,
  "CodeRankEmbed (137M transformer) with semble's rules": 0.848,
  "semble's rules on BM25 alone": 0.818,
  "CodeRankEmbed alone": 0.771,
  BM25: 0.688,
};

const { values } = parseArgs({
  options: {
    repos: { type: "string" },
    data: { type: "string" },
    cache: { type: "string" },
    only: { type: "string" },
    parts: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
  },
});
if (!values.repos || !values.data) throw new Error("Give --repos DIR and --data DIR.");

type Way = (bed: TestBed, text: string, embedder: Embedder) => Promise<FoundPlace[]>;

/** A ranking with some features switched off. */
function without(...off: readonly Feature[]): Ranking {
  const zero = (weights: Ranking["text"]) => ({ ...weights, ...Object.fromEntries(off.map((one) => [one, 0])) });
  return { ...RANKING, name: zero(RANKING.name), text: zero(RANKING.text) };
}

function ranked(byFile: boolean, ranking = RANKING, hasMeanings = true): Way {
  return async (bed, text, embedder) => {
    const meanings = hasMeanings ? await bed.meanings(text, embedder) : new Map<number, number>();
    const options = {
      lexicon: bed.lexicon,
      meanings,
      isWanted: () => true,
      tests: "demote",
      textOf: bed.textOf,
    } as const;
    return rank(readQuestion(text), 10, byFile, { ...options, ranking }).map(({ file, place }) =>
      bed.placeOf(file.first + place),
    );
  };
}

/** The ten highest scores of chunks. */
function highest(bed: TestBed, scores: Iterable<readonly [chunk: number, score: number]>): FoundPlace[] {
  return [...scores]
    .filter(([, score]) => score > 0)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, 10)
    .map(([chunk]) => bed.placeOf(chunk));
}

const wordsAlone: Way = async (bed, text) => highest(bed, bed.lexicon.score(readQuestion(text).terms).entries());
const meaningAlone: Way = async (bed, text, embedder) => highest(bed, await bed.meanings(text, embedder));
/** Half of each, divided by its highest. */
const fused: Way = async (bed, text, embedder) => {
  const words = bed.lexicon.score(readQuestion(text).terms);
  const most = words.reduce((a, b) => Math.max(a, b), 1e-9);
  const meanings = await bed.meanings(text, embedder);
  const nearest = Math.max(1e-9, ...meanings.values());
  return highest(
    bed,
    [...words.entries()].map(([chunk, score]) => [
      chunk,
      score / most + Math.max(0, meanings.get(chunk) ?? 0) / nearest,
    ]),
  );
};

const WAYS: Record<string, Way> = {
  "by chunk": ranked(false),
  "by file": ranked(true),
  ...(values.parts && {
    "words alone, BM25": wordsAlone,
    "meaning alone": meaningAlone,
    "both, no rules": fused,
    "by file, no meaning": ranked(true, without("meaning", "meaning_second", "meaning_spread"), false),
    ...Object.fromEntries(FEATURES.map((feature) => [`by file, without ${feature}`, ranked(true, without(feature))])),
  }),
};

interface Mark extends Marks {
  repository: string;
  language: string;
  kind: string;
}

const results = new Map<string, Mark[]>(Object.keys(WAYS).map((way) => [way, []]));
const embedder = await staticEmbedder();
const cache = values.cache ?? mkdtempSync(join(tmpdir(), "retrieval-"));

for (const repository of knownRepositories(values.data, values.repos)) {
  const { name, language, questions } = repository;
  if (values.only !== undefined && !name.includes(values.only)) continue;
  const folder = join(cache, name);
  mkdirSync(folder, { recursive: true });
  const bed = await TestBed.of(repository, folder, embedder);
  for (const { text, kind, targets } of questions) {
    for (const [way, find] of Object.entries(WAYS)) {
      const found = await find(bed, text, embedder);
      const mark = marks(found, targets);
      results.get(way)!.push({ repository: name, language, kind, ...mark });
      if (values.show && way === "by file" && mark.ndcg < 0.7) {
        const wanted = targets.map(({ path }) => path).join(", ");
        console.log(
          `${name} ${mark.ndcg.toFixed(2)}: ${text}\n  wanted ${wanted}\n  found ${found
            .slice(0, 4)
            .map(({ path }) => path)
            .join(", ")}`,
        );
      }
    }
  }
}

/** Mean of the repositories' means. */
function overall(all: readonly Mark[], of: (mark: Mark) => number): number {
  return mean([...Map.groupBy(all, ({ repository }) => repository).values()].map((some) => mean(some.map(of))));
}

for (const [way, all] of results) {
  const [ndcg, reciprocal, hit5, hit10] = (["ndcg", "reciprocal", "hit5", "hit10"] as const).map((one) =>
    overall(all, (mark) => mark[one]).toFixed(4),
  );
  console.log(`${way.padEnd(36)} NDCG@10 ${ndcg}  MRR ${reciprocal}  hit@5 ${hit5}  hit@10 ${hit10}`);
}
for (const way of ["by chunk", "by file"]) {
  const all = results.get(way)!;
  for (const by of ["kind", "language", "repository"] as const) {
    const groups = [...Map.groupBy(all, (mark) => mark[by])];
    console.log(
      `${way}, by ${by}: ${groups.map(([group, some]) => `${group} ${mean(some.map(({ ndcg }) => ndcg)).toFixed(3)}`).join(", ")}`,
    );
  }
}
console.log(
  `Others on all 31: ${Object.entries(ANCHORS)
    .map(([name, ndcg]) => `${name} ${ndcg}`)
    .join("; ")}.`,
);
