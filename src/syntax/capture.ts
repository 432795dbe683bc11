/**
 * What a language's query says of a file. The captures of `resources/queries/*.scm`:
 *
 * - `@definition.<kind>` with `@name`: a symbol. `@body` is where its declaration ends and its body starts, where that is not
 *   the field `body`. Of two patterns that name the same node the first in the file wins, of two matches of one
 *   pattern the one with more captures.
 * - `(#set! name "{a}({b})")` makes the name of other captures; `(#set! split "::")` takes `A::b` apart into owner and name;
 *   `@owner` is the type that a member stands outside of; `(#set! keep first)` keeps the first of many (assignments),
 *   `(#set! keep outside)` what lies in no `@local` (a C declaration that may be a prototype or a local variable);
 *   `(#set! trim ":")`: the name is without these characters at its ends (`:symbol`), and always without backquotes;
 *   `(#set! strip "^'|'$")` takes what the regular expression matches out of it, or out of the source of an import.
 * - `@end`: where a declaration ends that is more than one node.
 * - `(#set! level 2)` on a heading: it reaches to the next of its level or a higher one, at most to the end of the `@scope`
 *   that it is in.
 * - `@joined` on a definition: it goes on where the one before it, of the same name and joined too, ended (a type signature and
 *   the equations of a function); `@apart` between two keeps them apart.
 * - `(#set! continues last)`: no symbol, but more of the one before it, whatever its name.
 * - `(#set! names one)`: of several names of one node the first is it.
 * - `@wrapped` in `@wrapper`: the wrapper belongs to the declaration, unless it wraps several (`const a = 1, b = 2`).
 * - `@leading`: decorators and attributes that stand before a declaration; `@trailing`: what belongs to the one before it.
 * - `@local`: what lies within is nobody else's; variables, constants and keys there are no symbols.
 * - `@exported`, `@private` before a name; `@exported.name`: a name that is exported elsewhere in the file;
 *   `@section.private`, `@section.public`: what stands behind it in the same node, up to the next of them.
 * - `@section.owner`: the name of a package to which the top-level symbols behind it belong (`package A;`).
 * - `@import` with `@import.source` and `@import.name`; `(#set! strip "^import ")` cuts what matches off the source.
 * - `@comment`; `@string`: text in which words are no identifiers.
 * - `@embedded` with `(#set! language "typescript")` or `@language`: another language within this one.
 */
import type { Node, Query, QueryMatch, Tree } from "web-tree-sitter";
import type { ImportReference, Span } from "./file-syntax.ts";
import { isSymbolKind, type SymbolKind } from "./kind.ts";
import { trimmed } from "./space.ts";
import { nameOf, ownerParts } from "./written-name.ts";

/** A definition as a query found it. */
export interface Definition {
  kind: SymbolKind;
  node: Node;
  name: string;
  nameSpan: Span;
  owner: string[];
  /** Offset at which the body starts. */
  body: number | undefined;
  /** Offset at which it ends, if not with its node. */
  end: number | undefined;
  /** Place of its pattern in the query. */
  pattern: number;
  /** How many captures it matched with: those in `?` may be missing. */
  captures: number;
  keepsFirst: boolean;
  /** No symbol, but more of the one before. */
  isContinuation: boolean;
  /** Its node has no second name. */
  isNamedOnce: boolean;
  /** Of a heading: 1 is the highest. */
  level: number | undefined;
  /** No symbol within a function. */
  keepsOutside: boolean;
}

/** From where, up to where, members are seen or not. */
export interface Section extends Span {
  isPrivate: boolean;
}

/** Everything that the queries of a file say. */
export class Captures {
  readonly definitions = new Map<number, Definition>();
  readonly #wrappers = new Map<number, Node>();
  readonly #wrappedBy = new Map<number, Set<number>>();
  readonly comments: Span[] = [];
  readonly leading: Span[] = [];
  readonly trailing: Span[] = [];
  readonly strings: Span[] = [];
  readonly literals: Span[] = [];
  readonly locals: Span[] = [];
  /** Ids of the nodes of `locals`. */
  readonly localNodes = new Set<number>();
  readonly exportedAt: number[] = [];
  readonly privateAt: number[] = [];
  readonly exportedNames = new Set<string>();
  /** Ids of nodes. */
  readonly joined = new Set<number>();
  readonly apartAt: number[] = [];
  readonly scopes: Span[] = [];
  readonly sections: Section[] = [];
  /** Names of packages, and where what belongs to them begins. */
  readonly owners: { start: number; name: string }[] = [];
  readonly #imports = new Map<string, ImportReference>();
  readonly embedded: { language: string; node: Node }[] = [];
  readonly errors: Span[] = [];
  readonly #trees: Tree[] = [];

  /** Takes over a tree whose nodes are captured, and frees it in the end. */
  keep(tree: Tree): void {
    this.#trees.push(tree);
  }

  [Symbol.dispose](): void {
    for (const tree of this.#trees.splice(0)) tree.delete();
  }

  /** The outermost node that belongs to the declaration of `node` alone. */
  declarationOf(node: Node): Node {
    for (let here = node; ; ) {
      const wrapper = this.#wrappers.get(here.id);
      if (!wrapper || this.#wrappedBy.get(wrapper.id)!.size > 1) return here;
      here = wrapper;
    }
  }

  add(match: QueryMatch, text: string): void {
    const { captures } = match;
    const first = captures[0];
    if (!first) return;
    const properties = match.setProperties ?? {};
    let [definition, wrapped, wrapper, body, imported, embedded]: (Node | undefined)[] = [];
    let kind: SymbolKind | undefined;
    let language = properties.language ?? undefined;
    const nodes = new Map<string, Node[]>();
    for (const { name, node } of captures) {
      switch (name) {
        case "comment":
          this.comments.push(spanOf(node, text));
          break;
        case "string":
          this.strings.push(spanOf(node, text));
          break;
        case "leading":
          this.leading.push(spanOf(node, text));
          break;
        case "trailing":
          this.trailing.push(spanOf(node, text));
          break;
        case "local":
          this.locals.push({ start: node.startIndex, end: node.endIndex });
          this.localNodes.add(node.id);
          break;
        case "error":
          this.errors.push({ start: node.startIndex, end: node.endIndex });
          break;
        case "exported":
          this.exportedAt.push(node.startIndex);
          break;
        case "private":
          this.privateAt.push(node.startIndex);
          break;
        case "joined":
          this.joined.add(node.id);
          break;
        case "scope":
          this.scopes.push({ start: node.startIndex, end: node.endIndex });
          break;
        case "apart":
          this.apartAt.push(node.startIndex);
          break;
        case "section.private":
        case "section.public": {
          const end = (node.parent ?? node).endIndex;
          this.sections.push({ start: node.startIndex, end, isPrivate: name === "section.private" });
          break;
        }
        case "section.owner":
          this.owners.push({ start: node.startIndex, name: textOf(node, text) });
          break;
        case "exported.name":
          this.exportedNames.add(textOf(node, text));
          break;
        case "wrapped":
          wrapped = node;
          break;
        case "wrapper":
          wrapper = node;
          break;
        case "body":
          body = node;
          break;
        case "import":
          imported = node;
          break;
        case "embedded":
          embedded = node;
          break;
        case "language":
          language = textOf(node, text);
          break;
        default:
          if (name.startsWith("definition.")) {
            const word = name.slice("definition.".length);
            if (!isSymbolKind(word)) throw new Error(`A query names the kind "${word}", which is none.`);
            definition = node;
            kind = word;
          } else {
            const others = nodes.get(name);
            if (others) others.push(node);
            else nodes.set(name, [node]);
          }
      }
    }
    if (wrapped && wrapper) this.#wrap(wrapped, wrapper);
    if (embedded && language) this.embedded.push({ language, node: embedded });
    if (imported) {
      const texts = (name: string) => (nodes.get(name) ?? []).map((node) => textOf(node, text));
      const [written] = texts("import.source");
      const source = properties.strip ? written?.replace(new RegExp(properties.strip, "gs"), "") : written;
      if (source !== undefined) this.#import(imported, unquoted(source), texts("import.name"));
    }
    if (definition && kind) this.#define(definition, kind, match, nodes, body, text);
  }

  /** Patterns for the names of an import match once for each of them. */
  #import({ startIndex: start, endIndex: end }: Node, source: string, names: readonly string[]): void {
    const key = `${start} ${source}`;
    const known = this.#imports.get(key);
    if (known) known.names = [...new Set([...known.names, ...names])];
    else this.#imports.set(key, { source, names: [...names], span: { start, end } });
  }

  get imports(): ImportReference[] {
    return [...this.#imports.values()];
  }

  #wrap(wrapped: Node, wrapper: Node): void {
    this.#wrappers.set(wrapped.id, wrapper);
    const all = this.#wrappedBy.get(wrapper.id);
    if (all) all.add(wrapped.id);
    else this.#wrappedBy.set(wrapper.id, new Set([wrapped.id]));
  }

  #define(
    node: Node,
    kind: SymbolKind,
    { patternIndex, setProperties, captures }: QueryMatch,
    nodes: ReadonlyMap<string, readonly Node[]>,
    body: Node | undefined,
    text: string,
  ): void {
    const nameNode = nodes.get("name")?.[0];
    if (!nameNode) throw new Error(`Pattern ${patternIndex} of a query defines a ${kind} without a name.`);
    const known = this.definitions.get(nameNode.id);
    if (
      known &&
      (known.pattern < patternIndex || (known.pattern === patternIndex && known.captures >= captures.length))
    )
      return;
    const properties = setProperties ?? {};
    const written = nameOf({ start: nameNode.startIndex, end: nameNode.endIndex }, text, properties, (capture) => {
      const found = nodes.get(capture)?.[0];
      return found ? textOf(found, text) : "";
    });
    if (written.name === "") return;
    const owner = (nodes.get("owner") ?? []).flatMap((one) => ownerParts(textOf(one, text), "::."));
    this.definitions.set(nameNode.id, {
      kind,
      node,
      name: written.name,
      nameSpan: written.span,
      owner: [...owner, ...written.owner],
      body: (body ?? node.childForFieldName("body"))?.startIndex,
      end: nodes.get("end")?.[0]?.endIndex,
      pattern: patternIndex,
      captures: captures.length,
      keepsFirst: properties.keep === "first",
      isContinuation: properties.continues === "last",
      isNamedOnce: properties.names === "one",
      level: properties.level ? Number(properties.level) : undefined,
      keepsOutside: properties.keep === "outside",
    });
  }
}

/**
 * Runs a query over a tree.
 * @param progress called now and then; true ends the run.
 */
export function capture(into: Captures, query: Query, root: Node, text: string, progress: () => boolean): void {
  // The declared type of the callback returns nothing, but what it returns decides.
  for (const match of query.matches(root, { progressCallback: progress as () => void })) into.add(match, text);
}

/** The span of a node without white space at its ends: some grammars count the line end to a comment. */
function spanOf(node: Node, text: string): Span {
  return trimmed({ start: node.startIndex, end: node.endIndex }, text);
}

function textOf(node: Node, text: string): string {
  return text.slice(node.startIndex, node.endIndex);
}

function unquoted(text: string): string {
  return /^(["'`<]).*(["'`>])$/s.test(text) ? text.slice(1, -1) : text;
}
