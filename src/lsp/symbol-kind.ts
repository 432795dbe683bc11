/** The kinds of symbols in the order of the protocol's numbers, which begin with 1. */

export const LSP_SYMBOL_KINDS = [
  "file",
  "module",
  "namespace",
  "package",
  "class",
  "method",
  "property",
  "field",
  "constructor",
  "enum",
  "interface",
  "function",
  "variable",
  "constant",
  "string",
  "number",
  "boolean",
  "array",
  "object",
  "key",
  "null",
  "enum_member",
  "struct",
  "event",
  "operator",
  "type_parameter",
] as const;

export type LspSymbolKind = (typeof LSP_SYMBOL_KINDS)[number];

/** @param number one that the protocol does not have means an object. */
export function symbolKind(number: number): LspSymbolKind {
  return LSP_SYMBOL_KINDS[number - 1] ?? "object";
}
