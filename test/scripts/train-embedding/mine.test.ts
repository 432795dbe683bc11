import { expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mineFile } from "../../../scripts/train-embedding/mine-file.ts";
import { PairWriter, readPairs } from "../../../scripts/train-embedding/pairs.ts";
import { asked, paragraphs } from "../../../scripts/train-embedding/prose.ts";
import { random } from "../../../scripts/train-embedding/random.ts";
import { LANGUAGES } from "../../../src/language/_builtin.gen.ts";
import { Catalog } from "../../../src/language/catalog.ts";
import { dialectOf } from "../../../src/syntax/dialect.ts";
import { parseFile } from "../../../src/syntax/parser.ts";

const catalog = new Catalog(LANGUAGES);

/** Queries and passages of a text, as words. */
async function mined(
  path: string,
  text: string,
  isPlain: boolean,
): Promise<{ kind: string; query: string; passage: string }[]> {
  const dialect = dialectOf(path, catalog)!;
  const syntax = await parseFile({ ...dialect, text, occurrences: false, timeLimit: 20_000 }, catalog);
  const writer = new PairWriter();
  mineFile({ path, language: dialect.language, text, syntax }, writer, random(1), isPlain);
  const file = join(mkdtempSync(join(tmpdir(), "pairs-")), "one.pairs");
  writer.write(file);
  const { words, pairs } = readPairs(file);
  const said = (ids: Uint32Array) => Array.from(ids, (id) => words[id]).join(" ");
  return pairs.map(({ kind, query, passage }) => ({ kind, query: said(query), passage: said(passage) }));
}

test.each([
  [
    "a.py",
    'def halve(number):\n    """Divide a number by two.\n\n    :param number: what\n    """\n    return number / 2\n',
    "divide a number by two",
    "def halve number return number 2",
  ],
  [
    "a.rs",
    "/// Divide a number by two.\n#[inline]\npub fn halve(number: i32) -> i32 { number / 2 }\n",
    "divide a number by two",
    "inline pub fn halve number i32 i32 number 2",
  ],
  [
    "a.cs",
    'class C {\n  /// <summary>Divide a <see cref="T:Number"/> by two.</summary>\n  /// <param name="n">The n</param>\n  int Halve(int n) { return n / 2; }\n}\n',
    "divide a number by two",
    "int halve int n return n 2",
  ],
  [
    "a.ex",
    'defmodule A do\n  @doc """\n  Divide a number by two.\n  """\n  def halve(n), do: div(n, 2)\nend\n',
    "divide a number by two",
    "def halve n do div n 2",
  ],
  [
    "a.sh",
    "# Divide a number by two.\nhalve() {\n  echo $(( $1 / 2 ))\n}\n",
    "divide a number by two",
    "halve echo 1 2",
  ],
])(
  "the comment of a function in %s is the query, the code without it the passage",
  async (path, text, query, passage) => {
    expect(await mined(path, text, true)).toEqual([{ kind: "doc", query, passage }]);
  },
);

test("a function's own name is no part of the query that it is measured with", async () => {
  const text =
    "/** Calls halveAll for every list that is given. */\nfunction halveAll(lists) { return lists.map(halve); }\n";
  expect((await mined("a.js", text, true))[0]!.query).toBe("calls for every list that is given");
});

test("remarks within functions ask for the lines behind them", async () => {
  const body = Array.from({ length: 12 }, (_, line) => `  total += weights[${line}] * values[${line}];`).join("\n");
  const text = `function sum(weights, values) {\n  let total = 0;\n  // multiply every weight with the value beside it\n${body}\n  return total;\n}\n`;
  const found: { kind: string; query: string; passage: string }[] = [];
  for (let run = 0; run < 1; run++) found.push(...(await mined("src/sum.js", text.repeat(8), false)));
  const remark = found.find(({ kind }) => kind === "comment")!;
  expect(remark.query).toContain("multiply every weight with the value beside it");
  expect(remark.passage).toContain("total weights 3 values 3");
});

test("paragraphs come without marks, tags, examples and parameters", () => {
  const { lead, tail } = paragraphs(
    "/**\n * Opens {@link Door} and <b>waits</b>.\n *\n * Second [part](http://x).\n *\n * @param door the door\n */",
  );
  expect(lead).toEqual(["Opens Door and waits .", "Second part."]);
  expect(tail).toBe("door the door");
  expect(paragraphs("# Reads.\n#\n# ```\n# code()\n# ```\n").lead).toEqual(["Reads."]);
});

test.each([
  "Copyright 2020 by somebody, all rights reserved",
  "eslint-disable-next-line no-console",
  "const value = compute(a, b); if (value) { return [value]; }",
  "数据库连接池的大小和超时时间",
  "x",
])("%p is nothing that somebody asks", (text) => {
  expect(asked(text)).toBeUndefined();
});
