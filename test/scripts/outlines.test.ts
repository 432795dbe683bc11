import { describe, expect, test } from "bun:test";
import { classOf, readClasses } from "../../scripts/verify/outline-classes.ts";
import { branchLines, compareOutlines } from "../../scripts/verify/outline-compare.ts";
import { type OutlineRow, outlineRows } from "../../scripts/verify/outline-row.ts";
import { SymbolTree } from "../../src/syntax/tree.ts";

const TEXT = "class Cart {\n  total() {}\n}\nlet other;\n";

/** Rows of names, each with its kind and the name of its parent. */
function outline(...named: [name: string, kind: "class" | "method" | "variable", parent?: string][]): OutlineRow[] {
  const symbols = named.map(([name, kind, parent]) => {
    const start = TEXT.indexOf(name);
    const end = kind === "class" ? TEXT.indexOf("\n}") + 2 : start + name.length;
    const declaration = { start: kind === "class" ? 0 : start, end };
    const nameSpan = { start, end: start + name.length };
    const around = named.findIndex(([one]) => one === parent);
    return { name, kind, declaration, nameSpan, signature: name, exported: true, parent: around };
  });
  return outlineRows(new SymbolTree(TEXT, { symbols }));
}

function sides(ours: OutlineRow[], theirs: OutlineRow[]): string[] {
  const file = { path: "cart.ts", lines: TEXT.split("\n"), broken: new Set<number>(), branches: new Set<number>() };
  const { differences } = compareOutlines({ ...file, ours, theirs });
  return differences.map(({ side, ours, theirs }) => `${side} ${(ours ?? theirs)!.name}`);
}

const ours = outline(["Cart", "class"], ["total", "method", "Cart"], ["other", "variable"]);

describe("two outlines", () => {
  test("that are the same do not differ", () => expect(sides(ours, ours)).toEqual([]));

  test("differ in what one of them lacks, in kinds and in parents", () => {
    expect(sides(ours, outline(["Cart", "class"], ["total", "method", "Cart"]))).toEqual(["ours other"]);
    expect(sides(outline(["Cart", "class"]), outline(["Cart", "class"], ["other", "variable"]))).toEqual([
      "theirs other",
    ]);
    expect(sides(ours, outline(["Cart", "class"], ["total", "variable"], ["other", "variable"]))).toEqual([
      "kind total",
      "parent total",
    ]);
  });

  test("agree on a parent that only one of them puts between", () => {
    expect(sides(outline(["total", "method"]), outline(["Cart", "class"], ["total", "method", "Cart"]))).toEqual([
      "theirs Cart",
    ]);
  });
});

test("a guard around a whole header is no branch", () => {
  expect([...branchLines(["#ifndef CART_H", "int a;", "#if X", "int b;", "#endif", "int c;", "#endif"])]).toEqual([4]);
});

test("every class is well formed, and explains nothing of another side", () => {
  const classes = readClasses();
  expect(classes.length).toBeGreaterThan(50);
  const facts = { kinds: "field > property", name: "a" };
  const difference = { ours: undefined, theirs: undefined, facts };
  expect(classOf({ ...difference, side: "kind" }, "go", "gopls", classes)?.side).toBe("kind");
  expect(classOf({ ...difference, side: "kind", facts: { kinds: "class > key", name: "a" } }, "go", "x", classes)).toBe(
    undefined,
  );
});
