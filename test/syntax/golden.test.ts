/**
 * A golden file per language: `test/fixture/languages/<id>/` holds sources, and beside each what the parser sees in it, as
 * `bun scripts/symbols.ts --golden` writes it. Whoever changes one reads the difference.
 */
import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "../../src/language/_builtin.gen.ts";
import { Catalog } from "../../src/language/catalog.ts";
import { dialectOf } from "../../src/syntax/dialect.ts";
import { parseFile } from "../../src/syntax/parser.ts";
import { meantSymbols } from "../../src/syntax/resolve.ts";
import { SymbolTree, type TreeSymbol } from "../../src/syntax/tree.ts";
import { GOLDEN, printSymbols, SAMPLES } from "../fixture/symbols.ts";

const catalog = new Catalog(LANGUAGES);
const withSyntax = catalog.languages.filter(({ syntax }) => syntax);

for (const { id } of withSyntax) {
  describe(id, () => {
    const folder = join(SAMPLES, id);
    const sources = readdirSync(folder).filter((name) => !name.endsWith(GOLDEN));

    test("has a source to show", () => expect(sources).not.toBeEmpty());

    for (const source of sources) {
      const parsed = async () => {
        const text = await Bun.file(join(folder, source)).text();
        const dialect = dialectOf(source, catalog);
        expect(dialect?.language).toBe(id);
        return { text, file: await parseFile({ ...dialect!, text, occurrences: true, timeLimit: 60_000 }, catalog) };
      };

      test(`${source} has the symbols of its golden file`, async () => {
        const { text, file } = await parsed();
        expect(`${printSymbols(text, file)}\n`).toBe(await Bun.file(join(folder, source + GOLDEN)).text());
      });

      test(`H17 each name path of ${source} means its symbol alone`, async () => {
        const { text, file } = await parsed();
        const tree = new SymbolTree(text, file);
        for (const symbol of tree.all) expect(meantSymbols(tree, symbol.namePath)).toEqual([symbol]);
      });

      test(`names of ${source} occur where they are defined`, async () => {
        const { text, file } = await parsed();
        const tree = new SymbolTree(text, file);
        const words = new Set(file.occurrences!.names);
        const isWord = ({ name, nameSpan: { start, end } }: TreeSymbol) =>
          /^\w+$/.test(name) && text.slice(start, end) === name && !/["'`:]/.test(text[start - 1] ?? "");
        const named = tree.all.filter(isWord);
        const unseen = named.filter(({ name }) => !words.has(name)).map(({ namePath }) => namePath);
        expect(unseen).toEqual([]);
      });
    }
  });
}
