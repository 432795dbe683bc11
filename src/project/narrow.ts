/**
 * Narrows the files of a search to those that can hold a match, by texts or parts that every match must contain. ripgrep
 * looks for these alone and never decides about a match: they find more than the pattern does, never less.
 */
import type { ProgramEnvironment } from "../base/process.ts";
import { runProgram } from "../base/process.ts";
import { Turn } from "../base/turn.ts";
import { type Atom, leastOf, readExpression, rustOf } from "./expression.ts";
import type { Files } from "./files.ts";
import type { Pattern } from "./pattern.ts";

/** Starting a program costs more than reading this many files. */
const FEW_FILES = 60;

/** Bytes of paths in one call, below the least that a system allows for arguments. */
const ARGUMENT_BYTES = process.platform === "win32" ? 24_000 : process.platform === "linux" ? 500_000 : 200_000;

/** Before each path, since `-` alone would mean standard input. */
const HERE = "./";

/** A shorter text stands in nearly every file. */
const LEAST_CHARS = 2;

/** From here on a text leaves few files. */
const TELLING_CHARS = 4;

export interface Narrower {
  /** Path of the ripgrep program; undefined where there is none. */
  program: string | undefined;
  root: string;
  env: ProgramEnvironment;
}

/** What ripgrep looks for: texts, or expressions. */
interface Wanted {
  isText: boolean;
  parts: readonly string[];
}

/** The paths that can hold a match; all of them where nothing is known or ripgrep cannot tell. */
export async function narrowed(
  files: Files,
  paths: readonly string[],
  pattern: Pattern,
  { program, root, env }: Narrower,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const wanted = wantedOf(pattern);
  if (paths.length <= FEW_FILES || wanted === undefined || program === undefined) return paths;
  const turn = new Turn(signal);
  // ripgrep would follow a link out of the project, or wait at a device or a pipe for ever.
  const regular: string[] = [];
  const kept = new Set<string>();
  for (const path of paths) {
    if (turn.isOver) await turn.pause();
    if (files.isRegular(path)) regular.push(path);
    else kept.add(path);
  }
  const ignoreCase = pattern.options.ignoreCase || hasCaseFlag(pattern);
  const flags = [
    "--no-config",
    "--files-with-matches",
    "--null",
    "--text",
    "--no-messages",
    ...(wanted.isText ? ["--fixed-strings"] : []),
    ...(ignoreCase ? ["--ignore-case"] : []),
    ...wanted.parts.flatMap((part) => ["-e", part]),
  ];
  for (const chunk of chunked(regular)) {
    const done = await runProgram([program, ...flags, "--", ...chunk], { cwd: root, env, signal });
    // A file that could not be read, or an expression that ripgrep refuses: let the reader see to all.
    const found = done.code === 0 || done.code === 1 ? new TextDecoder().decode(done.stdout).split("\0") : chunk;
    for (const path of found) kept.add(path.slice(HERE.length));
  }
  return kept.size === paths.length ? paths : paths.filter((path) => kept.has(path));
}

/** Long texts are looked for fastest; short ones stand in many files, so a part of the expression tells more. */
function wantedOf(pattern: Pattern): Wanted | undefined {
  const texts = requiredTexts(pattern);
  if (texts?.every((text) => text.length >= TELLING_CHARS)) return { isText: true, parts: texts };
  const parts = requiredParts(pattern);
  if (parts) return { isText: false, parts };
  return texts && { isText: true, parts: texts };
}

function* chunked(paths: readonly string[]): Generator<string[]> {
  let chunk: string[] = [];
  let bytes = 0;
  for (const path of paths) {
    if (bytes > ARGUMENT_BYTES) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(`${HERE}${path}`);
    bytes += Buffer.byteLength(path) + HERE.length + 8;
  }
  if (chunk.length > 0) yield chunk;
}

function hasCaseFlag({ source, options }: Pattern): boolean {
  return options.mode === "regex" && /\(\?[a-zA-Z]*i/.test(source);
}

/**
 * ASCII texts of which every match contains at least one, or undefined where none can be named. It reads expressions
 * cautiously: what it does not understand it takes for a place where anything may stand.
 */
export function requiredTexts({ source, options }: Pattern): string[] | undefined {
  if (options.mode === "literal") {
    const longest = longestOf(source.split(/[^\x20-\x7e]+/));
    return longest.length >= LEAST_CHARS ? [longest] : undefined;
  }
  const texts = readExpression(source)?.map((branch) => longestOf(requiredRuns(branch)));
  return texts?.every((text) => text.length >= LEAST_CHARS) ? texts : undefined;
}

/**
 * Expressions in ripgrep's syntax of which at least one finds something in the lines of every match; each may find more
 * than is there, never less. Undefined where none can be named.
 */
export function requiredParts({ source, options }: Pattern): string[] | undefined {
  if (options.mode === "literal") return undefined;
  const parts = readExpression(source)?.map(strongestPart);
  return parts?.every((part) => leastOf(part) >= LEAST_CHARS) ? parts.map(rustOf) : undefined;
}

function longestOf(texts: readonly string[]): string {
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), "");
}

/** The steps between two places where a match may leave the line, where most characters must stand. */
function strongestPart(branch: readonly Atom[]): Atom[] {
  let strongest: Atom[] = [];
  let part: Atom[] = [];
  for (const atom of branch) {
    if (atom.rust === undefined) part = [];
    else part = [...part, atom];
    if (leastOf(part) >= leastOf(strongest)) strongest = part;
  }
  return strongest;
}

/** Runs of characters that stand in every match of a branch. */
function requiredRuns(branch: readonly Atom[]): string[] {
  const runs: string[] = [];
  let run = "";
  for (const { char, isSingle } of branch) {
    run += char ?? "";
    if (isSingle) continue;
    runs.push(run);
    run = "";
  }
  return [...runs, run];
}
