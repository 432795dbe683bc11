/** The law of the words in memory: what followed an index through its changes is what is loaded from it now. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { seeded } from "../../scripts/corpus.ts";
import { stem } from "../../src/base/stem.ts";
import { Turn } from "../../src/base/turn.ts";
import { term } from "../../src/index/terms.ts";
import { ChunkTexts } from "../../src/intent/chunk-texts.ts";
import { Lexicon } from "../../src/intent/lexicon.ts";
import { readQuestion } from "../../src/intent/question.ts";
import { rank } from "../../src/intent/rank.ts";
import type { Project } from "../../src/project/project.ts";
import { IndexedProject } from "../fixture/indexed.ts";
import { projectAt } from "../fixture/project.ts";

const WORDS = [
  "cart",
  "total",
  "retry",
  "delay",
  "parse",
  "config",
  "user",
  "token",
  "session",
  "queue",
  "price",
  "tax",
];
const FOLDERS = ["src", "src/cart", "lib/v3", "lib/v4", "test", "docs", "src/retry/queue", "compat"];
const ENDS = [".ts", ".py", ".test.ts", ".md"];
const QUESTIONS = [
  "how is the total of a cart computed",
  "retry delay",
  "parseConfig",
  "test of the session token",
  "CartTotal price tax",
  "queue",
];

const following = (lexicon: Lexicon, { database }: IndexedProject) =>
  lexicon.follow(database, new Turn(new AbortController().signal));

/** Changes files at random, and says which. */
class World {
  readonly files = new Set<string>();
  readonly #random: () => number;
  readonly #root: string;

  constructor(root: string, seed: number) {
    this.#root = root;
    this.#random = seeded(seed);
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  #text(): string {
    const name = () => this.#pick(WORDS) + this.#pick(WORDS).replace(/^./, (first) => first.toUpperCase());
    const one = () =>
      `export function ${name()}() {\n  // ${this.#pick(WORDS)} ${this.#pick(WORDS)}\n  return ${name()};\n}\n`;
    // Often equal to another's, sometimes none, sometimes several chunks.
    const shape = this.below(10);
    if (shape === 0) return "";
    if (shape < 4) return `export class ${this.#pick(WORDS)} {}\n`;
    return Array.from({ length: shape === 9 ? 40 : 3 }, one).join("\n");
  }

  #path(): string {
    return `${this.#pick(FOLDERS)}/${this.#pick(WORDS)}${this.below(3)}${this.#pick(ENDS)}`;
  }

  write(path = this.#path()): string[] {
    mkdirSync(dirname(join(this.#root, path)), { recursive: true });
    writeFileSync(join(this.#root, path), this.#text());
    this.files.add(path);
    return [path];
  }

  remove(path = this.#pick([...this.files])): string[] {
    rmSync(join(this.#root, path));
    this.files.delete(path);
    return [path];
  }

  rename(): string[] {
    const [from, to] = [this.#pick([...this.files]), this.#path()];
    if (from === to) return [from];
    mkdirSync(dirname(join(this.#root, to)), { recursive: true });
    renameSync(join(this.#root, from), join(this.#root, to));
    this.files.delete(from);
    this.files.add(to);
    return [from, to];
  }

  step(): string[] {
    const sort = this.below(10);
    if (this.files.size < 10 || sort < 3) return this.write();
    if (sort < 6) return this.write(this.#pick([...this.files]));
    return sort < 8 ? this.remove() : this.rename();
  }
}

/** All that is to be equal, chunks by path and place. */
function seen(lexicon: Lexicon, project: Project, { database }: IndexedProject) {
  const texts = new ChunkTexts(project, database);
  const stems = WORDS.map((word) => term("stem", stem(word)));
  const named = (chunk: number) => `${lexicon.fileOf(chunk).path} ${chunk - lexicon.fileOf(chunk).first}`;
  return {
    size: lexicon.size,
    files: [...lexicon.byPath.values()].map(({ path, chunks, role }) => `${path} ${chunks} ${role}`).sort(),
    frequencies: stems.map((one) => lexicon.frequency(one)),
    pathWords: [...WORDS, "src", "lib", "v3", "test"].map((word) => lexicon.paths.filesWith(stem(word))),
    matches: WORDS.map((word) =>
      lexicon
        .bestMatches(term("defined", word))!
        .map(({ chunk, score }) => `${named(chunk)} ${score}`)
        .sort(),
    ),
    answers: QUESTIONS.map((text) => {
      const question = readQuestion(text);
      const scores = [...lexicon.score(question.terms).entries()].filter(([, score]) => score !== 0);
      const found = rank(question, 30, false, {
        lexicon,
        meanings: new Map(),
        isWanted: () => true,
        tests: "demote",
        textOf: (file, place) => texts.at(file, place)?.text,
      });
      return {
        scores: scores.map(([chunk, score]) => `${named(chunk)} ${score}`).sort(),
        ranked: found.map(({ file, place, score, reasons, others }) => ({
          path: file.path,
          place,
          score,
          reasons,
          others,
        })),
      };
    }),
  };
}

async function newest(index: IndexedProject): Promise<Lexicon> {
  const lexicon = new Lexicon();
  await following(lexicon, index);
  return lexicon;
}

describe("words that followed an index", () => {
  for (const seed of [1, 2, 3]) {
    test(`through many changes are those that are loaded now (seed ${seed})`, async () => {
      await using index = await IndexedProject.of({});
      const project = await projectAt(index.root);
      const world = new World(index.root, seed);
      for (let at = 0; at < 60; at++) world.write();
      await index.scan();
      const lexicon = await newest(index);
      let hasAnswers = false;
      for (let step = 0; step < 40; step++) {
        const told = Array.from({ length: 1 + world.below(3) }, () => world.step()).flat();
        await index.refresh(...told);
        await following(lexicon, index);
        const now = seen(await newest(index), project, index);
        expect(seen(lexicon, project, index), `step ${step}: ${told.join(", ")}`).toEqual(now);
        hasAnswers ||= now.answers.every(({ ranked }) => ranked.length > 0);
      }
      expect(hasAnswers).toBe(true);
    }, 60_000);
  }

  test("after many small changes are joined, which gives the room of what went back", async () => {
    await using index = await IndexedProject.of({ "src/kept.ts": "export class Kept {}\n" });
    const project = await projectAt(index.root);
    await index.scan();
    const lexicon = await newest(index);
    for (let at = 0; at < 60; at++) {
      await index.write(`src/cart${at % 20}.ts`, `export function cartTotal${at}() {}\n`);
      await following(lexicon, index);
      expect(lexicon.bound).toBeLessThan(39); // more than 42 are loaded anew
    }
    expect(seen(lexicon, project, index)).toEqual(seen(await newest(index), project, index));
  });

  test("are loaded anew when more than half went", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`src/cart${at}.ts`, `let cart${at} = 1;\n`]),
    );
    await using index = await IndexedProject.of(files);
    const project = await projectAt(index.root);
    await index.scan();
    const lexicon = await newest(index);
    const gone = Object.keys(files).slice(0, 15);
    const remove = async (paths: readonly string[]) => {
      for (const path of paths) rmSync(join(index.root, path));
      await index.refresh(...paths);
      await following(lexicon, index);
      expect(seen(lexicon, project, index)).toEqual(seen(await newest(index), project, index));
    };
    await remove(gone);
    expect([lexicon.size, lexicon.bound]).toEqual([25, 40]);
    await remove(Object.keys(files).slice(15, 25));
    expect([lexicon.size, lexicon.bound]).toEqual([15, 15]);
    await remove(Object.keys(files).slice(25));
    expect([lexicon.size, lexicon.bound]).toEqual([0, 0]);
  });

  test("of equal chunks give the same ones first, whichever was seen first", async () => {
    const path = (at: number) => `src/f${String(at).padStart(3, "0")}.py`;
    await using index = await IndexedProject.of({ "other.py": "pass\n" });
    const project = await projectAt(index.root);
    await index.scan();
    const lexicon = await newest(index);
    for (let at = 149; at >= 0; at -= 50) {
      const paths = Array.from({ length: 50 }, (_, below) => path(at - below));
      for (const one of paths) await Bun.write(join(index.root, one), "x = harbour\n");
      await index.refresh(...paths);
      await following(lexicon, index);
    }
    const ranked = (from: Lexicon) =>
      rank(readQuestion("the harbour"), 5, true, {
        lexicon: from,
        meanings: new Map(),
        isWanted: () => true,
        tests: "demote",
        textOf: (file, place) => new ChunkTexts(project, index.database).at(file, place)?.text,
      }).map(({ file }) => file.path);
    expect(ranked(lexicon)).toEqual([0, 1, 2, 3, 4].map(path));
    expect(ranked(await newest(index))).toEqual(ranked(lexicon));
  });
});
