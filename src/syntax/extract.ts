/** Captures -> the symbols, imports and comments of a file. */
import type { ExportRule } from "../language/spec.ts";
import type { Captures, Definition, Section } from "./capture.ts";
import { boundedData } from "./data.ts";
import { type Declaration, Surroundings } from "./declaration.ts";
import type { FileSyntax, Span, SyntaxSymbol } from "./file-syntax.ts";
import type { SymbolKind } from "./kind.ts";
import { cutAtComments, spreadSections } from "./section.ts";

/** Symbols nested deeper than this are left out; only machines write such files. */
const DEPTH_LIMIT = 60;
/** Symbols of one file. */
const SYMBOL_LIMIT = 100_000;
/** Places of errors that are kept. */
const ERRORS_KEPT = 20;

/** Not seen from outside of the function they are in. */
const LOCAL_KINDS: ReadonlySet<SymbolKind> = new Set(["variable", "constant", "key"]);

/** Members of the type around the function that defines them. */
const MEMBER_KINDS: ReadonlySet<SymbolKind> = new Set(["field", "property"]);
const FUNCTION_KINDS: ReadonlySet<SymbolKind> = new Set(["constructor", "method", "function"]);

/** Kinds that mean a member when they stand directly in a type. */
const AS_MEMBER: ReadonlyMap<SymbolKind, SymbolKind> = new Map([
  ["function", "method"],
  ["variable", "field"],
]);
const TYPE_KINDS: ReadonlySet<SymbolKind> = new Set(["class", "enum", "interface", "struct", "trait"]);

/** What a symbol hangs under: the place of its parent, and the types between the two. */
interface Home {
  parent: number;
  owner: readonly string[];
}

type Found = Definition & Declaration & { isLocal: boolean; isJoined: boolean; section?: string };

export function extract(captures: Captures, text: string, exportRule: ExportRule): FileSyntax {
  const surroundings = new Surroundings(captures, text);
  const locals = joined(captures.locals);
  const found: Found[] = [];
  const isLocal = ({ node }: Definition) =>
    isWithin({ start: node.startIndex, end: node.endIndex }, locals, captures.localNodes.has(node.id));
  const seen = [...captures.definitions.values()].filter(
    (one) => !(one.keepsOutside || LOCAL_KINDS.has(one.kind)) || !isLocal(one),
  );
  for (const definition of boundedData(seen)) {
    found.push({
      ...definition,
      ...surroundings.declarationOf(definition),
      isLocal: isLocal(definition),
      isJoined: captures.joined.has(definition.node.id),
    });
  }
  found.sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end || a.pattern - b.pattern);
  spreadSections(found, captures.scopes.sort(byStart), text);
  cutAtComments(found, text);
  const comments = captures.comments.sort(byStart);
  const errors = captures.errors.sort(byStart);
  return {
    symbols: nested(
      found.filter(isNewName).map(inPackage(captures)),
      new Visibility(captures, exportRule),
      captures.apartAt.sort((a, b) => a - b),
    ),
    imports: captures.imports.sort((a, b) => byStart(a.span, b.span)),
    comments,
    errors: { count: errors.length, spans: errors.slice(0, ERRORS_KEPT) },
  };
}

/** Of two patterns that see one definition, the later may see its name with quotes and the like. */
function isNewName({ node, nameSpan, isNamedOnce }: Found, at: number, found: readonly Found[]): boolean {
  const before = found[at - 1];
  if (before?.node.id !== node.id) return true;
  if (isNamedOnce) return false;
  return before.nameSpan.end <= nameSpan.start || nameSpan.end <= before.nameSpan.start;
}

/** Notes for each symbol, in order, behind which package's name it stands. */
function inPackage({ owners }: Captures): (found: Found) => Found {
  owners.sort((a, b) => a.start - b.start);
  let next = 0;
  let around: string | undefined;
  return (found) => {
    while (next < owners.length && owners[next]!.start < found.span.start) around = owners[next++]!.name;
    return around === undefined || found.owner.length > 0 || found.kind === "package"
      ? found
      : { ...found, section: around };
  };
}

/** Symbols with their parents: the innermost declaration around each. Several names of one node stand side by side. */
function nested(found: readonly Found[], visibility: Visibility, apartAt: readonly number[]): SyntaxSymbol[] {
  const symbols: SyntaxSymbol[] = [];
  const first = new Set<string>();
  const open: number[] = [];
  /** Parent -> its last child, and whether that is joined. */
  const lastOf = new Map<number, { at: number; isJoined: boolean }>();
  const nodes: number[] = [];
  for (const definition of found) {
    const {
      kind,
      node,
      name,
      nameSpan,
      span,
      doc,
      signature,
      owner: written,
      section,
      keepsFirst,
      isLocal,
    } = definition;
    const isOver = (at: number) => symbols[at]!.declaration.end < span.end || nodes[at] === node.id;
    while (open.length > 0 && isOver(open.at(-1)!)) open.pop();
    if (open.length >= DEPTH_LIMIT || symbols.length >= SYMBOL_LIMIT) continue;
    const around = open.at(-1) ?? -1;
    const home = homeOf(kind, around === -1 && section !== undefined ? [section] : written, around, symbols);
    if (!home) continue;
    const { parent, owner } = home;
    const isHidden = isLocal && !(MEMBER_KINDS.has(kind) && parent !== around);
    const key = [parent, ...owner, name].join("\n");
    if (keepsFirst && first.has(key)) continue;
    const last = lastOf.get(parent);
    if (last && goesOn(definition, symbols[last.at]!, last.isJoined, apartAt)) {
      symbols[last.at]!.declaration.end = span.end;
      open.push(last.at);
      continue;
    }
    if (definition.isContinuation) continue;
    first.add(key);
    if (LOCAL_KINDS.has(kind) && symbols[parent]?.kind === "test") continue;
    lastOf.set(parent, { at: symbols.length, isJoined: definition.isJoined });
    nodes.push(node.id);
    const isInType = parent !== -1 && TYPE_KINDS.has(symbols[parent]!.kind);
    symbols.push({
      kind: (isInType && AS_MEMBER.get(kind)) || kind,
      name,
      declaration: span,
      nameSpan,
      ...(doc && { doc }),
      signature,
      exported:
        !isHidden &&
        visibility.isExported(name, { start: span.start, end: nameSpan.start }, symbols[parent], owner.length > 0),
      parent,
      ...(owner.length > 0 && { owner: [...owner] }),
    });
    open.push(symbols.length - 1);
  }
  return symbols;
}

/** Whether a definition is no symbol of its own but more of the one before it. */
function goesOn(
  { name, span, isJoined, isContinuation }: Found,
  before: SyntaxSymbol,
  isJoinedBefore: boolean,
  apartAt: readonly number[],
): boolean {
  if (isContinuation) return true;
  if (!isJoined || !isJoinedBefore || before.name !== name) return false;
  return !hasBetween(apartAt, before.declaration.end, span.start);
}

/**
 * A member of an implementation block belongs to the type it names; one that a function defines to the type around the
 * function or that the function is a member of, and without one it is nobody's.
 */
function homeOf(
  kind: SymbolKind,
  owner: readonly string[],
  around: number,
  symbols: readonly SyntaxSymbol[],
): Home | undefined {
  let parent = around;
  if (owner.length > 0) {
    while (symbols[parent]?.kind === "implementation") parent = symbols[parent]!.parent;
  } else if (MEMBER_KINDS.has(kind)) {
    for (let here = symbols[parent]; here && isFunctionAround(kind, here); here = symbols[parent]) {
      parent = here.parent;
      if (here.owner) return { parent, owner: here.owner };
    }
    if (parent === -1 && around !== -1) return undefined;
  }
  return { parent, owner };
}

/** Accessors are functions too, unless the member is another of their own kind, as in a property of objects. */
function isFunctionAround(kind: SymbolKind, { kind: around }: SyntaxSymbol): boolean {
  return FUNCTION_KINDS.has(around) || (around === "property" && kind === "field");
}

/** Which symbols other files see. */
class Visibility {
  readonly #rule: ExportRule;
  readonly #exportedAt: readonly number[];
  readonly #privateAt: readonly number[];
  readonly #exportedNames: ReadonlySet<string>;
  readonly #sections: readonly Section[];

  constructor({ exportedAt, privateAt, exportedNames, sections }: Captures, rule: ExportRule) {
    this.#rule = rule;
    this.#exportedAt = exportedAt.sort((a, b) => a - b);
    this.#privateAt = privateAt.sort((a, b) => a - b);
    this.#exportedNames = exportedNames;
    this.#sections = sections.sort(byStart);
  }

  /**
   * @param before from the start of the declaration to its name.
   * @param isMember although nothing is around it.
   */
  isExported(name: string, { start, end }: Span, around: SyntaxSymbol | undefined, isMember: boolean): boolean {
    if (around && !around.exported) return false;
    if (!around && this.#exportedNames.has(name)) return true;
    if (hasBetween(this.#privateAt, start, end) || this.#isInPrivateSection(start)) return false;
    switch (this.#rule) {
      case "always":
        return true;
      case "underscore":
        return !name.startsWith("_") || (name.startsWith("__") && name.endsWith("__"));
      case "capitalised":
        return /^\p{Lu}/u.test(name);
      case "marked":
        return this.#isMarked(name, start, end);
      case "marked_at_top":
        return around !== undefined || isMember || this.#isMarked(name, start, end);
    }
  }

  #isInPrivateSection(start: number): boolean {
    return this.#sections.findLast((one) => one.start < start && start < one.end)?.isPrivate ?? false;
  }

  #isMarked(name: string, start: number, end: number): boolean {
    return hasBetween(this.#exportedAt, start, end) || this.#exportedNames.has(name);
  }
}

/** Whether one of the rising offsets lies from `start` to `end`, both included. */
function hasBetween(offsets: readonly number[], start: number, end: number): boolean {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offsets[middle]! < start) low = middle + 1;
    else high = middle;
  }
  return low < offsets.length && offsets[low]! <= end;
}

/** Spans without those that lie in others, in order. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort(byStart)) {
    const last = result.at(-1);
    if (last && span.end <= last.end) continue;
    result.push(span);
  }
  return result;
}

/** Whether a span lies in one of the others, which it may also fill unless it is that one itself. */
function isWithin({ start, end }: Span, spans: readonly Span[], isItself: boolean): boolean {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.start <= start) low = middle + 1;
    else high = middle;
  }
  const around = spans[low - 1];
  return around !== undefined && around.end >= end && (!isItself || around.start < start || around.end > end);
}

function byStart(a: Span, b: Span): number {
  return a.start - b.start || b.end - a.end;
}
