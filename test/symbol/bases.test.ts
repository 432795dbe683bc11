/** Which names in a declaration are those of the types above it. */
import { afterAll, describe, expect, test } from "bun:test";
import { basesOf } from "../../src/symbol/bases.ts";
import { dialectNamed } from "../../src/syntax/dialect.ts";
import { SyntaxPool } from "../../src/syntax/pool.ts";
import { SymbolTree } from "../../src/syntax/tree.ts";
import { CATALOG } from "../fixture/project.ts";

const parsers = new SyntaxPool({ log: () => undefined });
afterAll(() => parsers[Symbol.dispose]());

/** The names that the first type of a text gives, from where they are said to stand. */
async function bases(text: string, language: "typescript" | "python"): Promise<string[]> {
  const dialect = dialectNamed(language, CATALOG)!;
  const tree = new SymbolTree(text, await parsers.parse("a", dialect, text, { signal: AbortSignal.timeout(30_000) }));
  const how = CATALOG.named(language)!.syntax!.bases!;
  const lines = text.split("\n");
  return basesOf(tree, tree.roots[0]!, how).map(
    ({ line, column }) => /^\w+/.exec(lines[line - 1]!.slice(column - 1))![0],
  );
}

describe("behind keywords", () => {
  test.each([
    ["class A {}", []],
    ["class A extends B implements C, D { e: F }", ["B", "C", "D"]],
    ["export interface A<T extends X = Y> extends B<T, () => Z>, m.n.C {}", ["B", "C"]],
    ["abstract class A // extends X\n  /* extends Y */ extends B {\n  c = class extends Z {};\n}", ["B"]],
    ["class A extends mixed(X, Y) {}", ["mixed"]],
  ])("%s", async (text, names) => {
    expect(await bases(text, "typescript")).toEqual(names);
  });
});

describe("in parentheses", () => {
  test.each([
    ["class A: x: B", []],
    ["class A(B, m.n.C):\n    def d(self, e: F): ...", ["B", "C"]],
    ["class A[T: X](B[Y], Generic[T], metaclass=M, **kw): pass", ["B", "Generic", "kw"]],
    ["class A(  # X, Y\n    B,\n): pass", ["B"]],
  ])("%s", async (text, names) => {
    expect(await bases(text, "python")).toEqual(names);
  });
});
