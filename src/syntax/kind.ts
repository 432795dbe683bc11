/** The kinds of symbols: those of the language server protocol, and a few that it has no word for. */

export const SYMBOL_KINDS = [
  "array",
  "boolean",
  "class",
  "constant",
  "constructor",
  "element",
  "enum",
  "enum_member",
  "event",
  "field",
  "file",
  "function",
  "implementation",
  "interface",
  "key",
  "label",
  "macro",
  "method",
  "module",
  "namespace",
  "null",
  "number",
  "object",
  "operator",
  "package",
  "property",
  "rule",
  "section",
  "string",
  "struct",
  "test",
  "trait",
  "type",
  "type_parameter",
  "union",
  "variable",
] as const;

export type SymbolKind = (typeof SYMBOL_KINDS)[number];

const KNOWN: ReadonlySet<string> = new Set(SYMBOL_KINDS);

export function isSymbolKind(word: string): word is SymbolKind {
  return KNOWN.has(word);
}
