/** JSON as the clients read it, strict or with comments and trailing commas, with the place of each value. */
import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { TextFault } from "./text-fault.ts";

export type Dialect = "json" | "jsonc";

/** Names of members and numbers of elements, from the root down. */
export type Path = readonly (string | number)[];

/** The root; undefined when the text holds no value. @throws {TextFault} where the client could not read it. */
export function parseJson(text: string, dialect: Dialect): Node | undefined {
  const errors: ParseError[] = [];
  const isStrict = dialect === "json";
  const root = parseTree(text, errors, {
    disallowComments: isStrict,
    allowTrailingComma: !isStrict,
    allowEmptyContent: true,
  });
  const [error] = errors;
  if (error) throw new TextFault(error.offset, `this is not valid JSON: ${wordsOf(printParseErrorCode(error.error))}`);
  return root;
}

/** `InvalidCommentToken` as `invalid comment token`. */
function wordsOf(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}

/** What stands at a place; undefined when nothing does. @throws {TextFault} where a name on the way is there twice. */
export function nodeAt(root: Node | undefined, path: Path): Node | undefined {
  let node = root;
  for (const [depth, step] of path.entries()) {
    if (!node) return undefined;
    if (typeof step === "number") {
      node = node.type === "array" ? node.children?.[step] : undefined;
      continue;
    }
    if (node.type !== "object") {
      const holder = depth === 0 ? "the document" : `"${path.slice(0, depth).join(".")}"`;
      throw new TextFault(node.offset, `${holder} must be an object to hold "${step}"`);
    }
    const named = node.children!.filter(({ children }) => children![0]!.value === step);
    if (named.length > 1) throw new TextFault(named[1]!.offset, `"${step}" is said twice`);
    node = named[0]?.children?.[1];
  }
  return node;
}
