/** What comes before what, in small projects and by words alone. */
import { describe, expect, test } from "bun:test";
import { Turn } from "../../src/base/turn.ts";
import { ChunkTexts } from "../../src/intent/chunk-texts.ts";
import { Lexicon, type LexiconFile } from "../../src/intent/lexicon.ts";
import { readQuestion } from "../../src/intent/question.ts";
import { type RankedChunk, rank } from "../../src/intent/rank.ts";
import { IndexedProject } from "../fixture/indexed.ts";
import { projectAt } from "../fixture/project.ts";

interface Asking {
  byFile?: boolean;
  limit?: number;
  tests?: "demote" | "equal";
  isWanted?: (file: LexiconFile) => boolean;
}

/** Asks a project that is made for it. */
async function asking(files: Record<string, string>) {
  const index = await IndexedProject.of(files);
  await index.scan();
  const lexicon = new Lexicon();
  await lexicon.follow(index.database, new Turn(new AbortController().signal));
  const texts = new ChunkTexts(await projectAt(index.root), index.database);
  const found = (
    text: string,
    { byFile = true, limit = 20, tests = "demote", isWanted = () => true }: Asking = {},
  ): RankedChunk[] =>
    rank(readQuestion(text), limit, byFile, {
      lexicon,
      meanings: new Map(),
      isWanted,
      tests,
      textOf: (file, place) => texts.at(file, place)?.text,
    });
  const paths = (text: string, how?: Asking) => found(text, how).map(({ file }) => file.path);
  return { found, paths, [Symbol.asyncDispose]: () => index[Symbol.asyncDispose]() };
}

const uses =
  "import { Ledger } from './ledger';\nconst one = new Ledger();\nconst two = new Ledger();\nLedger.of(one, two);\n";

describe("the order of answers", () => {
  test("has a definition before its uses, asked for alone or in a sentence", async () => {
    await using shop = await asking({
      "src/a.ts": uses,
      "src/b.ts": uses.repeat(3),
      "src/money/books.ts": "export class Ledger {\n  post() {}\n}\n",
      "src/c.ts": "export function weather() {}\n",
    });
    for (const text of ["Ledger", "Money::Ledger", "Ledger()", "where does a Ledger get posted"]) {
      expect(shop.paths(text)[0]).toBe("src/money/books.ts");
    }
    expect(shop.paths("weather")).toEqual(["src/c.ts"]);
  });

  test("has the file first that is called like the question", async () => {
    const body =
      "export function run() {\n  // waits before it sends the letters again, with some delay, and retries\n}\n";
    await using shop = await asking({
      "src/a.ts": body,
      "src/retry_delay.ts": body,
      "src/z.ts": body,
      "src/delay.ts": body,
    });
    expect(shop.paths("delay of a retry")[0]).toBe("src/retry_delay.ts");
  });

  test("sets tests back, unless they count like others or the question is about them", async () => {
    const text = "export function freight() {\n  return parcels.reduce(weight);\n}\n";
    await using shop = await asking({
      "src/freight.ts": text,
      "src/freight.test.ts": `${text}freight(); // weight of the parcels, freight\n`,
      "src/other.ts": "export const other = 1;\n",
    });
    const points = (question: string, tests: "demote" | "equal" = "demote") =>
      shop
        .found(question, { tests })
        .find(({ file }) => file.role === "test")!
        .reasons.find(({ part }) => part === "demotion")?.points;
    expect(shop.paths("freight of parcels")).toEqual(["src/freight.ts", "src/freight.test.ts"]);
    expect(points("freight of parcels")).toBeLessThan(0);
    expect(points("freight of parcels", "equal")).toBeUndefined();
    expect(points("test of the freight of parcels")).toBeUndefined();
    expect(shop.paths("weight", { tests: "equal" })[0]).toBe("src/freight.test.ts");
  });

  test("has the newest of versions that stand side by side before the older, unless an old one is asked for", async () => {
    const text = "export function decode() {\n  return schema.walk();\n}\n";
    await using shop = await asking({ "src/v3/schema.ts": text, "src/v4/schema.ts": text, "lib/v3/alone.ts": text });
    const demoted = (question: string) =>
      shop
        .found(question)
        .filter(({ reasons }) => reasons.some(({ part }) => part === "demotion"))
        .map(({ file }) => file.path);
    expect(demoted("decode a schema")).toEqual(["src/v3/schema.ts"]);
    expect(shop.paths("decode a schema")[0]).toBe("src/v4/schema.ts");
    expect(demoted("decode an old schema")).toEqual([]);
  });

  test("is narrowed before it is cut", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`src/f${at}.ts`, "export const harbour = 'harbour harbour';\n"]),
    );
    await using shop = await asking({ ...files, "docs/far.md": "Text about many things, one of them a harbour.\n" });
    const isWanted = ({ path }: LexiconFile) => path.startsWith("docs/");
    expect(shop.paths("harbour", { limit: 1, isWanted })).toEqual(["docs/far.md"]);
    expect(shop.paths("harbour", { limit: 1 })).not.toEqual(["docs/far.md"]);
  });
});

describe("results", () => {
  const method = (name: string) => `  ${name}() {\n${"    // the harbour and its ships\n".repeat(30)}  }\n`;
  const files = {
    "src/port.ts": `export class Port {\n${method("dock")}${method("leave")}${method("wait")}}\n`,
    "src/ship.ts": "export class Ship {\n  // seeks a harbour\n}\n",
  };

  test("are one of a file, or several, each once, with less for each next", async () => {
    await using shop = await asking(files);
    const one = shop.found("harbour ships");
    expect(one.map(({ file }) => file.path).sort()).toEqual(["src/port.ts", "src/ship.ts"]);
    expect(one.find(({ file }) => file.path === "src/port.ts")!.others).toBeGreaterThan(0);
    const all = shop.found("harbour ships", { byFile: false });
    const port = all.filter(({ file }) => file.path === "src/port.ts");
    expect(port.length).toBeGreaterThan(1);
    expect(new Set(port.map(({ place }) => place)).size).toBe(port.length);
    for (const [at, { score }] of port.entries()) if (at > 0) expect(score).toBeLessThan(port[at - 1]!.score);
    expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).sort((a, b) => b - a));
    expect(shop.found("harbour ships", { byFile: false, limit: 1 })).toHaveLength(1);
  });

  test("have reasons that sum to their score, the weightiest first", async () => {
    await using shop = await asking(files);
    for (const text of ["harbour ships", "Port", "where does a Ship seek its harbour", "port dock"]) {
      const found = shop.found(text);
      expect(found.length).toBeGreaterThan(0);
      for (const { reasons, score } of found) {
        expect(reasons.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 9);
        const sizes = reasons.map(({ points }) => Math.abs(points));
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
      }
    }
  });

  test("are the same on every run, and none for questions that say nothing", async () => {
    await using shop = await asking(files);
    await using again = await asking(Object.fromEntries(Object.entries(files).reverse()));
    for (const text of ["harbour ships", "Port", "ship"]) {
      const shown = (found: RankedChunk[]) => found.map(({ file, ...rest }) => ({ path: file.path, ...rest }));
      expect(shown(again.found(text, { byFile: false }))).toEqual(shown(shop.found(text, { byFile: false })));
    }
    for (const text of ["+++", "the of and", "\ud800", "zeppelin", "合計"]) expect(shop.found(text)).toEqual([]);
  });
});
