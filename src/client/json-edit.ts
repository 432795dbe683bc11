/** Edits of JSON in place: what is not touched keeps every byte, comments and spaces included. */
import { createScanner, type Node } from "jsonc-parser";
import { type Dialect, nodeAt, type Path, parseJson } from "./json-text.ts";
import { indentOf, type Layout, layoutOf } from "./layout.ts";
import { TextFault } from "./text-fault.ts";

/** The text with `value` at a member; objects on the way are made. A value that is the same already is left as it is written. */
export function setMember(text: string, dialect: Dialect, path: readonly string[], value: unknown): string {
  const root = parseJson(text, dialect);
  const layout = layoutOf(text);
  if (!root) {
    const fresh = JSON.stringify(wrapped(path, value), null, layout.unit).replaceAll("\n", layout.newline);
    const start = text === "" || text.endsWith("\n") ? text : text + layout.newline;
    return `${start}${fresh}${layout.newline}`;
  }
  const old = nodeAt(root, path);
  if (old) {
    if (Bun.deepEquals(nodeValue(old), value)) return text;
    const written = printed(value, indentOf(text, old.offset), layout);
    return text.slice(0, old.offset) + written + text.slice(old.offset + old.length);
  }
  let depth = path.length - 1;
  while (!nodeAt(root, path.slice(0, depth))) depth--;
  const holder = nodeAt(root, path.slice(0, depth))!;
  nodeAt(root, path.slice(0, depth + 1)); // complains when the holder is no object
  const inner = wrapped(path.slice(depth + 1), value);
  const colon = layout.isOneLine && !/:\s/.test(text) ? ":" : ": ";
  return appended(
    text,
    holder,
    layout,
    (indent) => `${JSON.stringify(path[depth])}${colon}${printed(inner, indent, layout)}`,
  );
}

/** The text with `value` as the last element of a list; the list is made where there is none. */
export function addElement(text: string, dialect: Dialect, path: readonly string[], value: unknown): string {
  const list = nodeAt(parseJson(text, dialect), path);
  if (!list) return setMember(text, dialect, path, [value]);
  if (list.type !== "array") throw new TextFault(list.offset, `"${path.join(".")}" must be a list`);
  const layout = layoutOf(text);
  return appended(text, list, layout, (indent) => printed(value, indent, layout));
}

/** The text without what stands at a place; comments beside it stay. */
export function removeAt(text: string, dialect: Dialect, path: Path): string {
  const root = parseJson(text, dialect);
  const found = nodeAt(root, path);
  if (!found) return text;
  const list = nodeAt(root, path.slice(0, -1))!;
  const children = list.children!;
  const at = children.findIndex((child) => child === found || child.children?.[1] === found);
  const child = children[at]!;
  const end = child.offset + child.length;
  const before = tokens(text, list.offset, child.offset).filter(({ kind }) => kind !== "space");
  const after = tokens(text, end, list.offset + list.length).filter(({ kind }) => kind !== "space");
  const comma = after.find(({ kind }) => kind !== "comment");
  const cuts: [number, number][] = [];
  const previous = before.at(-1)!;
  const start = previous.end;
  if (comma?.kind === "comma") {
    if (after[0] === comma) cuts.push([start, comma.end]);
    else cuts.push([start, end], [comma.start, comma.end]);
  } else {
    cuts.push([start, end]);
    const ahead = at > 0 ? before.findLast(({ kind }) => kind === "comma") : undefined;
    if (ahead) cuts.push([ahead.start, ahead.end]);
  }
  // A line comment must not swallow what comes next.
  if (
    previous.kind === "comment" &&
    text.startsWith("//", previous.start) &&
    !/^[ \t]*\r?\n/.test(text.slice(cuts[0]![1]))
  ) {
    cuts[0]![0] = child.offset;
  }
  let result = text;
  for (const [from, to] of cuts.sort(([one], [other]) => other - one))
    result = result.slice(0, from) + result.slice(to);
  if (children.length > 1) return result;
  const emptied = nodeAt(parseJson(result, dialect), path.slice(0, -1))!;
  const inside = result.slice(emptied.offset + 1, emptied.offset + emptied.length - 1);
  if (inside.trim() !== "") return result;
  return result.slice(0, emptied.offset + 1) + result.slice(emptied.offset + emptied.length - 1);
}

/** The value of a node, whatever its members are called. */
export function nodeValue(node: Node): unknown {
  if (node.type === "array") return node.children!.map(nodeValue);
  if (node.type !== "object") return node.value;
  const value: Record<string, unknown> = {};
  for (const { children } of node.children!) {
    const [key, held] = children!;
    Object.defineProperty(value, key!.value, {
      value: nodeValue(held!),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return value;
}

function wrapped(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, name) => ({ [name]: inner }), value);
}

/** A value over lines, or in one where the document is one line. */
function printed(value: unknown, indent: string, { unit, newline, isOneLine }: Layout): string {
  if (isOneLine) return JSON.stringify(value);
  return JSON.stringify(value, null, unit).replaceAll("\n", newline + indent);
}

/** `text` with a last child in a list or object. */
function appended(text: string, list: Node, layout: Layout, write: (indent: string) => string): string {
  const close = list.offset + list.length - 1;
  const base = indentOf(text, list.offset);
  const last = list.children!.at(-1);
  if (!last) {
    const inside = tokens(text, list.offset + 1, close).filter(({ kind }) => kind === "comment");
    const at = inside.at(-1)?.end ?? list.offset + 1;
    const isFlat = layout.isOneLine && inside.length === 0;
    if (isFlat) return text.slice(0, at) + write("") + text.slice(at);
    const indent = base + layout.unit;
    const written = layout.newline + indent + write(indent);
    if (!text.slice(at, close).includes("\n"))
      return text.slice(0, close) + written + layout.newline + base + text.slice(close);
    return text.slice(0, at) + written + text.slice(at);
  }
  const end = last.offset + last.length;
  const after = tokens(text, end, close);
  const comma = after.find(({ kind }) => kind === "comma");
  let at = comma?.end ?? end;
  for (const token of after) {
    if (token.start < at) continue;
    if (token.kind === "comment" && !text.slice(token.start, token.end).includes("\n")) at = token.end;
    else if (token.kind !== "space" || text.slice(token.start, token.end).includes("\n")) break;
  }
  const isSpread = /\n/.test(text.slice(list.offset, list.children![0]!.offset)) || /\/\//.test(text.slice(end, at));
  const indent = isSpread ? indentOf(text, last.offset) : base;
  const gap = isSpread ? layout.newline + indent : layout.isOneLine && !/,\s/.test(text) ? "" : " ";
  const written = write(indent);
  const addition = gap + written + (comma ? "," : "");
  return text.slice(0, end) + (comma ? "" : ",") + text.slice(end, at) + addition + text.slice(at);
}

/** Kinds of tokens as the scanner numbers them; its own names are erased when it is compiled. */
const SyntaxKind = {
  CommaToken: 5,
  LineCommentTrivia: 12,
  BlockCommentTrivia: 13,
  LineBreakTrivia: 14,
  Trivia: 15,
  EOF: 17,
};

interface Token {
  kind: "comma" | "comment" | "space" | "other";
  start: number;
  end: number;
}

/** The tokens of a part that begins and ends between tokens. */
function tokens(text: string, from: number, to: number): Token[] {
  const scanner = createScanner(text.slice(from, to), false);
  const found: Token[] = [];
  for (let kind: number = scanner.scan(); kind !== SyntaxKind.EOF; kind = scanner.scan()) {
    const start = from + scanner.getTokenOffset();
    found.push({ kind: kindOf(kind), start, end: start + scanner.getTokenLength() });
  }
  return found;
}

function kindOf(kind: number): Token["kind"] {
  if (kind === SyntaxKind.CommaToken) return "comma";
  if (kind === SyntaxKind.LineCommentTrivia || kind === SyntaxKind.BlockCommentTrivia) return "comment";
  return kind === SyntaxKind.Trivia || kind === SyntaxKind.LineBreakTrivia ? "space" : "other";
}
