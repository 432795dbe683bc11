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
  readonly #starts: readonly number[];
  #byName: Map<string, TreeSymbol[]> | undefined;

  constructor(text: string, { symbols }: Pick<FileSyntax, "symbols">) {
    this.text = text;
    this.#starts = lineStarts(text);
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
    return { line, column: offset - (this.#starts[line - 1] ?? 0) + 1 };
  }

  #lineOf(offset: number): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= offset) low = middle + 1;
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
/** What has no members. */
const CALLED: ReadonlySet<string> = new Set(["function", "method", "constructor", "operator", "field", "property"]);

/**
 * Members that stand outside of their type hang under it: it is looked for among the symbols around them, from the inside
 * out, then at the top and in its namespaces. A type that is itself defined outside of its owner is found by its whole path,
 * which is shorter than that of its members: two of them cannot hang under each other.
 */
function homesOf(symbols: readonly SyntaxSymbol[]): Home[] {
  const inScope = new Map<string, number>();
  const anywhere = new Map<string, number>();
  for (const [at, { name, parent, owner }] of symbols.entries()) {
    if (owner) continue;
    const key = `${parent}\n${name}`;
    if (!inScope.has(key)) inScope.set(key, at);
    const isOpen = parent === -1 || NAMESPACES.has(symbols[parent]!.kind);
    if (isOpen && !anywhere.has(name)) anywhere.set(name, at);
  }
  const outermost = (name: string, from: number): number => {
    for (let scope = from; ; scope = symbols[scope]!.parent) {
      const found = inScope.get(`${scope}\n${name}`);
      if (found !== undefined) return found;
      if (scope === -1) return anywhere.get(name) ?? -1;
    }
  };
  /** Goes down from a home as far as the types are defined. */
  const inward = ({ parent, absent }: Home): Home => {
    let home = parent;
    for (const [at, name] of absent.entries()) {
      const next = inScope.get(`${home}\n${name}`);
      if (next === undefined) return { parent: home, absent: absent.slice(at) };
      home = next;
    }
    return { parent: home, absent: [] };
  };
  const homes = symbols.map(({ parent, owner }) => {
    if (!owner) return { parent, absent: [] };
    const home = outermost(owner[0]!, parent);
    return home === -1 ? { parent, absent: owner } : inward({ parent: home, absent: owner.slice(1) });
  });
  const outside = new Map<string, number>();
  for (const [at, { name, owner, kind }] of symbols.entries()) {
    const key = keyOf(homes[at]!, name);
    if (owner && !CALLED.has(kind) && !outside.has(key)) outside.set(key, at);
  }
  return homes.map((home) => {
    for (let length = home.absent.length; length > 0; length--) {
      const { parent, absent } = home;
      const found = outside.get(keyOf({ parent, absent: absent.slice(0, length - 1) }, absent[length - 1]!));
      if (found !== undefined) return inward({ parent: found, absent: absent.slice(length) });
    }
    return home;
  });
}

function keyOf({ parent, absent }: Home, name: string): string {
  return [parent, ...absent, name].join("\n");
}

/** The chain of each symbol, with an index wherever a name is there twice under the same parent. */
function chainsOf(symbols: readonly SyntaxSymbol[], homes: readonly Home[]): PathPart[][] {
  const keys = symbols.map(({ name }, at) => keyOf(homes[at]!, name));
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const seen = new Map<string, number>();
  const parts = symbols.map(({ name }, at): PathPart => {
    const key = keys[at]!;
    if (counts.get(key) === 1) return { name };
    const index = seen.get(key) ?? 0;
    seen.set(key, index + 1);
    return { name, index };
  });
  return symbols.map((_, at) => {
    const chain: PathPart[] = [];
    for (let here = at; here !== -1; here = homes[here]!.parent) {
      chain.push(parts[here]!);
      for (const name of homes[here]!.absent.toReversed()) chain.push({ name });
    }
    return chain.reverse();
  });
}
