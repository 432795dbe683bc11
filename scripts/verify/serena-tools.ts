/** The tools that both sides have: how each is asked the same, and what of its answer is compared. */
import type { SideName } from "./serena-side.ts";
import { columnsOf, type Definition, lastName, type Texts, type TheirSymbol, withoutIndex } from "./serena-symbols.ts";

/** One thing that an answer tells. */
export interface Finding {
  path: string;
  /** 1-based; 0 where the answer tells none. */
  line: number;
  /** Name path of the symbol: the one found, or the one around a place. */
  namePath: string;
  kind: string;
  body?: string;
}

export interface ComparedTool {
  name: string;
  /** Asked of each chosen definition, or once of each file that has some. */
  of: "definition" | "file";
  /** What is compared: places of names, names alone, or lines with uses of the definition. */
  rule: "definitions" | "names" | "uses";
  ours: Asked;
  theirs: Asked;
}

interface Asked {
  input(definition: Definition, texts: Texts): Record<string, unknown>;
  /** @param answer what the side tells: theirs as parsed from the text, ours as data. */
  read(answer: never, texts: Texts, definition: Definition): Finding[];
}

/** What our answers say of themselves. */
export interface OurEnvelope {
  answer: never;
  detail: string;
  complete?: boolean;
  reason?: string;
}

/** The name path as the side itself gives it; else as the other does. */
function nameFor(side: SideName, { known }: Definition): string {
  return (known[side] ?? known.ours ?? known.theirs)!;
}

/** An expression whose one group is the last use of the name in its file; the definition itself where there is no other. */
function useOf({ path, line, name }: Definition, texts: Texts): string {
  const lines = texts.lines(path);
  const isOnce = (text: string) => lines.filter((other) => other.includes(text)).length === 1;
  const use = lines.findLast((text, at) => at + 1 !== line && columnsOf(text, name).length > 0 && isOnce(text.trim()));
  const text = (use ?? texts.line(path, line)).trim();
  const at = columnsOf(text, name)[0] ?? 0;
  const literal = (part: string) => part.replace(/[^\w\s]/g, "\\$&");
  return `${literal(text.slice(0, at))}(${literal(name)})${literal(text.slice(at + name.length))}`;
}

export const TOOLS: readonly ComparedTool[] = [
  {
    name: "find_symbol",
    of: "definition",
    rule: "definitions",
    ours: {
      input: (one) => ({ name_path: nameFor("ours", one), include_body: true, limit: 500 }),
      read: ({ symbols }: { symbols: OurSymbol[] }) =>
        symbols.map((row) => {
          return { path: row.path, line: row.name_line, namePath: row.name_path, kind: row.kind, ...bodyOf(row.body) };
        }),
    },
    theirs: {
      input: (one) => ({ name_path_pattern: nameFor("theirs", one), include_body: true }),
      read: theirSymbols,
    },
  },
  {
    name: "get_symbols_overview",
    of: "file",
    rule: "names",
    ours: {
      input: ({ path }) => ({ path, depth: 1 }),
      read: ({ symbols }: { symbols: OurSymbol[] }, _, { path }) =>
        symbols.map(({ name_path, kind, start_line }) => {
          return { path, line: start_line, namePath: name_path, kind };
        }),
    },
    theirs: {
      input: ({ path }) => ({ relative_path: path, depth: 1 }),
      read: (groups: TheirGroups, _, { path }) => theirOverview(groups, path, ""),
    },
  },
  {
    name: "find_referencing_symbols",
    of: "definition",
    rule: "uses",
    ours: {
      input: (one) => ({ name_path: nameFor("ours", one), path: one.path, limit: 1_000 }),
      read: ({ places }: { places: OurPlace[] }) =>
        places.map(({ path, line, within, kind }) => {
          return { path, line, namePath: within ?? "", kind: kind ?? "" };
        }),
    },
    theirs: {
      input: (one) => ({ name_path: nameFor("theirs", one), relative_path: one.path }),
      read: theirUses,
    },
  },
  {
    name: "find_implementations",
    of: "definition",
    rule: "definitions",
    ours: {
      input: (one) => ({ name_path: nameFor("ours", one), path: one.path }),
      read: ({ implementations }: { implementations: OurDeclared[] }) => implementations.map(declaredFinding),
    },
    theirs: {
      input: (one) => ({ name_path: nameFor("theirs", one), relative_path: one.path }),
      read: theirSymbols,
    },
  },
  {
    name: "find_declaration",
    of: "definition",
    rule: "definitions",
    ours: {
      input: (one, texts) => ({ path: one.path, regex: useOf(one, texts) }),
      read: ({ declarations }: { declarations: OurDeclared[] }) => declarations.map(declaredFinding),
    },
    theirs: {
      input: (one, texts) => ({ relative_path: one.path, regex: useOf(one, texts) }),
      read: (symbol: TheirSymbol, texts) => theirSymbols([symbol], texts),
    },
  },
];

interface OurSymbol {
  path: string;
  name_path: string;
  kind: string;
  start_line: number;
  name_line: number;
  body?: string;
}

interface OurDeclared {
  path: string;
  line: number;
  name_path?: string;
  kind?: string;
  within?: string;
}

function declaredFinding({ path, line, name_path, kind, within }: OurDeclared): Finding {
  return { path, line, namePath: name_path ?? within ?? "", kind: kind ?? "" };
}

interface OurPlace {
  path: string;
  line: number;
  within?: string;
  kind?: string;
}

function bodyOf(body: string | undefined) {
  return body === undefined ? {} : { body };
}

/** Pseudo symbols of theirs: a file, a folder. */
const NO_DEFINITIONS = new Set(["File", "Package"]);

function theirSymbols(symbols: TheirSymbol[], texts: Texts): Finding[] {
  return symbols
    .filter(({ kind }) => !NO_DEFINITIONS.has(kind))
    .map(({ name_path, kind, relative_path: path, body_location: { start_line, end_line }, body }) => {
      const line = texts.nameLine(path, start_line + 1, end_line + 1, lastName(name_path));
      return { path, line, namePath: name_path, kind: kind.toLowerCase(), ...bodyOf(body) };
    });
}

/** `{"Class": ["A", {"B": {"Method": ["m"]}}]}` */
type TheirGroups = Record<string, (string | Record<string, TheirGroups>)[]>;

function theirOverview(groups: TheirGroups, path: string, above: string): Finding[] {
  return Object.entries(groups).flatMap(([kind, rows]) =>
    rows.flatMap((row) => {
      const entries = typeof row === "string" ? [[row, {}] as const] : Object.entries(row);
      return entries.flatMap(([name, below]) => [
        { path, line: 0, namePath: above + name, kind: kind.toLowerCase() },
        ...theirOverview(below, path, `${above}${name}/`),
      ]);
    }),
  );
}

interface TheirUse {
  name_path: string;
  content_around_reference?: string;
  reference_line?: number;
}

function theirUses(files: Record<string, Record<string, TheirUse[]>>): Finding[] {
  return Object.entries(files).flatMap(([path, kinds]) =>
    Object.entries(kinds).flatMap(([kind, uses]) =>
      uses.map(({ name_path, content_around_reference: around }) => {
        const line = Number(/^ *> *(\d+):/m.exec(around ?? "")?.[1] ?? -1) + 1; // theirs count from 0
        return { path, line, namePath: kind === "File" ? "" : withoutIndex(name_path), kind: kind.toLowerCase() };
      }),
    ),
  );
}
