/** Brings results into one shape, whichever legal one a server chose. */
import type * as lsp from "vscode-languageserver-protocol";
import { holds, type Positions, type Range } from "./position.ts";
import { toPath } from "./uri.ts";

/** A place in some file. */
export interface Place {
  uri: string;
  /** Absolute; undefined for what is no file, such as a class within an archive. */
  path: string | undefined;
  range: Range;
  /** The name within a declaration, where the server tells both. */
  nameRange?: Range;
}

/** Thrown for what no server may answer. */
export class ShapeError extends Error {
  constructor(what: string, raw: unknown) {
    super(`${what}, but ${JSON.stringify(raw)?.slice(0, 200)}`);
  }
}

/** @param raw `Location`, `Location[]`, `LocationLink[]` or null; places that are said twice are given once. */
export async function places(raw: unknown, positions: Positions): Promise<Place[]> {
  const list = Array.isArray(raw) ? raw : raw === null || raw === undefined ? [] : [raw];
  const found = new Map<string, Place>();
  for (const one of list as unknown[]) {
    const place = await placeOf(one, positions);
    const { start, end } = place.range;
    const key = `${start.line} ${start.column} ${end.line} ${end.column} ${place.uri}`;
    if (!found.has(key)) found.set(key, place);
  }
  return [...found.values()];
}

/** @throws ShapeError. */
export async function placeOf(raw: unknown, positions: Positions): Promise<Place> {
  if (isLocation(raw)) {
    const path = toPath(raw.uri);
    return { uri: raw.uri, path, range: await positions.rangeFromServer(path, raw.range) };
  }
  if (isLink(raw)) {
    const path = toPath(raw.targetUri);
    const range = await positions.rangeFromServer(path, raw.targetRange);
    const name = isRange(raw.targetSelectionRange)
      ? { nameRange: await positions.rangeFromServer(path, raw.targetSelectionRange) }
      : {};
    return { uri: raw.targetUri, path, range, ...name };
  }
  throw new ShapeError("a place was expected", raw);
}

/**
 * References without the declaration itself. Servers are always asked with it: some give nothing without, some leave out
 * more than it, and some give it although it was not asked for.
 * @param declaration where the name of the symbol is declared.
 */
export function withoutDeclaration(found: readonly Place[], path: string, declaration: Range): Place[] {
  return found.filter((place) => place.path !== path || !holds(declaration, place.range));
}

export interface Hover {
  /** Markdown. */
  text: string;
  range?: Range;
}

/** @param raw with `MarkupContent`, `MarkedString`, `MarkedString[]`, or null; undefined when there is nothing to say. */
export async function hoverOf(raw: unknown, path: string, positions: Positions): Promise<Hover | undefined> {
  if (typeof raw !== "object" || raw === null) return undefined;
  const { contents, range } = raw as { contents?: unknown; range?: unknown };
  const text = markdown(contents);
  if (text === "") return undefined;
  return { text, ...(isRange(range) && { range: await positions.rangeFromServer(path, range) }) };
}

function markdown(contents: unknown): string {
  if (typeof contents === "string") return contents.trim();
  if (Array.isArray(contents)) return contents.map(markdown).filter(Boolean).join("\n\n");
  const { value, language } = (contents ?? {}) as { value?: unknown; language?: unknown };
  if (typeof value !== "string" || value.trim() === "") return "";
  return typeof language === "string" ? `\`\`\`${language}\n${value.trim()}\n\`\`\`` : value.trim();
}

export interface Highlight {
  range: Range;
  /** Undefined where the server does not say, or knows only that the text is the same. */
  access: "read" | "write" | undefined;
}

const ACCESS = [undefined, undefined, "read", "write"] as const;

/** @param raw with `DocumentHighlight[]` or null. */
export async function highlightsOf(raw: unknown, path: string, positions: Positions): Promise<Highlight[]> {
  const found: Highlight[] = [];
  for (const one of Array.isArray(raw) ? (raw as Partial<lsp.DocumentHighlight>[]) : []) {
    if (!isRange(one?.range)) continue;
    found.push({ range: await positions.rangeFromServer(path, one.range), access: ACCESS[one.kind ?? 1] });
  }
  return found;
}

export interface Renameable {
  /** What would be renamed; undefined when the server only says that something can be. */
  range?: Range;
  placeholder?: string;
}

/** @param raw a range, `{range, placeholder}`, `{defaultBehavior}`, or null: undefined, for what cannot be renamed. */
export async function renameableOf(raw: unknown, path: string, positions: Positions): Promise<Renameable | undefined> {
  if (typeof raw !== "object" || raw === null) return undefined;
  if (isRange(raw)) return { range: await positions.rangeFromServer(path, raw) };
  const { range, placeholder, defaultBehavior } = raw as {
    range?: unknown;
    placeholder?: string;
    defaultBehavior?: boolean;
  };
  if (isRange(range)) {
    return {
      range: await positions.rangeFromServer(path, range),
      ...(placeholder !== undefined && { placeholder }),
    };
  }
  return defaultBehavior ? {} : undefined;
}

export function isRange(raw: unknown): raw is lsp.Range {
  const { start, end } = (raw ?? {}) as { start?: lsp.Position; end?: lsp.Position };
  return [start?.line, start?.character, end?.line, end?.character].every((number) => Number.isInteger(number));
}

function isLocation(raw: unknown): raw is lsp.Location {
  const { uri, range } = (raw ?? {}) as { uri?: unknown; range?: unknown };
  return typeof uri === "string" && isRange(range);
}

function isLink(raw: unknown): raw is lsp.LocationLink {
  const { targetUri, targetRange } = (raw ?? {}) as { targetUri?: unknown; targetRange?: unknown };
  return typeof targetUri === "string" && isRange(targetRange);
}
