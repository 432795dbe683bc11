/** Parses a file and reads its symbols, in the thread that calls; `pool.ts` does it in workers. */
import { Parser, Query } from "web-tree-sitter";
import type { Catalog } from "../language/catalog.ts";
import { QUERIES } from "./_queries.gen.ts";
import { Captures, capture } from "./capture.ts";
import { type Dialect, dialectNamed } from "./dialect.ts";
import { extract } from "./extract.ts";
import type { FileSyntax } from "./file-syntax.ts";
import { grammarNamed } from "./grammar.ts";
import { literalsIn } from "./literal.ts";
import { occurrencesIn } from "./occurrence.ts";
import { trimmed } from "./space.ts";

export interface ParseRequest extends Dialect {
  text: string;
  /** Also collect the identifiers that occur. */
  occurrences: boolean;
  /** Also give where strings stand. */
  strings?: boolean;
  /** Also collect the literals that go over several lines. */
  literals?: boolean;
  /** The most it may take, in milliseconds. */
  timeLimit: number;
}

/** The time was up. */
export class ParseTimeout extends Error {}

/** Places where the parser could not follow the text. */
const ERRORS = "[(ERROR) (MISSING)] @error";

/** Being compiled or ready: a large one takes as long as hundreds of files, so nobody compiles it a second time. */
const queries = new Map<string, Promise<Query>>();

/**
 * @param catalog finds the languages that stand within others.
 * @throws ParseTimeout; Error for a grammar or query that does not load.
 */
export async function parseFile(request: ParseRequest, catalog: Catalog): Promise<FileSyntax> {
  const { text } = request;
  const deadline = performance.now() + request.timeLimit;
  using captures = new Captures();
  const all = { literals: request.literals ?? false, deadline };
  await captureAll(captures, request, text, all);
  for (const { language, node } of captures.embedded.splice(0)) {
    const inner = dialectNamed(language, catalog);
    if (inner) await captureAll(captures, inner, blankedAround(text, node.startIndex, node.endIndex), all);
  }
  const file = extract(captures, text, request.exported);
  if (request.strings) file.strings = captures.strings.map(({ start, end }) => ({ start, end }));
  if (request.literals) file.literals = captures.literals;
  if (!request.occurrences) return file;
  const opaque = [...captures.comments, ...captures.strings];
  return { ...file, occurrences: occurrencesIn(text, opaque, request.identifier) };
}

async function captureAll(
  into: Captures,
  dialect: Dialect,
  text: string,
  { literals, deadline }: { literals: boolean; deadline: number },
): Promise<void> {
  const grammar = await grammarNamed(dialect.grammar);
  const query = await queryOf(dialect);
  const parser = new Parser();
  let isLate = false;
  const progress = () => {
    isLate ||= performance.now() > deadline;
    return isLate;
  };
  try {
    parser.setLanguage(grammar);
    // The declared type of the callback returns nothing, but what it returns decides.
    const source = readable(rewritten(text, dialect), dialect, into);
    const tree = parser.parse(source, null, { progressCallback: progress as () => void });
    if (!tree || isLate) throw new ParseTimeout(`Parsing ${text.length} characters took too long.`);
    into.keep(tree);
    capture(into, query, tree.rootNode, text, progress);
    if (literals) into.literals.push(...literalsIn(tree.rootNode));
    if (isLate) throw new ParseTimeout(`Reading the symbols of ${text.length} characters took too long.`);
  } finally {
    parser.delete();
  }
}

/** The text with blanks for the words that the grammar cannot follow. */
function readable(text: string, { blanks }: Dialect, into: Captures): string {
  if (blanks === undefined) return text;
  return text.replace(new RegExp(blanks, "gmu"), (word: string, ...rest: unknown[]) => {
    const start = rest.find((one) => typeof one === "number")!;
    const end = start + word.length;
    if (!isAtLineEnd(text, end)) into.leading.push(trimmed({ start, end }, text)); // else it stands alone
    return " ".repeat(word.length);
  });
}

function isAtLineEnd(text: string, offset: number): boolean {
  let at = offset;
  while (text[at] === " " || text[at] === "\t") at++;
  return at >= text.length || text[at] === "\n" || text[at] === "\r";
}

function queryOf({ grammar, query: name }: Dialect): Promise<Query> {
  const key = `${grammar} ${name}`;
  const known = queries.get(key);
  if (known) return known;
  const source = QUERIES[name];
  if (source === undefined) throw new Error(`There is no query "${name}".`);
  const compiled = grammarNamed(grammar).then((language) => new Query(language, `${source}\n${ERRORS}`));
  queries.set(key, compiled);
  return compiled;
}

/**
 * The text as the grammar understands it, every offset as it was.
 * @throws Error for a replacement of another length.
 */
function rewritten(text: string, { language, rewrite = {} }: Dialect): string {
  let result = text;
  for (const [pattern, replacement] of Object.entries(rewrite)) {
    result = result.replace(new RegExp(pattern, "gmu"), replacement);
    if (result.length !== text.length) throw new Error(`${language} rewrites ${pattern} to text of another length.`);
  }
  return result;
}

/** The text with blanks for all but one part, so that offsets stay what they are. */
function blankedAround(text: string, start: number, end: number): string {
  const blanks = (part: string) => part.replace(/[^\r\n]/g, " ");
  return blanks(text.slice(0, start)) + text.slice(start, end) + blanks(text.slice(end));
}
