/**
 * Narrows the files of a search to those that can hold a match, by texts that every match must contain. ripgrep looks
 * for these texts alone and never decides about a match, so its dialect cannot change an answer.
 */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { ProgramEnvironment } from "../base/process.ts";
import { runProgram } from "../base/process.ts";
import type { Pattern } from "./pattern.ts";

/** Starting a program costs more than reading this many files. */
const FEW_FILES = 60;

/** Bytes of paths in one call, below the least that a system allows for arguments. */
const ARGUMENT_BYTES = process.platform === "win32" ? 24_000 : 200_000;

/** A shorter text stands in nearly every file. */
const LEAST_CHARS = 2;

export interface Narrower {
  /** Path of the ripgrep program; undefined where there is none. */
  program: string | undefined;
  root: string;
  env: ProgramEnvironment;
}

/** The paths that can hold a match; all of them where nothing is known or ripgrep cannot tell. */
export async function narrowed(
  paths: readonly string[],
  pattern: Pattern,
  narrower: Narrower,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const texts = requiredTexts(pattern);
  if (paths.length <= FEW_FILES || texts === undefined || narrower.program === undefined) return paths;
  // ripgrep follows a link that it is given, to a device without an end too; the reader follows none of those.
  const links = new Set(paths.filter((path) => isLink(join(narrower.root, path))));
  const plain = links.size === 0 ? paths : paths.filter((path) => !links.has(path));
  const kept: string[] = [...links];
  for (const chunk of chunked(plain))
    kept.push(...(await holding(chunk, texts, pattern.options.ignoreCase || hasCaseFlag(pattern), narrower, signal)));
  return links.size === 0 ? kept : inOrderOf(paths, kept);
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function inOrderOf(paths: readonly string[], kept: readonly string[]): string[] {
  const wanted = new Set(kept);
  return paths.filter((path) => wanted.has(path));
}

async function holding(
  paths: readonly string[],
  texts: readonly string[],
  ignoreCase: boolean,
  { program, root, env }: Narrower,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const flags = [
    "--no-config",
    "--files-with-matches",
    "--null",
    "--text",
    "--fixed-strings",
    "--no-messages",
    ...(ignoreCase ? ["--ignore-case"] : []),
  ];
  const wanted = texts.flatMap((text) => ["-e", text]);
  const done = await runProgram([program!, ...flags, ...wanted, "--", ...paths], { cwd: root, env, signal });
  if (done.code === 1) return [];
  if (done.code !== 0) return paths; // a file could not be read: let the reader say which
  const found = new Set(new TextDecoder().decode(done.stdout).split("\0"));
  return paths.filter((path) => found.has(path));
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
    chunk.push(path);
    bytes += Buffer.byteLength(path) + 8;
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
  if (source.includes("\\Q") || /\(\?[a-zA-Z]*x/.test(source)) return undefined;
  const texts = topLevelBranches(source).map((branch) => longestOf(requiredRuns(branch)));
  return texts.every((text) => text.length >= LEAST_CHARS) ? texts : undefined;
}

function longestOf(texts: readonly string[]): string {
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), "");
}

/** The alternatives of an expression, outside its groups and classes. */
function topLevelBranches(source: string): string[] {
  const branches: string[] = [];
  let start = 0;
  for (let at = 0; at < source.length; at = afterAtom(source, at)) {
    if (source[at] !== "|") continue;
    branches.push(source.slice(start, at));
    start = at + 1;
  }
  branches.push(source.slice(start));
  return branches;
}

/** Runs of characters that stand in every match of a branch. */
function requiredRuns(branch: string): string[] {
  const runs: string[] = [];
  let run = "";
  const end = () => {
    runs.push(run);
    run = "";
  };
  for (let at = 0; at < branch.length; ) {
    const next = afterAtom(branch, at);
    const char = literalChar(branch.slice(at, next));
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(branch.slice(next))?.[0] ?? "";
    const isRequired = char !== undefined && (quantifier === "" || quantifier === "+" || /^\{[1-9]/.test(quantifier));
    if (isRequired) run += char;
    if (!isRequired || quantifier !== "") end();
    at = next + quantifier.length;
    if (quantifier !== "" && branch[at] === "?") at++; // lazy
  }
  end();
  return runs;
}

/** The character that an atom stands for, if it is a plain ASCII one. */
function literalChar(atom: string): string | undefined {
  if (/^[\x20-\x7e]$/.test(atom)) return /[.^$*+?()[\]{}|\\]/.test(atom) ? undefined : atom;
  const escaped = /^\\([^a-zA-Z0-9])$/.exec(atom)?.[1];
  return escaped !== undefined && /^[\x20-\x7e]$/.test(escaped) ? escaped : undefined;
}

/** Where the atom at `at` ends: a group with all in it, a class, an escape, or a character. */
function afterAtom(source: string, at: number): number {
  const char = source[at];
  if (char === "\\") return afterEscape(source, at);
  if (char === "[") return afterClass(source, at);
  if (char !== "(") return at + 1;
  let depth = 0;
  for (let here = at; here < source.length; ) {
    if (source[here] === "(") depth++;
    if (source[here] === ")" && --depth === 0) return here + 1;
    here =
      source[here] === "\\" ? afterEscape(source, here) : source[here] === "[" ? afterClass(source, here) : here + 1;
  }
  return source.length;
}

function afterEscape(source: string, at: number): number {
  const sequence = /^\\(?:[pPx]\{[^}]*\}|x[0-9a-fA-F]{2}|[pP].|[0-7]{1,3}|.)/s.exec(source.slice(at));
  return at + (sequence?.[0].length ?? 1);
}

function afterClass(source: string, at: number): number {
  let here = at + 1;
  if (source[here] === "^") here++;
  if (source[here] === "]") here++; // first, it stands for itself
  while (here < source.length && source[here] !== "]") {
    if (source.startsWith("[:", here)) here = Math.max(here + 2, source.indexOf(":]", here) + 2);
    else here = source[here] === "\\" ? afterEscape(source, here) : here + 1;
  }
  return here + 1;
}
