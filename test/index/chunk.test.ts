/** Chunks of texts of every shape, with symbols anywhere in them. */
import { expect, test } from "bun:test";
import { seeded } from "../../scripts/corpus.ts";
import { lineStarts } from "../../src/base/text.ts";
import { type Chunk, chunksOf } from "../../src/index/chunk.ts";
import { dialectOf } from "../../src/syntax/dialect.ts";
import type { SyntaxSymbol } from "../../src/syntax/file-syntax.ts";
import { parseFile } from "../../src/syntax/parser.ts";
import { SymbolTree } from "../../src/syntax/tree.ts";
import { CATALOG } from "../fixture/project.ts";

/** A text and nested symbols in it, both at random. */
function randomTree(seed: number): SymbolTree {
  const random = seeded(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const ends = [["\n"], ["\r\n"], ["\r"], ["\n", "\r\n", "\r"]][below(4)]!;
  const shapes = [
    () => "",
    () => "   ",
    () => "x".repeat(below(30)),
    () => "word ".repeat(below(12)),
    () => "😀".repeat(below(20)),
    () => "long ".repeat(below(60)),
    () => (random() < 0.2 ? "y😀".repeat(below(200)) : "z"),
  ];
  let text = "";
  for (let line = below(60); line > 0; line--) text += shapes[below(shapes.length)]!() + ends[below(ends.length)]!;
  if (random() < 0.5) text += "no end of line";
  const symbols: SyntaxSymbol[] = [];
  const grow = (from: number, to: number, parent: number, depth: number) => {
    for (let at = from + below(40); at < to && symbols.length < 60; ) {
      const end = Math.min(to, at + 1 + below(random() < 0.3 ? 600 : 120));
      const hasDoc = random() < 0.3 && at - from > 5;
      const name = { start: at, end: Math.min(end, at + 3) };
      symbols.push({
        kind: "function",
        name: `s${symbols.length}`,
        declaration: { start: at, end },
        nameSpan: name,
        signature: "",
        exported: false,
        parent,
        ...(hasDoc && { doc: { start: at - 5, end: at - 1 } }),
      });
      if (depth < 3) grow(at + 3, end, symbols.length - 1, depth + 1);
      at = end + below(60);
    }
  };
  grow(0, text.length, -1, 0);
  return new SymbolTree(text, { symbols });
}

const SIZE = 200;

/** What is wrong with chunks, if anything. */
function fault({ text, all }: SymbolTree, chunks: readonly Chunk[], size = SIZE): string | undefined {
  const starts = new Set([...lineStarts(text), text.length]);
  const lines = lineStarts(text);
  const lineAt = (offset: number) => lines.findLastIndex((start) => start <= offset);
  const lineLength = (line: number) => (lines[line + 1] ?? text.length) - lines[line]!;
  let at = 0;
  for (const chunk of chunks) {
    const { start, end, startLine, endLine } = chunk;
    if (start < at) return `${start} overlaps what ends at ${at}`;
    if (text.slice(at, start).trim() !== "") return `nothing holds ${at} to ${start}`;
    if (end <= start || text.slice(start, end).trim() === "") return `${start} to ${end} is blank`;
    if (end - start > size) return `${start} to ${end} is larger than ${size}`;
    for (const edge of [start, end]) {
      if (!starts.has(edge) && lineLength(lineAt(edge)) <= size) return `${edge} splits a line that is not too long`;
      if (/[\ud800-\udbff]/.test(text[edge - 1] ?? "") && /[\udc00-\udfff]/.test(text[edge] ?? "")) {
        return `${edge} splits a character`;
      }
    }
    if (startLine !== lineAt(start) + 1 || endLine !== lineAt(end - 1) + 1) return `${start} has other lines`;
    at = end;
  }
  if (text.slice(at).trim() !== "") return `nothing holds what begins at ${at}`;
  const named = chunks.flatMap(({ start, end, symbols }) => symbols.map((symbol) => ({ start, end, symbol })));
  for (const { name, nameSpan } of all) {
    const homes = named.filter(({ symbol }) => symbol === name);
    const home = chunks.find(({ start, end }) => start <= nameSpan.start && nameSpan.start < end);
    if (!home ? homes.length > 0 : homes.length !== 1 || homes[0]!.start !== home.start)
      return `${name} is not in its chunk`;
  }
  return undefined;
}

test("chunks hold every character once, split no line that fits, keep to their size, and name their symbols", () => {
  for (let seed = 0; seed < 3_000; seed++) {
    const tree = randomTree(seed);
    const found = fault(tree, chunksOf(tree, SIZE));
    expect(found && `seed ${seed}: ${found}`).toBeUndefined();
  }
});

test("chunks are few: two neighbours would not fit into one", () => {
  for (let seed = 0; seed < 500; seed++) {
    const chunks = chunksOf(new SymbolTree(randomTree(seed).text, { symbols: [] }), SIZE);
    const small = chunks.filter((chunk, at) => at > 0 && chunk.end - chunks[at - 1]!.start <= SIZE);
    expect(small).toEqual([]);
  }
});

test("a huge line is cut between characters, and a blank text has no chunk", () => {
  const huge = new SymbolTree("😀".repeat(50_000), { symbols: [] });
  expect(fault(huge, chunksOf(huge, 1_499), 1_499)).toBeUndefined();
  for (const blank of ["", "\n", " \r\n\t\r", "\n".repeat(9_000)]) {
    expect(chunksOf(new SymbolTree(blank, { symbols: [] }))).toEqual([]);
  }
});

test("a declaration that is too long is cut where its members begin", async () => {
  const method = (name: string) => `  ${name}() {\n${"    work();\n".repeat(10)}  }\n`;
  const text = `class Long {\n${["one", "two", "three"].map(method).join("")}}\n`;
  const syntax = await parseFile(
    { ...dialectOf("a.ts", CATALOG)!, text, occurrences: false, timeLimit: 20_000 },
    CATALOG,
  );
  const chunks = chunksOf(new SymbolTree(text, syntax), 160);
  expect(chunks.map(({ symbols }) => symbols)).toEqual([["Long", "one"], ["two"], ["three"]]);
  expect(chunks.map(({ startLine }) => startLine)).toEqual([1, 14, 26]);
}, 30_000);
