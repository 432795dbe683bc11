/**
 * Name paths: `Cart/total[1]` is the chain of symbol names within a file. A `/` within a name is written `%2F`, a `%` that
 * would read as such an escape `%25`, an index-like end of a name `%5B1%5D`, and what cannot be seen by its code: `%{202e}`.
 */
import { HIDDEN } from "../base/visible.ts";

/** One symbol of the chain. */
export interface PathPart {
  name: string;
  /** 0-based, among the symbols of the same name under the same parent; left out where the name is alone. */
  index?: number;
}

export interface NamePath {
  /** Begins at the top of the file. */
  isAbsolute: boolean;
  parts: PathPart[];
}

const INDEX = /^(.*)\[(\d+)\]$/s;
const ESCAPED = /%(?:([0-9A-Fa-f]{2})|\{([0-9a-f]{1,6})\})/g;

/** Reads what a caller wrote. Slashes at both ends do not count; a path of slashes alone has one empty part. */
export function parseNamePath(text: string): NamePath {
  const isAbsolute = text.startsWith("/");
  const parts = text.replace(/^\/+|\/+$/g, "").split("/");
  return { isAbsolute, parts: parts.map(parsePart) };
}

/** The chain as it is printed; reading it again gives the same chain. */
export function printNamePath(parts: readonly PathPart[]): string {
  return parts.map(printPart).join("/");
}

/** Names that need no escape: nearly all. */
const PLAIN = /^[\w$]*$/;

export function printPart({ name, index }: PathPart): string {
  const escaped = PLAIN.test(name) ? name : escapedName(name);
  return index === undefined ? escaped : `${escaped}[${index}]`;
}

function escapedName(name: string): string {
  return name
    .replace(/%(?=[0-9A-Fa-f]{2}|\{)/g, "%25")
    .replace(/\[(\d+)\]$/, "%5B$1%5D")
    .replaceAll("/", "%2F")
    .replace(/[\n\r\t]/g, unseen)
    .replace(HIDDEN, unseen);
}

function unseen(char: string): string {
  return `%{${char.codePointAt(0)!.toString(16)}}`;
}

function parsePart(text: string): PathPart {
  const [, name, index] = INDEX.exec(text) ?? [];
  const plain = (escaped: string) =>
    escaped.replace(ESCAPED, (written, two?: string, code?: string) => {
      const value = Number.parseInt(two ?? code!, 16);
      return value > 0x10ffff ? written : String.fromCodePoint(value);
    });
  return index === undefined ? { name: plain(text) } : { name: plain(name!), index: Number(index) };
}

/**
 * Whether a pattern means the symbol that stands at the end of a chain: its last parts agree with the chain's last parts.
 * An index in the pattern must be the symbol's; a pattern without one takes any.
 * @param isSubstring the last part may be any piece of the symbol's name.
 */
export function matchesNamePath(pattern: NamePath, chain: readonly PathPart[], isSubstring = false): boolean {
  const { isAbsolute, parts } = pattern;
  const above = chain.length - parts.length;
  if (above < 0 || (isAbsolute && above > 0)) return false;
  return parts.every(({ name, index }, at) => {
    const symbol = chain[above + at]!;
    if (index !== undefined && index !== symbol.index) return false;
    return isSubstring && at === parts.length - 1 ? symbol.name.includes(name) : symbol.name === name;
  });
}
