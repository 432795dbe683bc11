/** Says of each difference between two answers who is right, by what the files and the language server say. */
import type { Facts } from "./serena-facts.ts";
import type { SideName } from "./serena-side.ts";
import { columnsOf, type Definition, lastName, type Texts, withoutIndex } from "./serena-symbols.ts";
import type { ComparedTool, Finding } from "./serena-tools.ts";

/**
 * Who is at fault. `convention`: both are right in their own way, `more`: our own addition that is true, `said`: ours lacks
 * it and says that it may lack something, or has it and says that it went by the name.
 */
export const VERDICTS = ["theirs wrong", "convention", "more", "said", "ours wrong", "unexplained"] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Difference {
  /** Who alone has it; both where they tell it differently. */
  by: SideName | "both";
  ours: Finding | undefined;
  theirs: Finding | undefined;
  verdict: Verdict;
  why: string;
}

export interface Judge {
  facts: Pick<Facts, "symbols" | "definitions" | "uses">;
  texts: Texts;
}

interface Answers {
  ours: readonly Finding[];
  theirs: readonly Finding[];
  /** Why our answer says that it may be incomplete. */
  reason: string | undefined;
}

export async function differences(
  tool: ComparedTool,
  { ours, theirs, reason }: Answers,
  definition: Definition,
  judge: Judge,
): Promise<Difference[]> {
  const key = tool.rule === "names" ? keyOfName : keyOfPlace;
  const [left, right] = [Map.groupBy(ours, key), Map.groupBy(theirs, key)];
  const found: Difference[] = [];
  for (const [at, group] of left) {
    const other = right.get(at);
    if (!other) {
      for (const one of tool.rule === "uses" ? group.slice(0, 1) : group) {
        const judged = await alone(tool, "ours", one, definition, judge);
        const isSaid = judged.verdict === "ours wrong" && reason?.includes("by name, not by meaning");
        const verdict = isSaid ? { verdict: "said" as const, why: `${judged.why}; ours says: ${reason}` } : judged;
        found.push({ by: "ours", ours: one, theirs: undefined, ...verdict });
      }
    } else if (tool.rule !== "names") {
      const told = toldDifferently(group[0]!, other[0]!, tool.rule);
      if (told) found.push({ by: "both", ours: group[0], theirs: other[0], ...told });
    }
  }
  for (const [at, group] of right) {
    if (left.has(at)) continue;
    const judged = await alone(tool, "theirs", group[0]!, definition, judge);
    const said = judged.verdict === "ours wrong" && reason !== undefined;
    const verdict = said ? ({ verdict: "said", why: `${judged.why}; ours says: ${reason}` } as const) : judged;
    found.push({ by: "theirs", ours: undefined, theirs: group[0], ...verdict });
  }
  return found;
}

const keyOfPlace = ({ path, line }: Finding) => `${path}:${line}`;
const keyOfName = ({ path, namePath }: Finding) => `${path} ${lastName(namePath)}`;

type Judged = Pick<Difference, "verdict" | "why">;

async function alone(
  { rule, name: tool }: ComparedTool,
  side: SideName,
  finding: Finding,
  definition: Definition,
  judge: Judge,
): Promise<Judged> {
  if (rule === "uses") return await aboutUse(side, finding, definition, judge);
  const { ours, theirs } = definition.known;
  const isItself = finding.path === definition.path && finding.line === definition.line;
  if (rule === "definitions" && ours && theirs && ours !== theirs && !isItself) {
    return { verdict: "convention", why: "each was asked by its own name path, and others have the one" };
  }
  if (tool === "find_implementations" && side === "theirs" && isItself) {
    return { verdict: "convention", why: "the symbol that was asked about" };
  }
  const isDeclared = tool === "find_declaration";
  if (isDeclared && side === "theirs" && lastName(finding.namePath) !== definition.name) {
    return { verdict: "theirs wrong", why: "they name what is around the declaration" };
  }
  // Ours tells a place of which no symbol is made by what is around it.
  return await aboutSymbol(side, finding, judge, isDeclared ? definition.name : lastName(finding.namePath));
}

const wrong = (side: SideName): Verdict => (side === "ours" ? "ours wrong" : "theirs wrong");
const missing = (side: SideName): Verdict => (side === "ours" ? "theirs wrong" : "ours wrong");

/** Kinds of the protocol whose insides are local: functions, methods, constructors. */
const CODE = new Set([6, 9, 12]);
const [VARIABLE, CONSTANT, PROPERTY, FIELD, FUNCTION] = [13, 14, 7, 8, 12];
const VALUES: ReadonlySet<number> = new Set([VARIABLE, CONSTANT, PROPERTY]);

/** Kinds that their overview leaves out below the top. */
const LEAVES = new Set(["field", "property", "variable", "constant", "enum_member", "type", "event", "key"]);

async function aboutSymbol(side: SideName, finding: Finding, { facts, texts }: Judge, name: string): Promise<Judged> {
  const { path, line, kind } = finding;
  if (side === "ours" && kind === "test") return { verdict: "more", why: "a test, named by its title" };
  const isAt = (text: string) => columnsOf(text, name).length > 0 || text.includes(name);
  if (line > 0 && !isAt(texts.line(path, line))) {
    if (/callback$|^<|^default$/.test(name))
      return { verdict: "convention", why: "no name: the server's own word for it" };
    return { verdict: wrong(side), why: "the name is not on that line" };
  }
  const told = (await facts.symbols(path)).filter(
    (one) => withReceiverCut(one.name) === name && (line === 0 || Math.abs(one.line - line) <= 1),
  );
  if (side === "ours") {
    if (LEAVES.has(kind)) return { verdict: "more", why: `a ${kind}` };
    if (told.length > 0) return { verdict: "theirs wrong", why: "the server names it, too" };
    return { verdict: "more", why: `a ${kind} that the server does not name` };
  }
  if (told.length === 0) return { verdict: "theirs wrong", why: "the server names no such symbol" };
  const one = told.find((symbol) => symbol.line === line) ?? told[0];
  if (/callback$|^<|^default$/.test(one!.name)) return { verdict: "convention", why: "the server's own word for it" };
  if (one!.around.some((kind) => CODE.has(kind)) && VALUES.has(one!.kind))
    return { verdict: "convention", why: "local to a function" };
  if (one!.around.some((kind) => VALUES.has(kind))) return { verdict: "convention", why: "a part of a value" };
  if (one!.around.some((kind) => CODE.has(kind)) && one!.kind !== FUNCTION)
    return { verdict: "convention", why: "local to a function" };
  if (/^\s*(from\b.*\bimport\b|import\b)/.test(texts.line(path, one!.line)))
    return { verdict: "convention", why: "an import" };
  if (one!.kind === FIELD && one!.around.length > 1) return { verdict: "convention", why: "a part of a value" };
  // TypeScript's server lists what a call is given.
  if (one!.kind === PROPERTY && one!.around.every((kind) => CODE.has(kind)))
    return { verdict: "convention", why: "a part of a value" };
  if (VALUES.has(one!.kind) && /^\s*(\}\s*)?(async\s+)?(for|catch|with|except)\b/.test(texts.line(path, one!.line)))
    return { verdict: "convention", why: "local to a block" };
  return { verdict: missing(side), why: `the server names it, kind ${one!.kind}, in line ${one!.line}` };
}

/** `(*Engine).Run` -> `Run` */
function withReceiverCut(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

const IMPORT = /^\s*(import\b|from\b|export\b.*\bfrom\b|\}\s*from\b|[\w*{}\s,$]+,?$)/;

async function aboutUse(side: SideName, finding: Finding, definition: Definition, judge: Judge): Promise<Judged> {
  const { path, line } = finding;
  const { facts, texts } = judge;
  const text = texts.line(path, line);
  if (path === definition.path && line === definition.line) {
    return { verdict: "convention", why: "the definition itself" };
  }
  const isUse = await leadsTo(definition, path, line, judge);
  if (!isUse) {
    const [column] = columnsOf(texts.line(definition.path, definition.line), definition.name);
    const uses = await facts.uses({ path: definition.path, line: definition.line, column: column ?? 0 });
    if (!uses.some((use) => use.path === path && use.line === line)) {
      const named = columnsOf(text, definition.name).length > 0;
      return {
        verdict: wrong(side),
        why: named ? "the name there means something else" : "the name is not on that line",
      };
    }
  }
  if (side === "ours" && IMPORT.test(text)) return { verdict: "convention", why: "an import, which theirs drops" };
  return { verdict: missing(side), why: isUse ? "the name there is defined here" : "the server counts it as a use" };
}

/** Whether the server leads from the name in a line to the definition. */
async function leadsTo({ path, line, name }: Definition, from: string, at: number, { facts, texts }: Judge) {
  for (const column of columnsOf(texts.line(from, at), name)) {
    const targets = await facts.definitions({ path: from, line: at, column });
    if (targets.some((target) => target.path === path && target.line === line)) return true;
  }
  return false;
}

/** The same place, but told differently. */
function toldDifferently(ours: Finding, theirs: Finding, rule: ComparedTool["rule"]): Judged | undefined {
  if (rule === "uses") return aroundDifferently(ours, theirs);
  if (ours.body === undefined || theirs.body === undefined) return undefined;
  const [left, right] = [plain(ours.body), plain(theirs.body)];
  if (left === right) return undefined;
  if (left.includes(right)) return { verdict: "convention", why: "our declaration begins or ends further out" };
  if (right.includes(left)) return { verdict: "ours wrong", why: "their body holds more" };
  return { verdict: "unexplained", why: "the bodies differ" };
}

const plain = (text: string) => text.replace(/\s+/g, " ").trim();

function aroundDifferently(ours: Finding, theirs: Finding): Judged | undefined {
  // TypeScript's server calls a test by its call and the word callback; ours spells a slash within a name.
  const left = withoutIndex(ours.namePath).replaceAll("%2F", "/");
  const right = withoutIndex(theirs.namePath).replaceAll(/ callback(?=\/|$)/g, "");
  if (left === right || (left !== "" && lastName(left) === right)) return undefined;
  if (right === "") return { verdict: "theirs wrong", why: "they name the file alone" };
  if (left === "" || right.startsWith(`${left}/`))
    return { verdict: "convention", why: "they name a value as what is around" };
  if (left.startsWith(`${right}/`) || right.split("/").some((part) => part === lastName(left))) {
    return { verdict: "convention", why: "ours names a symbol further in" };
  }
  if (/^(constructor|__init__)$/.test(lastName(right)) && parentOf(left) === parentOf(right))
    return { verdict: "convention", why: "a field that the constructor declares" };
  return { verdict: "unexplained", why: "other symbols around it" };
}

const parentOf = (namePath: string) => namePath.slice(0, namePath.lastIndexOf("/") + 1);
