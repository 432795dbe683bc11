/** The names of the types above a type, as its declaration writes them before its body. */
import type { Position, SymbolTree, TreeSymbol } from "../syntax/tree.ts";

/** Comments, strings, arrows, identifiers, and single characters. */
const TOKEN = /\/\/[^\n]*|#[^\n]*|\/\*.*?\*\/|"[^"\n]*"|'[^'\n]*'|=>|[\p{ID_Start}_$][\p{ID_Continue}$]*|\S/gsu;

const OPEN = "([{<";
const CLOSE = ")]}>";

interface Token {
  text: string;
  /** Offset in the file. */
  at: number;
  /** Brackets around it, of which the header itself is none. */
  depth: number;
}

/**
 * Where the names of the types directly above stand; of a dotted name its last part, without arguments of types.
 * @param how as `bases` of the language's data.
 */
export function basesOf(tree: SymbolTree, symbol: TreeSymbol, how: "keywords" | "parentheses"): Position[] {
  const header = headerOf(tree.text.slice(symbol.nameSpan.end, symbol.declaration.end), symbol.nameSpan.end, how);
  const isNamed = how === "keywords" ? behindKeyword(header) : inParentheses(header);
  return header
    .filter((token, at) => isName(token) && isNamed(token, at) && header[at + 1]?.text !== ".")
    .map(({ at }) => tree.position(at));
}

/** Up to where the body begins. */
function headerOf(text: string, from: number, how: "keywords" | "parentheses"): Token[] {
  const tokens: Token[] = [];
  const end = how === "keywords" ? "{" : ":";
  let depth = 0;
  for (const { 0: word, index } of text.matchAll(TOKEN)) {
    if (/^(\/\/|\/\*|["'])/.test(word) || (word.startsWith("#") && word.length > 1)) continue;
    if (depth === 0 && (word === end || word === ";")) break;
    if (word.length === 1 && CLOSE.includes(word)) depth--;
    tokens.push({ text: word, at: from + index, depth });
    if (word.length === 1 && OPEN.includes(word)) depth++;
  }
  return tokens;
}

function isName({ text }: Token): boolean {
  return /^[\p{ID_Start}_$]/u.test(text) && text !== "extends" && text !== "implements";
}

/** `class A<T> extends m.B<T> implements C, D`. */
function behindKeyword(header: readonly Token[]) {
  const first = header.findIndex(({ text, depth }) => depth === 0 && (text === "extends" || text === "implements"));
  return ({ depth }: Token, at: number) => first !== -1 && at > first && depth === 0;
}

/** `class A[T](m.B[T], C, metaclass=D)`. */
function inParentheses(header: readonly Token[]) {
  const open = header.findIndex(({ text, depth }) => depth === 0 && text === "(");
  return ({ depth }: Token, at: number) => {
    return open !== -1 && at > open && depth === 1 && header[at - 1]!.text !== "=" && header[at + 1]?.text !== "=";
  };
}
