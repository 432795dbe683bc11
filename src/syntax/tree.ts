/** The symbols of a file as a tree, each with its name path and lines. */
import { lineStarts } from "../base/text.ts";
import type { FileSyntax, Span, SyntaxSymbol } from "./file-syntax.ts";
import type { SymbolKind } from "./kind.ts";
import { type PathPart, printNamePath } from "./name-path.ts";

/** A place as the outside sees it: 1-based lines and columns, columns in UTF-16 units. */
export interface Position {
  line: number;
  column: number;
}

export class TreeSymbol {
  readonly kind: SymbolKind;
  readonly name: string;
  readonly declaration: Span;
  readonly nameSpan: Span;
  readonly doc: Span | undefined;
  readonly signature: string;
  readonly exported: boolean;
  /** The declaration is the name alone, since no more is known: it is no body. */
  readonly isNameOnly: boolean;
  readonly children: TreeSymbol[] = [];
  /** From the top of the file to this symbol. */
  readonly chain: readonly PathPart[];

  constructor(symbol: SyntaxSymbol, chain: readonly PathPart[]) {
    this.kind = symbol.kind;
    this.name = symbol.name;
    this.declaration = symbol.declaration;
    this.nameSpan = symbol.nameSpan;
    this.doc = symbol.doc;
    this.signature = symbol.signature;
    this.exported = symbol.exported;
    this.isNameOnly = symbol.isNameOnly ?? false;
    this.chain = chain;
  }

  /** As printed everywhere. */
  get namePath(): string {
    return printNamePath(this.chain);
  }
}

export class SymbolTree {
  readonly text: string;
  /** Every symbol, in the order of the file. */
  readonly all: readonly TreeSymbol[];
  /** Those with no symbol around them, each with its children. */
  readonly roots: readonly TreeSymbol[];
  /** Offsets at which lines start. */
  readonly starts: readonly number[];
  #byName: Map<string, TreeSymbol[]> | undefined;

  /** @param starts of the text's lines, for who has them already. */
  constructor(text: string, { symbols }: Pick<FileSyntax, "symbols">, starts: readonly number[] = lineStarts(text)) {
    this.text = text;
    this.starts = starts;
    const homes = homesOf(symbols);
    const chains = chainsOf(symbols, homes);
    this.all = symbols.map((symbol, at) => new TreeSymbol(symbol, chains[at]!));
    this.roots = this.all.filter((_, at) => homes[at]!.parent === -1);
    for (const [at, { parent }] of homes.entries()) if (parent !== -1) this.all[parent]!.children.push(this.all[at]!);
  }

  /** Symbols by their bare name, in the order of the file. */
  named(name: string): readonly TreeSymbol[] {
    this.#byName ??= Map.groupBy(this.all, (symbol) => symbol.name);
    return this.#byName.get(name) ?? [];
  }

  get lineCount(): number {
    return this.starts.length;
  }

  /** The raw text of a span. */
  slice({ start, end }: Span): string {
    return this.text.slice(start, end);
  }

  /** First and last line of a span, 1-based and inclusive. */
  lines({ start, end }: Span): { start: number; end: number } {
    return { start: this.#lineOf(start), end: this.#lineOf(Math.max(start, end - 1)) };
  }

  position(offset: number): Position {
    const line = this.#lineOf(offset);
    return { line, column: offset - (this.starts[line - 1] ?? 0) + 1 };
  }

  #lineOf(offset: number): number {
    let [low, high] = [0, this.starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return Math.max(1, low);
  }
}

/** Where a symbol hangs in the tree. */
interface Home {
  /** Place of the parent; -1 at the top. */
  parent: number;
  /** Names between the parent and the symbol that are not defined in this file. */
  absent: readonly string[];
}

const NAMESPACES: ReadonlySet<string> = new Set(["namespace", "module", "package"]);

/**
 * Members that stand outside of their type hang under it: it is looked for among the symbols around them, from the inside
 * out, then at the top and in its namespaces. Short owners come first: `A::B` has its place before `A::B::C` looks for it.
 */
function homesOf(symbols: readonly SyntaxSymbol[]): Home[] {
  const homes = symbols.map(({ parent }): Home => ({ parent, absent: [] }));
  const inScope = new Map<string, number>();
  const anywhere = new Map<string, number>();
  const outside: { at: number; owner: readonly string[] }[] = [];
  for (const [at, { name, parent, owner }] of symbols.entries()) {
    if (owner) {
      outside.push({ at, owner });
      continue;
    }
    const key = keyOf(homes[at]!, name);
    if (!inScope.has(key)) inScope.set(key, at);
    const isOpen = parent === -1 || NAMESPACES.has(symbols[parent]!.kind);
    if (isOpen && !anywhere.has(name)) anywhere.set(name, at);
  }
  const outermost = (name: string, from: number): number => {
    for (let scope = from; ; scope = symbols[scope]!.parent) {
      const found = inScope.get(keyOf({ parent: scope, absent: [] }, name));
      if (found !== undefined) return found;
      if (scope === -1) return anywhere.get(name) ?? -1;
    }
  };
  /** Whether a symbol hangs under another, so that the other cannot hang under it. */
  const hangsUnder = (at: number, other: number): boolean => {
    for (let here = at; here !== -1; here = homes[here]!.parent) if (here === other) return true;
    return false;
  };
  for (const { at, owner } of outside.sort((a, b) => a.owner.length - b.owner.length)) {
    let home: Home = { parent: symbols[at]!.parent, absent: [] };
    for (const [depth, name] of owner.entries()) {
      const found = depth === 0 ? outermost(name, home.parent) : (inScope.get(keyOf(home, name)) ?? -1);
      home =
        found === -1 || hangsUnder(found, at)
          ? { ...home, absent: [...home.absent, name] }
          : { parent: found, absent: [] };
    }
    homes[at] = home;
    const key = keyOf(home, symbols[at]!.name);
    if (!inScope.has(key)) inScope.set(key, at);
  }
  return homes;
}

/** Equal for symbols of one name under one parent. */
function keyOf({ parent, absent }: Home, name: string): string {
  return [parent, ...absent, name].join("\n");
}

/**
 * The chain of each symbol, with an index wherever a name is there twice under the same parent. The shorter chains come
 * first: what a parent is called is known then, and parents that are called the same are the same.
 */
function chainsOf(symbols: readonly SyntaxSymbol[], homes: readonly Home[]): PathPart[][] {
  const chains: PathPart[][] = [];
  for (const level of Map.groupBy(symbols.keys(), levelsOf(homes)).entries().toArray().sort(byLevel)) {
    const above = new Map(level[1].map((at) => [at, chainAbove(homes[at]!, chains)]));
    const named = Map.groupBy(level[1], (at) => `${printNamePath(above.get(at)!)}\n${symbols[at]!.name}`);
    for (const [, same] of named) {
      for (const [index, at] of same.entries()) {
        const { name } = symbols[at]!;
        chains[at] = [...above.get(at)!, same.length === 1 ? { name } : { name, index }];
      }
    }
  }
  return chains;
}

function byLevel([a]: [number, unknown], [b]: [number, unknown]): number {
  return a - b;
}

function chainAbove({ parent, absent }: Home, chains: readonly PathPart[][]): PathPart[] {
  return [...(parent === -1 ? [] : chains[parent]!), ...absent.map((name) => ({ name }))];
}

/** How long the chain of a symbol is. */
function levelsOf(homes: readonly Home[]): (at: number) => number {
  const known: number[] = [];
  return (at) => {
    const pending: number[] = [];
    for (let here = at; here !== -1 && known[here] === undefined; here = homes[here]!.parent) pending.push(here);
    for (const here of pending.reverse()) {
      const { parent, absent } = homes[here]!;
      known[here] = (parent === -1 ? 0 : known[parent]!) + absent.length + 1;
    }
    return known[at]!;
  };
}
