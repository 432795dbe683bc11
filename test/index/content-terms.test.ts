/** What a content's terms are, and that they come out of their bytes as they went in. */
import { describe, expect, test } from "bun:test";
import { seeded } from "../../scripts/corpus.ts";
import { stem } from "../../src/base/stem.ts";
import { chunksOf } from "../../src/index/chunk.ts";
import { type ContentTerms, contentTerms, packTerms, unpackTerms } from "../../src/index/content-terms.ts";
import { term } from "../../src/index/terms.ts";
import { dialectOf } from "../../src/syntax/dialect.ts";
import { parseFile } from "../../src/syntax/parser.ts";
import { SymbolTree } from "../../src/syntax/tree.ts";
import { CATALOG } from "../fixture/project.ts";

function randomTerms(random: () => number): ContentTerms {
  const below = (limit: number) => Math.floor(random() * limit);
  const many = (length: number, limit: number) => Array.from({ length }, () => below(limit));
  const [chunks, terms, names, stems] = many(4, 40) as [number, number, number, number];
  return {
    lengths: Uint32Array.from(many(chunks, 2 ** 32)),
    ends: Uint32Array.from(many(chunks, 2 ** 32)),
    terms: Uint32Array.from(many(terms, 2 ** 32)),
    counts: Uint8Array.from(many(terms, 256)),
    nameEnds: Uint32Array.from(many(names, 2 ** 32)),
    nameStems: Uint32Array.from(many(stems, 2 ** 32)),
    nameWeights: Uint8Array.from(many(names, 256)),
  };
}

describe("bytes", () => {
  test("give back the terms that they are made of, wherever they lie in memory", () => {
    const random = seeded(11);
    for (let round = 0; round < 400; round++) {
      const terms = randomTerms(random);
      const bytes = packTerms(terms);
      expect(unpackTerms(bytes)).toEqual(terms);
      for (const offset of [1, 2, 3, 4]) {
        const shifted = new Uint8Array(bytes.length + 8).subarray(offset, offset + bytes.length);
        shifted.set(bytes);
        expect(unpackTerms(shifted)).toEqual(terms);
      }
    }
  });

  test("of nothing give nothing", () => {
    const none = contentTerms(new SymbolTree("", { symbols: [] }), []);
    expect(unpackTerms(packTerms(none))).toEqual(none);
  });
});

async function termsOf(path: string, text: string, size?: number) {
  const dialect = dialectOf(path, CATALOG)!;
  const syntax = await parseFile({ ...dialect, text, occurrences: false, timeLimit: 20_000 }, CATALOG);
  const tree = new SymbolTree(text, syntax);
  const chunks = chunksOf(tree, size);
  const terms = contentTerms(tree, chunks);
  const counts = (chunk: number) => {
    const [from, end] = [chunk === 0 ? 0 : terms.ends[chunk - 1]!, terms.ends[chunk]!];
    return new Map([...terms.terms.subarray(from, end)].map((one, at) => [one, terms.counts[from + at]!]));
  };
  return { terms, chunks, counts };
}

describe("terms of a content", () => {
  test("count words up to what a byte holds, and lengths go on", async () => {
    const { counts, terms } = await termsOf("a.ts", `// ${"harbour ".repeat(300)}\n`, 10_000);
    expect(counts(0).get(term("stem", stem("harbour")))).toBe(255);
    expect([...terms.lengths]).toEqual([300]);
  });

  test("say what is defined and how much that says, in the chunk that has the name", async () => {
    const filler = `  // ${"words ".repeat(20)}\n`.repeat(3);
    const { counts, chunks } = await termsOf(
      "a.ts",
      `export class Cart {\n${filler}  addItem() {\n${filler}  }\n}\nexport function checkOut() {\n${filler}}\n`,
      400,
    );
    const at = (name: string) => chunks.findIndex(({ symbols }) => symbols.includes(name));
    expect(at("Cart")).not.toBe(at("checkOut"));
    expect(counts(at("Cart")).get(term("definedExactly", "Cart"))).toBe(100);
    expect(counts(at("Cart")).get(term("definedExactly", "cart"))).toBeUndefined();
    expect(counts(at("Cart")).get(term("defined", "cart"))).toBe(100);
    expect(counts(at("checkOut")).get(term("defined", "checkout"))).toBe(90);
    expect(counts(at("addItem")).get(term("definedExactly", "addItem"))).toBe(45); // a method, within another
    expect(counts(at("checkOut")).get(term("defined", "cart"))).toBeUndefined();
  });

  test("take apart the names that say much, each once", async () => {
    const { terms } = await termsOf(
      "a.ts",
      "export class ItemItem { item = 1; total() {} }\nclass B { total() {} }\nlet cheap = 1;\n",
    );
    const names = [...terms.nameEnds].map((end, at) => [...terms.nameStems.subarray(terms.nameEnds[at - 1] ?? 0, end)]);
    const stems = (...words: string[]) => words.map((word) => term("stem", stem(word)));
    expect(names).toEqual([stems("item"), stems("total"), stems("b")]);
    expect([...terms.nameWeights]).toEqual([100, 60, 100]);
  });
});
