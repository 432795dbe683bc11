/** Why a needle is not found: what stands in the text instead, different in something that is easily overlooked. */
import { RE2JS } from "re2js";
import { UserError } from "../base/error.ts";
import type { Turn } from "../base/turn.ts";
import { isSearchedInPieces, matchesIn, piecesFor, probe } from "../project/matching.ts";
import { type Match, Pattern, type PatternOptions } from "../project/pattern.ts";
import { wholeWindow } from "../project/window.ts";
import { SearchedText } from "./searched-text.ts";
import { TextLines } from "./text-lines.ts";

interface Attempt {
  /** In what it differs. */
  how: string;
  source: string;
  options?: Partial<PatternOptions>;
}

const SHOWN_CHARS = 200;

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/** A sentence about the nearest thing that is there; undefined when there is none. */
export async function nearMiss(
  text: string,
  needle: string,
  mode: PatternOptions["mode"],
  turn: Turn,
): Promise<string | undefined> {
  for (const { how, source, options } of attempts(needle, mode)) {
    const found = await firstPlace(text, source, { mode, ignoreCase: false, wholeWord: false, ...options }, turn);
    if (found) return `${how}: ${where(found, text)}.`;
  }
  return mode === "literal" ? firstDifference(text.replace(/\r\n?/g, "\n"), needle) : undefined;
}

function* attempts(needle: string, mode: PatternOptions["mode"]): Generator<Attempt> {
  yield { how: "Upper and lower case differ", source: needle, options: { ignoreCase: true } };
  if (mode === "regex") {
    yield {
      how: 'It is there as it stands, which mode "literal" looks for',
      source: needle,
      options: { mode: "literal" },
    };
    return;
  }
  const unescaped = needle.replace(/\\(.)/gs, (_, char: string) => ESCAPES[char] ?? char);
  if (unescaped !== needle) yield { how: "It is there without the needle's backslashes", source: unescaped };
  const escaped = JSON.stringify(needle).slice(1, -1);
  if (escaped !== needle) yield { how: "It is there with escapes", source: escaped };
  const unspelt = needle.replace(/\\u\{([0-9a-f]{1,6})\}/g, (spelling, code: string) =>
    Number.parseInt(code, 16) <= 0x10_ff_ff ? String.fromCodePoint(Number.parseInt(code, 16)) : spelling,
  );
  if (unspelt !== needle)
    yield { how: "It holds the hidden character itself, which answers spell out", source: unspelt };
  if (needle.includes("\r")) yield { how: "Line ends differ", source: needle.replace(/\r\n?/g, "\n") };
  const words = needle.split(/\s+/).filter(Boolean);
  const spaced = words.map((word) => RE2JS.quote(word)).join("\\s+");
  if (words.length > 0) yield { how: "White space differs", source: spaced, options: { mode: "regex" } };
  yield {
    how: 'It is there as an expression, which mode "regex" looks for',
    source: needle,
    options: { mode: "regex" },
  };
}

async function firstPlace(
  original: string,
  source: string,
  options: PatternOptions,
  turn: Turn,
): Promise<Match | undefined> {
  const pattern = patternIfAny(source, options);
  if (!pattern) return undefined;
  const searched = new SearchedText(original, pattern);
  const [window, pieces] = [wholeWindow(searched.text), piecesFor(pattern, turn)];
  probe(pieces, searched.text);
  if (isSearchedInPieces(window, pieces)) return undefined; // it would take long
  for await (const { start, end } of matchesIn(window, 0, pieces, true)) {
    return end > start ? { start: searched.originalAt(start), end: searched.originalAt(end) } : undefined;
  }
  return undefined;
}

/** Undefined for what is no expression. */
function patternIfAny(source: string, options: PatternOptions): Pattern | undefined {
  try {
    return new Pattern(source, options);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** `line 4 has "const x"`, with the lines as they are. */
function where(place: Match, text: string): string {
  const lines = new TextLines(text);
  const [first, last] = lines.of(place);
  const shown = quoted(text.slice(place.start, place.end));
  return first === last ? `line ${first} has ${shown}` : `lines ${first}-${last} have ${shown}`;
}

/** How many of the needle's lines are there, and what stands where the next one should be. */
function firstDifference(text: string, needle: string): string | undefined {
  const wanted = needle.split("\n");
  for (let count = wanted.length - 1; count > 0; count--) {
    const found = text.indexOf(`${wanted.slice(0, count).join("\n")}\n`);
    if (found === -1) continue;
    const lines = new TextLines(text);
    const line = lines.at(found) + count;
    const there = line > lines.count ? "the end of the file" : quoted(lines.line(line));
    return `Its first ${count === 1 ? "line is" : `${count} lines are`} there, but line ${line} is ${there}, not ${quoted(wanted[count]!)}.`;
  }
  return undefined;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text);
}
