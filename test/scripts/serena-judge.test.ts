/** The comparison with Serena judges by facts: here a small project and what a server would say of it. */
import { expect, test } from "bun:test";
import type { FactPlace, ServerSymbol } from "../../scripts/verify/serena-facts.ts";
import { differences } from "../../scripts/verify/serena-judge.ts";
import { columnsOf, type Definition, Texts } from "../../scripts/verify/serena-symbols.ts";
import { type Finding, TOOLS } from "../../scripts/verify/serena-tools.ts";
import { tmp } from "../fixture/tmp.ts";

const FILES = {
  "a.py": "def total(items):\n    found = 1\n    return found\n\n\nx = total([])\n# total is told here\n",
  "b.py": "from a import total\n\ny = total([1])\n",
  "c.py": "with open('x') as handle:\n    pass\n",
  "d.ts": "make({ size: 1 });\n",
};
const TOTAL: Definition = {
  path: "a.py",
  line: 1,
  name: "total",
  kind: "function",
  known: { ours: "total", theirs: "total" },
};
const [PROPERTY, FUNCTION, VARIABLE] = [7, 12, 13];
const SYMBOLS: ServerSymbol[] = [
  { name: "total", kind: FUNCTION, line: 1, around: [] },
  { name: "found", kind: VARIABLE, line: 2, around: [FUNCTION] },
  { name: "x", kind: VARIABLE, line: 6, around: [] },
  { name: "handle", kind: VARIABLE, line: 1, around: [] },
  { name: "size", kind: PROPERTY, line: 1, around: [] },
];
const USES = ["a.py:6", "b.py:1", "b.py:3"];

const at = (path: string, line: number, namePath = "", body?: string): Finding => {
  return { path, line, namePath, kind: "variable", ...(body !== undefined && { body }) };
};
const toolOf = (name: string) => TOOLS.find((tool) => tool.name === name)!;

async function verdicts(tool: string, ours: Finding[], theirs: Finding[], reason?: string) {
  await using folder = await tmp(FILES);
  const facts = {
    symbols: async () => SYMBOLS,
    definitions: async ({ path, line }: FactPlace) =>
      USES.includes(`${path}:${line}`) ? [{ path: "a.py", line: 1, column: 4 }] : [],
    uses: async () => [],
  };
  const judge = { facts, texts: new Texts(folder.path) };
  const found = await differences(toolOf(tool), { ours, theirs, reason }, TOTAL, judge);
  return found.map(({ by, verdict }) => `${by}: ${verdict}`);
}

test("the same places are no difference, however often they are named", async () => {
  const [one, other] = [at("a.py", 6, "x"), at("b.py", 3, "y")];
  expect(await verdicts("find_referencing_symbols", [one, other], [other, one, one])).toEqual([]);
});

test("a use that one side lacks is its fault, and one that is none the fault of the other", async () => {
  const uses = (ours: Finding[], theirs: Finding[]) => verdicts("find_referencing_symbols", ours, theirs);
  expect(await uses([at("b.py", 3)], [])).toEqual(["ours: theirs wrong"]);
  expect(await uses([], [at("b.py", 3)])).toEqual(["theirs: ours wrong"]);
  expect(await uses([at("a.py", 7)], [])).toEqual(["ours: ours wrong"]);
  expect(await uses([], [at("a.py", 7)])).toEqual(["theirs: theirs wrong"]);
  expect(await uses([at("b.py", 1)], [])).toEqual(["ours: convention"]);
});

test("what an answer lacks is no fault when it says that it may be incomplete", async () => {
  const said = await verdicts("find_referencing_symbols", [], [at("b.py", 3)], "the server is loading");
  expect(said).toEqual(["theirs: said"]);
});

test("what is none of the uses is no fault when the answer says that it went by the name", async () => {
  const byName = "no language server answered; by name, not by meaning";
  expect(await verdicts("find_referencing_symbols", [at("a.py", 7)], [], byName)).toEqual(["ours: said"]);
  expect(await verdicts("find_referencing_symbols", [at("a.py", 7)], [], "it is loading")).toEqual([
    "ours: ours wrong",
  ]);
});

test("what is around a use may be a test that its title names, or the field that a constructor declares", async () => {
  const around = (ours: string, theirs: string) =>
    verdicts("find_referencing_symbols", [at("b.py", 3, ours)], [at("b.py", 3, theirs)]);
  expect(await around("it('calls the callback once')", "it('calls the callback once') callback")).toEqual([]);
  expect(await around("Shop/rate", "Shop/constructor")).toEqual(["both: convention"]);
  expect(await around("Shop/rate", "Till/__init__")).toEqual(["both: unexplained"]);
});

test("a symbol that one side lacks is a fault unless it is local, and an invented one is", async () => {
  const symbols = (theirs: Finding) => verdicts("find_symbol", [], [theirs]);
  expect(await symbols(at("a.py", 6, "x"))).toEqual(["theirs: ours wrong"]);
  expect(await symbols(at("a.py", 2, "total/found"))).toEqual(["theirs: convention"]);
  expect(await symbols(at("a.py", 3, "gone"))).toEqual(["theirs: theirs wrong"]);
  expect(await symbols(at("c.py", 1, "handle"))).toEqual(["theirs: convention"]);
  expect(await symbols(at("d.ts", 1, "size"))).toEqual(["theirs: convention"]);
});

test("a symbol is not its own implementation", async () => {
  expect(await verdicts("find_implementations", [], [at("a.py", 1, "total")])).toEqual(["theirs: convention"]);
  expect(await verdicts("find_implementations", [], [at("a.py", 6, "x")])).toEqual(["theirs: ours wrong"]);
});

test("a body that holds more than ours is a fault of ours, and one that holds less is none", async () => {
  const bodies = (ours: string, theirs: string) =>
    verdicts("find_symbol", [at("a.py", 6, "x", ours)], [at("a.py", 6, "x", theirs)]);
  expect(await bodies("x = total([])", "x")).toEqual(["both: convention"]);
  expect(await bodies("x", "x = total([])")).toEqual(["both: ours wrong"]);
  expect(await bodies("x  =  total([])", "x = total([])")).toEqual([]);
});

test("a name is found as a word only", () => {
  expect(columnsOf("total = subtotal + total.x", "total")).toEqual([0, 19]);
  expect(columnsOf("$total", "total")).toEqual([]);
});
