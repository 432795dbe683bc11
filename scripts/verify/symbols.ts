/**
 * Checks the symbols of real repositories: `bun scripts/verify/symbols.ts --repos DIR [--samples N] [--seed N]`, where DIR
 * holds clones. For every symbol of every file: its name path means it alone, its name and its doc comment lie where they
 * must, and reading it by its lines loses nothing. For N symbols of each file: the declaration parses on its own, or the file
 * without it parses no worse. Prints a row per language; exits 1 when a law is broken.
 */
import { parseArgs } from "node:util";
import { lineStarts, linesText } from "../../src/base/text.ts";
import type { FileSyntax, Span } from "../../src/syntax/file-syntax.ts";
import { parseFile } from "../../src/syntax/parser.ts";
import { meantSymbols } from "../../src/syntax/resolve.ts";
import { SymbolTree, type TreeSymbol } from "../../src/syntax/tree.ts";
import { catalog, type SourceFile, seeded, sourceFiles } from "../corpus.ts";

export interface LanguageReport {
  files: number;
  symbols: number;
  /** Files that the grammar cannot follow everywhere. */
  withErrors: number;
  /** Declarations that were cut out. */
  sampled: number;
  /** Of those: neither whole on their own nor without harm to the rest. */
  torn: number;
}

export interface SymbolReport {
  languages: Map<string, LanguageReport>;
  faults: string[];
  /** Places of torn declarations. */
  torn: string[];
}

const TIME_LIMIT_MS = 60_000;

/** @param samples declarations of each file that are parsed apart. */
export async function verifySymbols(files: Iterable<SourceFile>, samples: number, seed: number): Promise<SymbolReport> {
  const random = seeded(seed);
  const report: SymbolReport = { languages: new Map(), faults: [], torn: [] };
  for (const file of files) {
    const { dialect, path, text } = file;
    const row = report.languages.get(dialect.language) ?? { files: 0, symbols: 0, withErrors: 0, sampled: 0, torn: 0 };
    report.languages.set(dialect.language, row);
    const parsed = await parse(file, text);
    const tree = new SymbolTree(text, parsed);
    row.files++;
    row.symbols += tree.all.length;
    if (parsed.errors.count > 0) row.withErrors++;
    if (!Buffer.from(text).equals(file.bytes)) report.faults.push(`${path}: its text is not its bytes`);
    for (const symbol of tree.all) report.faults.push(...lawFaults(tree, symbol).map((fault) => `${path}: ${fault}`));
    for (let n = 0; n < Math.min(samples, tree.all.length); n++) {
      const symbol = tree.all[Math.floor(random() * tree.all.length)]!;
      row.sampled++;
      if (await isWhole(file, symbol.declaration, parsed)) continue;
      row.torn++;
      report.torn.push(`${path}:${tree.lines(symbol.declaration).start} ${symbol.kind} ${symbol.namePath}`);
    }
  }
  return report;
}

function parse({ dialect }: SourceFile, text: string): Promise<FileSyntax> {
  return parseFile({ ...dialect, text, occurrences: false, timeLimit: TIME_LIMIT_MS }, catalog);
}

function lawFaults(tree: SymbolTree, symbol: TreeSymbol): string[] {
  const faults: string[] = [];
  const { declaration, nameSpan, doc, namePath } = symbol;
  const must = (holds: boolean, fault: string) => {
    if (!holds) faults.push(`${symbol.kind} ${namePath}: ${fault}`);
  };
  const meant = meantSymbols(tree, namePath);
  must(meant.length === 1 && meant[0] === symbol, `its name path means ${meant.length} symbols`);
  must(isWithin(nameSpan, declaration), "its name is not within its declaration");
  must(declaration.start < declaration.end && declaration.end <= tree.text.length, "its declaration is out of bounds");
  must(!doc || (doc.start < doc.end && doc.end <= declaration.start), "its doc comment is not above it");
  must(!doc || tree.text.slice(doc.end, declaration.start).trim() === "", "something stands below its doc comment");
  const { start, end } = tree.lines(declaration);
  const lines = linesText(tree.text, lineStarts(tree.text), start, end);
  must(lines.includes(tree.slice(declaration)), "its lines do not hold it");
  const { line, column } = tree.position(nameSpan.start);
  const rest = linesText(tree.text, lineStarts(tree.text), line, line).slice(column - 1);
  must(tree.text.startsWith(rest, nameSpan.start), "its name is not at its line and column");
  return faults;
}

function isWithin(inner: Span, outer: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Whether a declaration is neither more nor less than a piece of the syntax. */
async function isWhole(file: SourceFile, { start, end }: Span, { errors }: FileSyntax): Promise<boolean> {
  const { text } = file;
  const alone = await parse(file, text.slice(start, end));
  if (alone.errors.count === 0) return true;
  // Of a list, the last one also takes the separator before it along.
  for (const before of [text.slice(0, start), text.slice(0, start).replace(/,\s*$/, "")]) {
    const without = await parse(file, before + text.slice(end));
    if (without.errors.count <= errors.count) return true;
  }
  return false;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      repos: { type: "string" },
      samples: { type: "string", default: "5" },
      seed: { type: "string", default: "1" },
    },
  });
  if (!values.repos) throw new Error("Give --repos DIR, a folder of clones.");
  const report = await verifySymbols(sourceFiles(values.repos), Number(values.samples), Number(values.seed));
  console.log("language         files  symbols  with errors  cut out  torn");
  const total: LanguageReport = { files: 0, symbols: 0, withErrors: 0, sampled: 0, torn: 0 };
  const print = (name: string, { files, symbols, withErrors, sampled, torn }: LanguageReport) =>
    console.log(
      `${name.padEnd(15)} ${String(files).padStart(6)} ${String(symbols).padStart(8)} ${String(withErrors).padStart(12)} ${String(sampled).padStart(8)} ${String(torn).padStart(5)}`,
    );
  for (const [language, row] of [...report.languages].sort(([, a], [, b]) => b.files - a.files)) {
    print(language, row);
    for (const key of Object.keys(total) as (keyof LanguageReport)[]) total[key] += row[key];
  }
  print("all", total);
  for (const place of report.torn.slice(0, 40)) console.log(`torn: ${place}`);
  for (const fault of report.faults.slice(0, 40)) console.log(`FAULT: ${fault}`);
  console.log(`${report.faults.length} faults, ${report.torn.length} torn of ${total.sampled}`);
  process.exit(report.faults.length > 0 ? 1 : 0);
}
