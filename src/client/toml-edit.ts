/** Edits of TOML in place: one table is put at the end, replaced or taken out, and all other lines keep their bytes. */
import { parse, stringify, TomlError } from "smol-toml";
import { layoutOf } from "./layout.ts";
import { TextFault } from "./text-fault.ts";

type Table = Record<string, unknown>;

/** @throws {TextFault} where the client could not read it. */
export function parseToml(text: string): Table {
  try {
    return parse(text) as Table;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const lines = text.split("\n").slice(0, error.line - 1);
    const offset = lines.reduce((sum, line) => sum + line.length + 1, 0) + error.column - 1;
    throw new TextFault(Math.min(offset, text.length), `this is not valid TOML: ${error.message.split("\n")[0]}`);
  }
}

/** What stands at a place. */
export function tomlAt(text: string, path: readonly string[]): unknown {
  return path.reduce<unknown>((held, name) => (isTable(held) ? held[name] : undefined), parseToml(text));
}

/** The text with a table at a place. @throws {TextFault} where that is written in a way that is not edited here. */
export function setTable(text: string, path: readonly string[], value: Table): string {
  const old = tomlAt(text, path);
  if (Bun.deepEquals(old, value)) return text;
  const { newline } = layoutOf(text);
  const written = stringify(wrapped(path, value) as Table)
    .split("\n")
    .filter((line) => line !== "" && !isBareHeader(line, path))
    .join(newline);
  const found = tableLines(text, path);
  if (old !== undefined && !found) throw notSection(text, path);
  const inLines = found && isTable(old) ? withKeys(text, found, old, value) : undefined;
  if (inLines !== undefined && isMade(text, inLines, path, value)) return inLines;
  let after: string;
  if (found) after = `${text.slice(0, found.start)}${written}${newline}${text.slice(found.end)}`;
  else {
    const gap = text === "" ? "" : text.endsWith("\n") ? newline : newline + newline;
    after = `${text}${gap}${written}${newline}`;
  }
  assertElse(text, after, path, value);
  return after;
}

/** The text without the table at a place, and without the blank line before it. */
export function removeTable(text: string, path: readonly string[]): string {
  if (tomlAt(text, path) === undefined) return text;
  const found = tableLines(text, path);
  if (!found) throw notSection(text, path);
  const isLast = text.slice(found.end).trim() === "";
  const above = text.slice(0, found.start);
  const kept = isLast ? above.replace(/(^|\n)\r?\n$/, "$1") : above;
  const after = kept + text.slice(found.end);
  assertElse(text, after, path, undefined);
  return after;
}

/** Offsets of the table with those below it, from its first header to its last line that says something. */
function tableLines(text: string, path: readonly string[]): { start: number; end: number } | undefined {
  let found: { start: number; end: number } | undefined;
  let [offset, isInside] = [0, false];
  for (const line of text.split(/(?<=\n)/)) {
    const header = headerOf(line);
    // A table of a list (`[[name]]`) ends the one above it, too.
    if (header) isInside = path.every((name, at) => header[at] === name);
    offset += line.length;
    // Blank lines and comments above the next header are that one's.
    const isSaid = line.trim() !== "" && !line.trimStart().startsWith("#");
    if (isInside && isSaid) found = { start: found?.start ?? offset - line.length, end: offset };
  }
  return found;
}

/** Names of a header line of one table or of one in a list, quoted ones as they are meant. */
function headerOf(line: string): string[] | undefined {
  const inside = /^\s*(?:\[([^[\]]+)\]|\[\[([^[\]]+)\]\])\s*(?:#.*)?$/.exec(line.trimEnd())?.slice(1).join("");
  if (inside === undefined) return undefined;
  const names = [...inside.matchAll(/\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+))\s*(?:\.|$)/g)];
  return names.map(([, quoted, literal, bare]) => quoted ?? literal ?? bare!);
}

/** `[mcp_servers]` above `[mcp_servers.waymark]`, which says nothing by itself. */
function isBareHeader(line: string, path: readonly string[]): boolean {
  const header = headerOf(line);
  return header !== undefined && header.length < path.length;
}

/** The lines of a table with the keys that differ changed in their lines, as long as each has one; to be verified. */
function withKeys(text: string, { start, end }: { start: number; end: number }, old: Table, value: Table): string {
  const { newline } = layoutOf(text);
  const [header = "", ...lines] = text.slice(start, end).split(/(?<=\n)/);
  const isOwn = ownLines(lines);
  const changed = Object.keys({ ...old, ...value }).filter((key) => !Bun.deepEquals(old[key], value[key]));
  const fresh: string[] = [];
  for (const key of changed) {
    const at = lines.findIndex((line, at) => isOwn(at) && keyOf(line) === key);
    const line = value[key] === undefined ? "" : stringify({ [key]: value[key] }).trimEnd() + newline;
    if (at >= 0) lines[at] = line;
    else fresh.push(line);
  }
  return text.slice(0, start) + [header, ...fresh, ...lines].join("") + text.slice(end);
}

/** Which lines are of the table itself: not of those below it. */
function ownLines(lines: readonly string[]): (at: number) => boolean {
  const next = lines.findIndex((line) => headerOf(line) !== undefined);
  return (at) => next < 0 || at < next;
}

function keyOf(line: string): string | undefined {
  const [, quoted, bare] = /^\s*(?:"([^"\\]*)"|([\w-]+))\s*=/.exec(line) ?? [];
  return quoted ?? bare;
}

/** A header may stand in a string, and tables be written in other ways: the result is read again before it is believed. */
function assertElse(before: string, after: string, path: readonly string[], value: Table | undefined): void {
  if (!isMade(before, after, path, value)) throw notSection(before, path);
}

/** Whether a text says what it said before, and a value at a place. */
function isMade(before: string, after: string, path: readonly string[], value: Table | undefined): boolean {
  const old = withAt(parseToml(before), path, undefined);
  let now: Table;
  try {
    now = parseToml(after);
  } catch {
    return false;
  }
  return Bun.deepEquals(old, withAt(now, path, undefined)) && Bun.deepEquals(tomlAt(after, path), value);
}

function withAt(table: Table, [name, ...rest]: readonly string[], value: Table | undefined): Table {
  const { [name!]: held, ...others } = table;
  const inner = rest.length > 0 ? withAt(isTable(held) ? held : {}, rest, value) : value;
  const isEmpty = inner === undefined || (isTable(inner) && Object.keys(inner).length === 0);
  return isEmpty ? others : { ...others, [name!]: inner };
}

function notSection(text: string, path: readonly string[]): TextFault {
  const at = Math.max(0, text.indexOf(path.at(-1)!));
  return new TextFault(
    at,
    `"${path.join(".")}" is not written as a [${path.join(".")}] section of its own; change it by hand`,
  );
}

function wrapped(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, name) => ({ [name]: inner }), value);
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
