/** The tool over a small project: filters, budgets, and what its answers say of themselves. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Asked, type Questions, questions } from "../fixture/questions.ts";

interface Row {
  path: string;
  start_line: number;
  end_line: number;
  symbols: string[];
  text: string;
  score: number;
  more_in_file: number;
  why?: { part: string; value: number; points: number }[];
}
type Answer = { results: Row[] };

const long = (name: string) => `  ${name}() {\n${"    // parcels and their freight by weight\n".repeat(35)}  }\n`;

const FILES = {
  "src/freight.ts": `export class Freight {\n${long("byWeight")}${long("bySize")}${long("byDistance")}}\n`,
  "src/parcel.py": "class Parcel:\n    def freight(self):\n        return self.weight * 3\n",
  "src/zoo.ts": "export class Zebra {\n  stripes = 40;\n}\n",
  "lib/toll.ts":
    "/** Tolls that are added to the freight of a parcel. */\nexport function tollOf(parcel: Parcel) {\n  return 1;\n}\n",
  "test/freight.test.ts": "test('freight of parcels by weight', () => { new Freight().byWeight(); });\n",
};

let shop: Questions;
const search = (input: Record<string, unknown>, from = shop) => from.ask<Answer>("semantic_search", input);
const paths = ({ body }: Asked<Answer>) => body.answer.results.map(({ path }) => path);

beforeAll(async () => {
  shop = await questions({ files: FILES, settings: { "embedding.provider": "off" } });
  await shop.indexed();
});
afterAll(() => shop[Symbol.asyncDispose]());

describe("semantic_search", () => {
  test("gives code with its place and the names that it defines", async () => {
    const found = await search({ query: "Zebra" });
    expect(found.body).toMatchObject({ source: "index", generation: expect.any(Number) });
    const [first] = found.body.answer.results;
    expect(first).toMatchObject({ path: "src/zoo.ts", start_line: 1, end_line: 3, text: FILES["src/zoo.ts"] });
    expect(first!.symbols).toContain("Zebra");
    expect(first!.why).toBeUndefined();
  });

  test("takes globs and languages before the limit", async () => {
    const query = "freight of a parcel";
    expect(paths(await search({ query, limit: 1, include_glob: ["lib/**"] }))).toEqual(["lib/toll.ts"]);
    expect(paths(await search({ query, limit: 1, languages: ["python"] }))).toEqual(["src/parcel.py"]);
    expect(paths(await search({ query, limit: 1, language: ["Python"] }))).toEqual(["src/parcel.py"]);
    const without = paths(await search({ query, exclude_glob: ["src/**"] }));
    expect(without.toSorted()).toEqual(["lib/toll.ts", "test/freight.test.ts"]);
    expect(paths(await search({ query, include_glob: ["!src/**", "*.ts"] })).toSorted()).toEqual(without.toSorted());
    expect(paths(await search({ query, limit: 10 }))).toHaveLength(4);
  });

  test("refuses languages and globs that there are not", async () => {
    const unknown = await search({ query: "freight", languages: ["pyton"] });
    expect(unknown).toMatchObject({ status: 422, body: { code: "invalid_arguments" } });
    expect(unknown.body.detail).toContain("python");
    expect((await search({ query: "freight", include_glob: ["{"] })).status).toBe(422);
    expect((await search({ query: "freight", limit: 11 })).status).toBe(422);
    expect((await search({ query: "" })).status).toBe(422);
  });

  test("leaves tests out, or has them count like other code", async () => {
    const score = async (input: Record<string, unknown>) =>
      (await search({ query: "freight of parcels by weight", limit: 10, ...input })).body.answer.results.find(
        ({ path }) => path === "test/freight.test.ts",
      )?.score;
    expect(await score({ tests: "exclude" })).toBeUndefined();
    expect(await score({ tests: "include" })).toBeGreaterThan((await score({}))!);
    expect(await score({ query: "test of the freight by weight" })).toBe(
      await score({ query: "test of the freight by weight", tests: "include" }),
    );
  });

  test("gives one result of a file, and says how much more there is; or several", async () => {
    const query = "parcels and their freight by weight";
    const one = (await search({ query })).body.answer.results.filter(({ path }) => path === "src/freight.ts");
    expect(one).toHaveLength(1);
    expect(one[0]!.more_in_file).toBeGreaterThan(0);
    const several = await search({ query, group_by_file: false, include_glob: ["src/freight.ts"] });
    const rows = several.body.answer.results;
    expect(rows.length).toBeGreaterThan(1);
    expect(new Set(rows.map(({ start_line }) => start_line)).size).toBe(rows.length);
    for (const { start_line, end_line, text } of rows) {
      const lines = FILES["src/freight.ts"].split("\n").slice(start_line - 1, end_line);
      expect(text.trimEnd()).toBe(lines.join("\n").trimEnd());
    }
  });

  test("explains a score by points that sum to it", async () => {
    const { results } = (await search({ query: "freight of a parcel", explain: true })).body.answer;
    for (const { why, score } of results) {
      expect(why!.length).toBeGreaterThan(0);
      const sum = why!.reduce((all, { points }) => all + points, 0);
      expect(Math.abs(sum - score)).toBeLessThan(0.001 * why!.length);
    }
  });

  test("says what would find more when nothing is found, and never fails for an odd question", async () => {
    for (const query of ["+++", "the of", "zeppelin", "\ud800", "合計", "x ".repeat(1_000)]) {
      const found = await search({ query });
      expect(found).toMatchObject({ status: 200, body: { answer: { results: [] } } });
      expect(found.body.hint).toContain("search_for_pattern");
    }
  });

  test("without vectors answers by words and says so", async () => {
    const { body } = await search({ query: "freight" });
    expect(body).toMatchObject({ complete: false, reason: expect.stringContaining("vectors are off") });
  });

  test("H35 shows what a file says now", async () => {
    for (let round = 0; round < 5; round++) {
      const text = `${"// above\n".repeat(round)}export class Zebra {\n  stripes = ${round};\n}\n`;
      shop.write("src/zoo.ts", text);
      const found = await search({ query: "Zebra stripes" });
      for (const { path, text: shown } of found.body.answer.results)
        if (path === "src/zoo.ts") expect(text).toContain(shown);
      if (paths(found)[0] !== "src/zoo.ts") expect(found.body.complete).toBe(false);
    }
    shop.remove("src/zoo.ts");
    expect(paths(await search({ query: "Zebra stripes" }))).not.toContain("src/zoo.ts");
    shop.write("src/zoo.ts", FILES["src/zoo.ts"]);
  });
});

test("with less room come heads, then places, then their number", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [
      `src/${"a-rather-long-folder-name/".repeat(3)}freight${at}.ts`,
      `export class Freight${at} {\n${"  // parcels and their freight by weight\n".repeat(35)}}\n`,
    ]),
  );
  await using wide = await questions({ files, settings: { "embedding.provider": "off" } });
  await wide.indexed();
  const shapes = new Map<number, string>();
  for (const most of [500, 1_000, 1_500, 2_500, 5_000, 10_000, 20_000]) {
    const { status, body } = await wide.ask<{ results: number | Partial<Row>[] }>("semantic_search", {
      query: "freight of parcels",
      limit: 10,
      max_answer_chars: most,
    });
    expect(status).toBe(200);
    expect(JSON.stringify(body.answer).length).toBeLessThanOrEqual(most);
    const { results } = body.answer;
    const first = typeof results === "number" ? undefined : results[0];
    if (first?.text !== undefined) expect(first.text).toStartWith("export class Freight");
    shapes.set(
      most,
      first === undefined
        ? "count"
        : first.score !== undefined
          ? "full"
          : first.text !== undefined
            ? "heads"
            : "places",
    );
    if (typeof results === "number") expect(results).toBe(10);
  }
  expect([...shapes.values()]).toEqual([...shapes.values()].toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)));
  expect([...new Set(shapes.values())]).toEqual(ORDER);
});
const ORDER = ["count", "places", "heads", "full"];

test("strict settings make it an error that vectors are missing", async () => {
  const settings = {
    "embedding.provider": "endpoint",
    "embedding.url": "http://127.0.0.1:1/v1",
    "embedding.model": "none",
    "embedding.strict": true,
  };
  await using strict = await questions({ files: FILES, settings });
  await strict.indexed();
  const { status, body } = await search({ query: "freight" }, strict);
  expect([status, body.code]).toEqual([503, "unavailable"]);
  expect(body.detail).toContain("cannot answer in full");
});
