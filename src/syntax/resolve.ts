/** From a name path to the symbol that is meant: the one resolver of all tools. */
import { UserError } from "../base/error.ts";
import { nearNames } from "../base/near.ts";
import { matchesNamePath, type NamePath, parseNamePath } from "./name-path.ts";
import type { SymbolTree, TreeSymbol } from "./tree.ts";

/** Candidates and near names that an error lists. */
const LISTED = 12;

/**
 * The symbols that a name path means: those whose whole path it is, else those whose path ends with it, else those whose
 * parameters it gives, as in `add(int, int)`.
 */
export function meantSymbols(tree: SymbolTree, namePath: string): readonly TreeSymbol[] {
  const pattern = parseNamePath(namePath);
  const literal = matching(tree, pattern);
  if (literal.length > 0) return literal;
  const last = pattern.parts.at(-1)!;
  const open = last.name.indexOf("(");
  if (open < 1 || !last.name.endsWith(")")) return [];
  const parameters = dense(last.name.slice(open));
  const bare: NamePath = {
    ...pattern,
    parts: [...pattern.parts.slice(0, -1), { ...last, name: last.name.slice(0, open) }],
  };
  return matching(tree, bare).filter(({ signature }) => dense(signature).includes(parameters));
}

/** Full paths win over ends of paths. */
function matching(tree: SymbolTree, pattern: NamePath): readonly TreeSymbol[] {
  const named = tree.named(pattern.parts.at(-1)!.name).filter(({ chain }) => matchesNamePath(pattern, chain));
  const whole = named.filter(({ chain }) => chain.length === pattern.parts.length);
  return whole.length > 0 ? whole : named;
}

function dense(text: string): string {
  return text.replace(/\s+/g, "");
}

/**
 * The one symbol that a name path means.
 * @param path of the file, for the error.
 * @throws UserError `not_found` with near name paths; `ambiguous` with all that it could mean and their lines.
 */
export function resolveSymbol(tree: SymbolTree, path: string, namePath: string): TreeSymbol {
  const meant = meantSymbols(tree, namePath);
  if (meant.length === 1) return meant[0]!;
  const shown = JSON.stringify(namePath.slice(0, 200));
  if (meant.length === 0) {
    const known = tree.all.map((symbol) => symbol.namePath);
    const near = nearNames(namePath, new Set(known), 5).map((one) => JSON.stringify(one));
    const has = tree.roots.slice(0, LISTED).map((symbol) => JSON.stringify(symbol.namePath));
    const listed =
      near.length > 0
        ? `did you mean ${near.join(" or ")}?`
        : has.length > 0
          ? `it has ${has.join(", ")}.`
          : "it has no symbols.";
    throw new UserError("not_found", `There is no symbol ${shown} in "${path}"; ${listed}`, {
      hint: "get_symbols_overview lists the name paths of a file.",
    });
  }
  const places = meant.slice(0, LISTED).map((symbol) => {
    const { start, end } = tree.lines(symbol.declaration);
    return `${JSON.stringify(symbol.namePath)} (${symbol.kind}, lines ${start}-${end})`;
  });
  const more = meant.length > LISTED ? ` and ${meant.length - LISTED} more` : "";
  throw new UserError(
    "ambiguous",
    `${shown} means ${meant.length} symbols in "${path}": ${places.join(", ")}${more}.`,
    {
      hint: "Give the name path with its index, as listed.",
    },
  );
}
