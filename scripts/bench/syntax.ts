/**
 * Speed of the parser on real repositories: `bun scripts/bench/syntax.ts --repos DIR [--megabytes N]`. Per language: MB/s and
 * symbols/s with everything (symbols, imports, comments, occurrences), as a ratio to the bare parse of the same texts in the
 * same run; the best of three rounds each, in turns; and peak memory. In this thread; the pool uses one for each core.
 */
import { parseArgs } from "node:util";
import { Parser } from "web-tree-sitter";
import { grammarNamed } from "../../src/syntax/grammar.ts";
import { parseFile } from "../../src/syntax/parser.ts";
import { catalog, type SourceFile, sourceFiles } from "../corpus.ts";

const ROUNDS = 3;
const TIME_LIMIT_MS = 60_000;

const { values } = parseArgs({
  options: { repos: { type: "string" }, megabytes: { type: "string", default: "2" } },
});
if (!values.repos) throw new Error("Give --repos DIR, a folder of clones.");
const limit = Number(values.megabytes) * 1e6;

const byLanguage = new Map<string, SourceFile[]>();
const sizes = new Map<string, number>();
for (const file of sourceFiles(values.repos)) {
  const { language } = file.dialect;
  const size = sizes.get(language) ?? 0;
  if (size >= limit) continue;
  sizes.set(language, size + file.bytes.length);
  byLanguage.set(language, [...(byLanguage.get(language) ?? []), file]);
}

async function bare(files: readonly SourceFile[]): Promise<number> {
  for (const { dialect, text } of files) {
    const grammar = await grammarNamed(dialect.grammar);
    const parser = new Parser();
    parser.setLanguage(grammar);
    parser.parse(text)?.delete();
    parser.delete();
  }
  return 0;
}

async function whole(files: readonly SourceFile[]): Promise<number> {
  let symbols = 0;
  for (const { dialect, text } of files) {
    const file = await parseFile({ ...dialect, text, occurrences: true, timeLimit: TIME_LIMIT_MS }, catalog);
    symbols += file.symbols.length;
  }
  return symbols;
}

/** CPU milliseconds: other work on the machine counts less in them than in time. */
async function cost(work: () => Promise<number>): Promise<{ milliseconds: number; result: number }> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { milliseconds: (user + system) / 1000, result };
}

console.log("language          MB  files   bare MB/s  whole MB/s  symbols/s  ratio");
const totals = { bare: 0, whole: 0, bytes: 0, symbols: 0 };
for (const [language, files] of [...byLanguage].sort(([a], [b]) => a.localeCompare(b))) {
  let [least, most, symbols] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  for (let round = 0; round < ROUNDS; round++) {
    least = Math.min(least, (await cost(() => bare(files))).milliseconds);
    const { milliseconds, result } = await cost(() => whole(files));
    most = Math.min(most, milliseconds);
    symbols = result;
  }
  const bytes = sizes.get(language)!;
  totals.bare += least;
  totals.whole += most;
  totals.bytes += bytes;
  totals.symbols += symbols;
  print(language, bytes, files.length, least, most, symbols);
}
print("all", totals.bytes, 0, totals.bare, totals.whole, totals.symbols);
console.log(`peak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`);

function print(name: string, bytes: number, files: number, bareMs: number, wholeMs: number, symbols: number): void {
  const speed = (milliseconds: number) => (bytes / 1000 / milliseconds).toFixed(2);
  console.log(
    [
      name.padEnd(14),
      (bytes / 1e6).toFixed(2).padStart(6),
      String(files || "").padStart(6),
      speed(bareMs).padStart(11),
      speed(wholeMs).padStart(11),
      String(Math.round((symbols / wholeMs) * 1000)).padStart(10),
      (wholeMs / bareMs).toFixed(2).padStart(6),
    ].join(" "),
  );
}
