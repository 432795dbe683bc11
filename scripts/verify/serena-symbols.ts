/** The definitions of a project as both sides tell them, and a random choice among them. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Dice } from "./search-query.ts";
import { LANGUAGES, type Side, type SideName, type Subject } from "./serena-side.ts";

/** So that many kinds of symbols are among them, and yet files are not outlined for their own sake. */
const MOST_FILES = 60;

/** A definition; both sides mean the same one when path, line and name are the same. */
export interface Definition {
  path: string;
  /** 1-based line of the name. */
  line: number;
  /** The last part of its name path, without an index. */
  name: string;
  kind: string;
  /** The name path under which a side knows it. */
  known: Partial<Record<SideName, string>>;
}

/** Texts of the project's files, each read once. */
export class Texts {
  readonly #root: string;
  readonly #lines = new Map<string, readonly string[]>();

  constructor(root: string) {
    this.#root = root;
  }

  lines(path: string): readonly string[] {
    const known = this.#lines.get(path);
    if (known) return known;
    const lines = readFileSync(join(this.#root, path), "utf8").split(/\r\n|[\r\n]/);
    this.#lines.set(path, lines);
    return lines;
  }

  /** @param line 1-based. */
  line(path: string, line: number): string {
    return this.lines(path)[line - 1] ?? "";
  }

  /** The first line from `start` to `end` that has the name, decorators aside; else `start`. */
  nameLine(path: string, start: number, end: number, name: string): number {
    for (let line = start; line <= end; line++) {
      const text = this.line(path, line);
      if (!text.trimStart().startsWith("@") && columnsOf(text, name).length > 0) return line;
    }
    return start;
  }
}

/** 0-based columns at which a name stands as a word. */
export function columnsOf(text: string, name: string): number[] {
  const columns: number[] = [];
  for (let at = text.indexOf(name); name && at !== -1; at = text.indexOf(name, at + 1)) {
    if (!/[\w$]/.test(text[at - 1] ?? "") && !/[\w$]/.test(text[at + name.length] ?? "")) columns.push(at);
  }
  return columns;
}

/** A name path without overload indices. */
export function withoutIndex(namePath: string): string {
  return namePath.replace(/\[\d+\]/g, "");
}

export function lastName(namePath: string): string {
  return withoutIndex(namePath.slice(namePath.lastIndexOf("/") + 1));
}

export function sourceFilesOf({ root, language }: Subject): string[] {
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  return listed.split("\0").filter((path) => LANGUAGES[language].files.test(path));
}

/**
 * Definitions of some of the project's files, in random order: about as many that both know as it is in the files, with
 * those that one side alone knows among them.
 * @param count of the symbols that will be chosen.
 */
export async function definitionsOf(
  subject: Subject,
  sides: Record<SideName, Side>,
  texts: Texts,
  dice: Dice,
  count: number,
): Promise<Definition[]> {
  const files = shuffled(sourceFilesOf(subject), dice).slice(0, Math.min(MOST_FILES, count));
  const all = new Map<string, Definition>();
  for (const path of files) {
    const told = { ours: await ourDefinitions(sides.ours, path), theirs: await theirDefinitions(sides.theirs, path) };
    for (const side of ["ours", "theirs"] as const) {
      for (const { namePath, kind, start, end } of told[side]) {
        const name = lastName(namePath);
        const line = texts.nameLine(path, start, end, name);
        const key = `${path}:${line} ${name}`;
        const definition = all.get(key) ?? { path, line, name, kind, known: {} };
        definition.known[side] ??= namePath;
        all.set(key, definition);
      }
    }
  }
  return shuffled([...all.values()], dice);
}

/**
 * A choice of all sorts: two thirds known to both, the others known to one side alone, and in each as many kinds as can be.
 */
export function chosen(definitions: readonly Definition[], count: number): Definition[] {
  const sorts = Map.groupBy(definitions, ({ known }) => (known.ours ? (known.theirs ? "both" : "ours") : "theirs"));
  const alone = Math.ceil(count / 6);
  const [ours, theirs] = [mixed(sorts.get("ours") ?? [], alone), mixed(sorts.get("theirs") ?? [], alone)];
  return [...mixed(sorts.get("both") ?? [], count - ours.length - theirs.length), ...ours, ...theirs];
}

/** Takes one of each kind in turn. */
function mixed(definitions: readonly Definition[], count: number): Definition[] {
  const kinds = [...Map.groupBy(definitions, ({ kind }) => kind).values()];
  const taken: Definition[] = [];
  for (let round = 0; taken.length < Math.min(count, definitions.length); round++) {
    for (const kind of kinds) if (kind[round] && taken.length < count) taken.push(kind[round]!);
  }
  return taken;
}

interface Told {
  namePath: string;
  kind: string;
  start: number;
  end: number;
}

async function ourDefinitions(side: Side, path: string): Promise<Told[]> {
  const data = (await side.data("get_symbols_overview", { path, depth: 20 })) as OurOutline | undefined;
  return (data?.answer.symbols ?? []).map(({ name_path, kind, start_line, end_line }) => {
    return { namePath: name_path, kind, start: start_line, end: end_line };
  });
}

interface OurOutline {
  answer: { symbols?: { name_path: string; kind: string; start_line: number; end_line: number }[] };
}

/** What their answers of symbols have; lines are 0-based. */
export interface TheirSymbol {
  name_path: string;
  kind: string;
  relative_path: string;
  body_location: { start_line: number; end_line: number };
  body?: string;
  children?: TheirChildren;
}

type TheirChildren = Record<
  string,
  { name: string; body_location: TheirSymbol["body_location"]; children?: TheirChildren }[]
>;

async function theirDefinitions(side: Side, path: string): Promise<Told[]> {
  // An empty name of which each name is an extension: all of the file.
  const input = { name_path_pattern: "/", substring_matching: true, depth: 20, relative_path: path };
  const { text, isError } = await side.call("find_symbol", input);
  if (isError || !text.startsWith("[")) return [];
  const told: Told[] = [];
  const add = (
    namePath: string,
    kind: string,
    { start_line, end_line }: TheirSymbol["body_location"],
    below?: TheirChildren,
  ) => {
    told.push({ namePath, kind: kind.toLowerCase(), start: start_line + 1, end: end_line + 1 });
    for (const [kind, children] of Object.entries(below ?? {})) {
      for (const child of children) add(`${namePath}/${child.name}`, kind, child.body_location, child.children);
    }
  };
  for (const { name_path, kind, body_location, children } of JSON.parse(text) as TheirSymbol[]) {
    add(name_path, kind, body_location, children);
  }
  return told;
}

function shuffled<Item>(items: readonly Item[], dice: Dice): Item[] {
  const left = [...items];
  for (let at = left.length - 1; at > 0; at--) {
    const other = dice.below(at + 1);
    [left[at], left[other]] = [left[other]!, left[at]!];
  }
  return left;
}
