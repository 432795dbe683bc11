/**
 * Checks the law of writing back on real sources: `bun scripts/verify/write-back.ts --roots DIR... [--samples N] [--seed N]
 * [--largest KIB] [--seconds N]`, where each DIR is a clone or holds clones. For N symbols of each file: the declaration as it is read,
 * written back, leaves the file byte-identical, whatever line ends or indentation of the first line it comes with; and new
 * code in its place, beside it, or nothing in its place leaves every other byte as it was, or is refused. Nothing is
 * written to the disk. Prints a row per language; exits 1 when the law is broken.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { UserError } from "../../src/base/error.ts";
import { shortHash } from "../../src/base/hash.ts";
import type { FileChange } from "../../src/change/file-change.ts";
import { decodeText } from "../../src/project/encoding.ts";
import { withoutSymbol } from "../../src/symbol/delete-symbol.ts";
import type { EditTarget, PlanServices } from "../../src/symbol/edit-target.ts";
import { placedBeside } from "../../src/symbol/insert-beside.ts";
import { indentationAt } from "../../src/symbol/line-place.ts";
import { bareText } from "../../src/symbol/reindent.ts";
import { placedBody } from "../../src/symbol/replace-body.ts";
import { unitOf } from "../../src/symbol/unit.ts";
import { type Dialect, dialectOf } from "../../src/syntax/dialect.ts";
import { ParseTimeout, parseFile } from "../../src/syntax/parser.ts";
import { SymbolTree } from "../../src/syntax/tree.ts";
import { catalog, repositoryFiles, type SourceFile, seeded, sourceFiles } from "../corpus.ts";

export interface WriteBackReport {
  languages: Map<string, Record<"files" | "slow" | "symbols" | "edits" | "refused", number>>;
  faults: string[];
}

export interface WriteBackOptions {
  /** Symbols of each file. */
  samples: number;
  seed: number;
  /** No file is begun later, in milliseconds of `performance.now()`. */
  until?: number;
}

/** A file that takes longer to parse is left out, as it is parsed some thirty times. */
const QUICK_MS = 500;

const signal = new AbortController().signal;

const USE: PlanServices = {
  project: { catalog },
  symbols: {
    async imagined(_, path, text) {
      const dialect = dialectOf(path, catalog);
      return dialect && parsed(dialect, text);
    },
  },
  signal,
};

async function parsed(dialect: Dialect, text: string, timeLimit = 60_000) {
  const request = { ...dialect, text, occurrences: false, literals: true, timeLimit };
  const syntax = await parseFile(request, catalog);
  return { syntax, tree: new SymbolTree(text, syntax) };
}

export async function verifyWriteBack(
  files: Iterable<Pick<SourceFile, "path" | "dialect" | "bytes">>,
  { samples, seed, until = Number.POSITIVE_INFINITY }: WriteBackOptions,
): Promise<WriteBackReport> {
  const random = seeded(seed);
  const report: WriteBackReport = { languages: new Map(), faults: [] };
  for (const { path, dialect, bytes } of files) {
    if (performance.now() > until) break;
    const decoded = decodeText(bytes);
    if (!decoded) continue;
    const row = report.languages.get(dialect.language) ?? { files: 0, slow: 0, symbols: 0, edits: 0, refused: 0 };
    report.languages.set(dialect.language, row);
    row.files++;
    const before = { ...decoded, bytes };
    const found = await parsed(dialect, before.text, QUICK_MS).catch((error: unknown) => {
      if (!(error instanceof ParseTimeout)) throw error;
    });
    if (!found) {
      row.slow++;
      continue;
    }
    const { all } = found.tree;
    const { language, fileComments } = dialect;
    const file = { path, language, fileComments, hash: shortHash(bytes), source: "syntax" as const, ...found };
    const picked =
      all.length <= samples ? all : Array.from({ length: samples }, () => all[Math.floor(random() * all.length)]!);
    for (const symbol of picked) {
      row.symbols++;
      const target: EditTarget = { path, before, file, symbol };
      const where = `${path}:${found.tree.lines(symbol.declaration).start} ${symbol.kind} ${symbol.namePath}`;
      for (const [what, check] of checksOf(target, all[Math.floor(random() * all.length)]!.declaration)) {
        row.edits++;
        const fault = await faultOf(check);
        if (fault === "refused") row.refused++;
        else if (fault !== undefined) report.faults.push(`${where}: ${what}: ${fault}`);
      }
    }
  }
  return report;
}

type Check = () => Promise<string | undefined>;

async function faultOf(check: Check): Promise<string | undefined> {
  try {
    return await check();
  } catch (error) {
    return error instanceof UserError ? "refused" : String(error);
  }
}

/** @param other span of a declaration that is put elsewhere. */
function checksOf(target: EditTarget, other: { start: number; end: number }): [string, Check][] {
  const { before, file, symbol } = target;
  const { declaration } = symbol;
  const old = file.tree.slice(declaration);
  const unit = unitOf(symbol, file);
  const indent = indentationAt(before.text, declaration.start);
  const same =
    (body: string): Check =>
    async () => {
      const { change } = await placedBody(target, bareText(body), USE);
      return Buffer.compare(change.after!, before.bytes) === 0 ? undefined : `became ${shown(change)}`;
    };
  const code = file.tree.slice(other);
  return [
    ["as it was read", same(old)],
    ["with its first line's indentation and a line end", same(`${indent}${old}\n`)],
    ["with other line ends", same(old.includes("\r") ? old.replaceAll("\r\n", "\n") : old.replaceAll("\n", "\r\n"))],
    ["replaced", async () => outsideOf(target, (await placedBody(target, bareText(code), USE)).change, unit.span)],
    ["with code before it", async () => outsideOf(target, await placedBeside(target, "before", bareText(code), USE))],
    ["with code behind it", async () => outsideOf(target, await placedBeside(target, "after", bareText(code), USE))],
    ["without it", async () => outsideOf(target, await withoutSymbol(target, USE), unit.span)],
  ];
}

/** What changed beyond what may, white space and separators apart; a change that the check of the syntax refuses is none. */
async function outsideOf(
  { path, before, file }: EditTarget,
  change: FileChange,
  span = { start: 0, end: 0 },
): Promise<string | undefined> {
  const now = decodeText(change.after!, before.encoding); // without a mark, fewer letters may look like another one's
  if (now?.encoding !== before.encoding || now.hasByteOrderMark !== before.hasByteOrderMark) return "another encoding";
  const { syntax } = (await USE.symbols.imagined(USE.project, path, now.text, signal))!;
  if (syntax.errors.count > file.syntax.errors.count) return "refused";
  const [old, text] = [before.text, now.text];
  const isOnlyAdded = span.end === 0;
  const mostBefore = isOnlyAdded ? old.length : span.start; // what follows may begin as what went did
  let first = 0;
  while (first < mostBefore && old[first] === text[first]) first++;
  let last = 0;
  while (last < Math.min(old.length, text.length) - first && old.at(-1 - last) === text.at(-1 - last)) last++;
  const end = old.length - last;
  // Before and behind the span, only what keeps members apart may go.
  const beyond = old.slice(first, Math.min(span.start, end)) + old.slice(Math.max(span.end, first), end);
  const isKept = beyond.startsWith(",") && text.startsWith(beyond.slice(1).trimEnd(), first); // a comment behind a comma
  if (isKept) return undefined;
  const [went, came] = [old.slice(first, end), text.slice(first, text.length - last)].map((part) =>
    part.replace(/\s/g, ""),
  );
  if (isOnlyAdded && (came!.startsWith(went!) || came!.endsWith(went!))) return undefined; // it moved to another line
  return /^[\s,;]*$/.test(isOnlyAdded ? old.slice(first, end) : beyond)
    ? undefined
    : `took ${JSON.stringify(old.slice(first, end).slice(0, 200))}`;
}

function shown({ before, after }: FileChange): string {
  const [old, now] = [decodeText(before!)!.text, decodeText(after!)?.text ?? ""];
  let at = 0;
  while (at < old.length && old[at] === now[at]) at++;
  return `${JSON.stringify(now.slice(Math.max(0, at - 40), at + 80))} in place of ${JSON.stringify(old.slice(Math.max(0, at - 40), at + 80))}`;
}

function* filesAt(roots: readonly string[]): Generator<SourceFile> {
  for (const root of roots) yield* existsSync(join(root, ".git")) ? repositoryFiles(root) : sourceFiles(root);
}

/** Files at random, a language after the other, so that each has its share of the time. */
function* mixed(files: Iterable<SourceFile>, seed: number): Generator<SourceFile> {
  const random = seeded(seed);
  const all = Array.from(files, (file) => ({ file, at: random() })).sort((a, b) => a.at - b.at);
  const byLanguage = Map.groupBy(all, ({ file }) => file.dialect.language);
  for (let n = 0; byLanguage.size > 0; n++) {
    for (const [language, files] of byLanguage) {
      if (n < files.length) yield files[n]!.file;
      else byLanguage.delete(language);
    }
  }
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: {
      roots: { type: "string", multiple: true, default: [] },
      samples: { type: "string", default: "5" },
      seed: { type: "string", default: "1" },
      largest: { type: "string", default: "1024" },
      seconds: { type: "string", default: "110" },
    },
    allowPositionals: true,
  });
  const roots = [...values.roots, ...positionals];
  if (roots.length === 0) throw new Error("Give --roots DIR..., clones or folders of clones.");
  const seed = Number(values.seed);
  const most = Number(values.largest) * 1024;
  const files = mixed(
    filesAt(roots).filter(({ bytes }) => bytes.length <= most),
    seed,
  );
  const report = await verifyWriteBack(files, {
    samples: Number(values.samples),
    seed,
    until: performance.now() + Number(values.seconds) * 1_000,
  });
  console.log("language         files  slow  symbols    edits  refused");
  const total = { files: 0, slow: 0, symbols: 0, edits: 0, refused: 0 };
  const print = (name: string, { files, slow, symbols, edits, refused }: typeof total) =>
    console.log(
      `${name.padEnd(15)} ${String(files).padStart(6)} ${String(slow).padStart(5)} ${String(symbols).padStart(8)} ${String(edits).padStart(8)} ${String(refused).padStart(8)}`,
    );
  for (const [language, row] of [...report.languages].sort(([, a], [, b]) => b.symbols - a.symbols)) {
    print(language, row);
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += row[key];
  }
  print("all", total);
  for (const fault of report.faults.slice(0, 40)) console.log(`FAULT: ${fault}`);
  console.log(`${report.faults.length} faults`);
  process.exit(report.faults.length > 0 ? 1 : 0);
}
