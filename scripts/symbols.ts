/**
 * Prints the symbols that the parser finds in files, for work on queries: `bun scripts/symbols.ts FILE...`.
 * `--tree` prints the syntax tree as well, `--all` also where identifiers occur; `--golden` writes the golden files of the
 * samples in `test/fixture/languages/`.
 */
import { parseArgs } from "node:util";
import { Parser } from "web-tree-sitter";
import { LANGUAGES } from "../src/language/_builtin.gen.ts";
import { Catalog } from "../src/language/catalog.ts";
import { dialectOf } from "../src/syntax/dialect.ts";
import { grammarNamed } from "../src/syntax/grammar.ts";
import { parseFile } from "../src/syntax/parser.ts";
import { GOLDEN, printSymbols, SAMPLES } from "../test/fixture/symbols.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tree: { type: "boolean", default: false },
    all: { type: "boolean", default: false },
    golden: { type: "boolean", default: false },
  },
});
const catalog = new Catalog(LANGUAGES);
const samples = values.golden
  ? [...new Bun.Glob("*/*").scanSync({ cwd: SAMPLES, absolute: true })].filter((path) => !path.endsWith(GOLDEN)).sort()
  : positionals;
for (const path of samples) {
  const dialect = dialectOf(path, catalog);
  if (!dialect) throw new Error(`No grammar is known for "${path}".`);
  const text = await Bun.file(path).text();
  if (values.tree) {
    const grammar = await grammarNamed(dialect.grammar);
    const parser = new Parser();
    parser.setLanguage(grammar);
    console.log(parser.parse(text)!.rootNode.toString());
  }
  const file = await parseFile({ ...dialect, text, occurrences: values.all, timeLimit: 60_000 }, catalog);
  if (values.golden) await Bun.write(path + GOLDEN, `${printSymbols(text, file)}\n`);
  else console.log(printSymbols(text, file));
  if (values.all) console.log(file.occurrences);
}
