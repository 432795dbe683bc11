/** Whether a symbol may get a name: by the language's grammar, and by what is called so already. */
import { UserError } from "../base/error.ts";
import type { FileSyntax } from "../syntax/file-syntax.ts";
import { IDENTIFIER } from "../syntax/occurrence.ts";
import type { SymbolTree, TreeSymbol } from "../syntax/tree.ts";
import type { FindServices } from "./find.ts";
import type { SymbolSpot } from "./server-question.ts";

const CALLED: ReadonlySet<string> = new Set(["constructor", "function", "method", "macro"]);
const MEMBERS: ReadonlySet<string> = new Set(["enum_member", "event", "field", "key", "method", "property"]);

/**
 * @throws UserError `invalid_arguments` for what is no name in the language; `exists` for one that a symbol beside it has, unless
 * both are functions and the language tells such apart.
 */
export async function assertUsableName(
  path: string,
  name: string,
  { tree, symbol }: Pick<SymbolSpot, "tree" | "symbol">,
  use: FindServices,
): Promise<void> {
  const language = use.project.catalog.of(path);
  const identifier = new RegExp(`^(?:${language?.syntax?.identifier ?? IDENTIFIER})$`, "u");
  // Headings, keys and operators have names of other kinds; what they may be, only the server knows.
  if (identifier.test(symbol.name) && !identifier.test(name)) {
    throw refused(`${JSON.stringify(name)} is no identifier${language ? ` in ${language.name}` : ""}.`);
  }
  const syntax = language?.syntax;
  const isMember = MEMBERS.has(symbol.kind) && symbol.chain.length > 1;
  const isReserved = syntax?.reserved?.split(/\s+/).includes(name) && (syntax.reserved_in_types || !isMember);
  if (isReserved) throw refused(`${JSON.stringify(name)} is a reserved word of ${language!.name}.`);
  const taken = besides(tree, symbol).find((one) => one.name === name);
  const isOverload = syntax?.overloads && CALLED.has(symbol.kind) && taken && CALLED.has(taken.kind);
  if (taken && !isOverload) {
    const { line } = tree.position(taken.nameSpan.start);
    throw new UserError(
      "exists",
      `${JSON.stringify(symbol.namePath)} cannot become ${JSON.stringify(name)}: the ${taken.kind} at line ${line} of ${JSON.stringify(path)} has that name. Nothing was written.`,
      { hint: "Choose another name, or rename that one first." },
    );
  }
  if (tree.slice(symbol.nameSpan) !== symbol.name) return; // it is written in another way than it is called
  const { start, end } = symbol.nameSpan;
  const before = await parsed(path, tree.text, use);
  const after = before && (await parsed(path, tree.text.slice(0, start) + name + tree.text.slice(end), use));
  if (!before || !after) return;
  const isNamed = after.symbols.some(({ nameSpan }) => nameSpan.start === start);
  if (after.errors.count <= before.errors.count && isNamed) return;
  throw refused(
    `${JSON.stringify(name)} cannot stand as the name of this ${symbol.kind}: the file would not follow the grammar of ${language?.name ?? "its language"} then.`,
  );
}

/** Symbols with the same symbol around them. */
function besides(tree: SymbolTree, symbol: TreeSymbol): readonly TreeSymbol[] {
  return tree.all.find(({ children }) => children.includes(symbol))?.children ?? tree.roots;
}

/** Undefined for a text that is not parsed. */
async function parsed(path: string, text: string, use: FindServices): Promise<FileSyntax | undefined> {
  try {
    return await use.symbols.syntaxOf(use.project, path, text, use.signal);
  } catch (error) {
    use.signal.throwIfAborted();
    if (["too_large", "timed_out"].includes((error as { code?: string }).code ?? "")) return undefined;
    throw error;
  }
}

function refused(message: string): UserError {
  return new UserError("invalid_arguments", `${message} Nothing was written.`, {
    errors: [{ pointer: "/new_name", message }],
    hint: "Choose a name that the language allows there.",
  });
}
