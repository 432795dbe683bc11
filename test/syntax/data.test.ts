/** Data files yield a bounded number of symbols. */
import { expect, test } from "bun:test";
import { LANGUAGES } from "../../src/language/_builtin.gen.ts";
import { Catalog } from "../../src/language/catalog.ts";
import { dialectOf } from "../../src/syntax/dialect.ts";
import { parseFile } from "../../src/syntax/parser.ts";
import { SymbolTree } from "../../src/syntax/tree.ts";

const catalog = new Catalog(LANGUAGES);

async function treeOf(path: string, text: string): Promise<SymbolTree> {
  const request = { ...dialectOf(path, catalog)!, text, occurrences: false, timeLimit: 60_000 };
  return new SymbolTree(text, await parseFile(request, catalog));
}

test("of a lock file with a million characters the upper levels remain", async () => {
  const packages = Object.fromEntries(
    Array.from({ length: 2_500 }, (_, at) => [
      `node_modules/p${at}`,
      { version: `${at}.0.0`, integrity: `sha512-${"x".repeat(300)}`, engines: { node: ">=18" } },
    ]),
  );
  const text = JSON.stringify({ name: "lock", packages, last: true }, null, 2);
  expect(text.length).toBeGreaterThan(1_000_000);
  const tree = await treeOf("package-lock.json", text);
  expect(tree.roots.map(({ name }) => name)).toEqual(["name", "packages", "last"]);
  expect(tree.named("node_modules/p2499")).toHaveLength(1);
  expect(tree.named("version")).toBeEmpty();
  expect(tree.all).toHaveLength(2_503);
});

test("a small file keeps its deepest keys", async () => {
  const tree = await treeOf("a.json", '{"a": {"b": {"c": {"d": {"e": {"f": 1}}}}}}');
  expect(tree.all.at(-1)!.namePath).toBe("a/b/c/d/e/f");
});

test("keys in the items of a list are no symbols", async () => {
  const tree = await treeOf("a.yaml", "steps:\n  - name: one\n    with:\n      key: 1\n  - name: two\n");
  expect(tree.all.map(({ namePath }) => namePath)).toEqual(["steps"]);
});

test("the tables of a long file remain without their keys", async () => {
  const tables = Array.from({ length: 3_000 }, (_, at) => `[[package]]\nname = "p${at}"\nversion = "1"\n`);
  const tree = await treeOf("Cargo.toml", tables.join("\n"));
  expect(tree.all).toHaveLength(3_000);
  expect(new Set(tree.all.map(({ kind }) => kind))).toEqual(new Set(["section"]));
});
