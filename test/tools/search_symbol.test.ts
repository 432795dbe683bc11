/** Symbols by what is remembered of their names, in projects that are new, indexed, changed. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Asked, type Questions, questions } from "../fixture/questions.ts";

type Answer = { symbols: { match: string; path: string; name_path: string; kind: string; start_line: number }[] };

const FILES = {
  "src/overview.ts": "export function getSymbolsOverview() {}\nexport function getSymbols() {}\n",
  "src/cart.ts": "export class Cart {\n  total() {}\n  totalOf() {}\n}\nexport class Basket { total() {} }\n",
  "src/find.py": "def find_symbol():\n    pass\n\ndef find_symbols_of_many():\n    pass\n",
  "src/api.gen.ts": "export function total() {}\n",
  "test/cart.test.ts": "export function total() {}\n",
  "src/other.ts": "export function subtotal() {}\nexport function grandTotal() {}\n",
};

let shop: Questions;
const search = (input: Record<string, unknown>, from = shop) => from.ask<Answer>("search_symbol", input);
const rows = ({ body }: Asked<Answer>) =>
  body.answer.symbols.map(({ match, path, name_path }) => `${match} ${path} ${name_path}`);
const names = ({ body }: Asked<Answer>) => body.answer.symbols.map(({ name_path }) => name_path);

beforeAll(async () => {
  shop = await questions({ files: FILES });
  await shop.indexed();
});
afterAll(() => shop[Symbol.asyncDispose]());

describe("search_symbol", () => {
  test("gives the same name first, then beginnings, then pieces; sources before tests before what was made", async () => {
    const found = await search({ query: "total" });
    expect(rows(found)).toEqual([
      "exact src/cart.ts Cart/total",
      "exact src/cart.ts Basket/total",
      "exact test/cart.test.ts total",
      "exact src/api.gen.ts total",
      "prefix src/cart.ts Cart/totalOf",
      "substring src/other.ts subtotal",
      "substring src/other.ts grandTotal",
    ]);
    expect(found.body).toMatchObject({ source: "index", total: 7, is_truncated: false });
    expect(found.body.complete).toBeUndefined();
  });

  test("finds names by the initials of their words, whichever way they are written", async () => {
    for (const query of ["gSO", "gso", "getOver"]) {
      expect(rows(await search({ query }))).toEqual(["hump src/overview.ts getSymbolsOverview"]);
    }
    expect(names(await search({ query: "fs" }))).toEqual(["find_symbol", "find_symbols_of_many"]);
    expect(names(await search({ query: "findSymbol" }))).toEqual(["find_symbol", "find_symbols_of_many"]);
  });

  test("H21 what is only like a name says so, and is offered only where nothing better is", async () => {
    expect(rows(await search({ query: "getSymbolOverveiw" }))).toEqual(["typo src/overview.ts getSymbolsOverview"]);
    expect((await search({ query: "Basket" })).body.answer.symbols).toHaveLength(1);
    const none = await search({ query: "nothingLikeThat" });
    expect(none.body).toMatchObject({ total: 0, answer: { symbols: [] }, hint: expect.stringContaining("No name") });
    expect(none.body.complete).toBeUndefined();
  });

  test("looks below the names before a slash or a dot", async () => {
    for (const query of ["Cart/total", "Cart.tot", "cart::total"]) {
      expect(names(await search({ query }))).toContain("Cart/total");
      expect(names(await search({ query }))).not.toContain("Basket/total");
    }
  });

  test("takes kinds, globs and a limit, and counts what it leaves out", async () => {
    expect(names(await search({ query: "total", kinds: ["method"] }))).toEqual([
      "Cart/total",
      "Basket/total",
      "Cart/totalOf",
    ]);
    expect(rows(await search({ query: "total", include_glob: ["test/**"] }))).toEqual([
      "exact test/cart.test.ts total",
    ]);
    const cut = await search({ query: "total", limit: 2 });
    expect(cut.body).toMatchObject({ total: 7, is_truncated: true });
    expect(cut.body.answer.symbols).toHaveLength(2);
    expect((await search({ query: "total", include_glob: ["{"] })).status).toBe(422);
  });

  test("H35 a file that came, changed or went is known by the next question", async () => {
    shop.write("src/new.ts", "export function ghostWriter() {}\n");
    expect(names(await search({ query: "ghostWriter" }))).toEqual(["ghostWriter"]);
    shop.write("src/new.ts", "export function ghostReader() {}\n");
    expect(names(await search({ query: "ghost" }))).toEqual(["ghostReader"]);
    shop.remove("src/new.ts");
    expect(names(await search({ query: "ghostReader" }))).toEqual([]);
  });

  test("a file that the index has not taken in yet is read for the answer, unless it is ignored", async () => {
    const project = await shop.app.app.projects.at(shop.app.project);
    const index = shop.app.app.indexOf(project);
    shop.write(".gitignore", "*.out.ts\n");
    await shop.indexed();
    shop.write("src/late.ts", "export function lateComer() {}\n");
    shop.write("src/late.out.ts", "export function lateComer() {}\n");
    const changed = ["src/late.ts", "src/late.out.ts", "src/find.py"];
    shop.write("src/find.py", "def find_nothing():\n    pass\n");
    index.freshenPatiently = async () => ({
      generation: 1,
      pending: 3,
      changed,
      reason: "changed files are being read",
    });
    const [late, gone] = [await search({ query: "lateComer" }), await search({ query: "find_symbol" })];
    Reflect.deleteProperty(index, "freshenPatiently");
    expect(rows(late)).toEqual(["exact src/late.ts lateComer"]);
    expect(late.body.complete).toBeUndefined();
    expect(names(gone)).toEqual([]);
    for (const path of [".gitignore", "src/late.ts", "src/late.out.ts"]) shop.remove(path);
    shop.write("src/find.py", FILES["src/find.py"]);
  });

  test("a file that changes between the index and the answer is read for the answer", async () => {
    const project = await shop.app.app.projects.at(shop.app.project);
    const index = shop.app.app.indexOf(project);
    const freshen = index.freshenPatiently.bind(index);
    index.freshenPatiently = async (...given) => {
      const freshness = await freshen(...given);
      writeFileSync(join(shop.app.project, "src/other.ts"), "\n\nexport function subtotal() {}\n");
      return freshness;
    };
    const found = await search({ query: "subtotal" }).finally(() => {
      index.freshenPatiently = freshen;
    });
    expect(found.body.answer.symbols).toMatchObject([{ name_path: "subtotal", start_line: 3 }]);
    expect(names(await search({ query: "grandTotal" }))).toEqual([]);
  });
});

test("H32 a project that nobody has indexed is searched all the same, or the answer is that it is not ready", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 600 }, (_, n) => [`src/f${n}.ts`, `export function f${n}() {}\n`.repeat(40)]),
  );
  await using fresh = await questions({ files: { ...many, "src/z.ts": "export function signIn() {}\n" } });
  const first = await search({ query: "signIn" }, fresh);
  if (first.status === 200) expect(names(first)).toEqual(["signIn"]);
  else expect(first.body).toMatchObject({ code: "unavailable", detail: expect.stringContaining("being indexed") });
  const absent = await search({ query: "signOut" }, fresh);
  // "None" is only said by an index that is complete.
  if (absent.status === 200 && absent.body.answer.symbols.length === 0) expect(absent.body.complete).toBeUndefined();
  await fresh.indexed();
  expect((await search({ query: "signIn" }, fresh)).body).toMatchObject({ source: "index", total: 1 });
});
