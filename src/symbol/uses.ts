/** Who still needs a symbol: uses of it outside of its own declaration, and whether they are known to be all. */
import { Unavailable, UserError } from "../base/error.ts";
import type { Span } from "../syntax/file-syntax.ts";
import { holding } from "./candidates.ts";
import type { EditTarget } from "./edit-target.ts";
import { findReferences, serverReferences } from "./references.ts";
import type { ServerServices } from "./server-question.ts";
import { unitOf } from "./unit.ts";

/** Uses that are looked at; more than are ever shown. */
const MOST = 1_000;

export interface Use {
  path: string;
  line: number;
  text: string;
}

export interface Uses {
  found: readonly Use[];
  /** Uses that are not in `found`. */
  others: number;
  /** Why there may be more, or among them some of other symbols. */
  reason: string | undefined;
  source: "server" | "index" | "syntax" | "disk";
}

/** By meaning from a language server; where none answers, what has the name. */
export async function usesOf(target: EditTarget, use: ServerServices): Promise<Uses> {
  const query = { namePath: target.symbol.namePath, path: target.path, kinds: undefined, limit: MOST };
  try {
    return outside(await serverReferences(query, use), target);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    use.signal.throwIfAborted();
  }
  if (await isUnmentioned(target, use)) return { found: [], others: 0, reason: undefined, source: "disk" };
  return outside(await findReferences(query, use), target);
}

type Found = Pick<Awaited<ReturnType<typeof findReferences>>, "found" | "total" | "outside" | "reason" | "source">;

function outside({ found, total, outside: beyond, reason, source }: Found, { path, file, symbol }: EditTarget): Uses {
  const { span } = unitOf(symbol, file);
  const { start, end } = file.tree.lines(span);
  const isOwn = (one: Found["found"][number]) => {
    if (one.path !== path || one.line < start || one.line > end) return false;
    if (source !== "server") return true; // only the line is known
    const offset = (file.tree.starts[one.line - 1] ?? 0) + one.column - 1;
    return span.start <= offset && offset < span.end;
  };
  const others = found.filter((one) => !isOwn(one));
  return { found: others, others: total - found.length + beyond, reason, source };
}

/** Whether no text of the project but the declaration itself has the name, comments and strings included. */
async function isUnmentioned({ path, file, symbol }: EditTarget, use: ServerServices): Promise<boolean> {
  const { project, signal } = use;
  const { text } = file.tree;
  const { span } = unitOf(symbol, file);
  if (symbol.name.length < 3 || isCalledUnnamed({ file, symbol }) || isIn(text, symbol.name, span)) return false;
  const others = (await project.files.paths(".", { signal })).filter((one) => one !== path);
  for (const other of await holding(symbol.name, others, project, signal)) {
    signal.throwIfAborted();
    if (await mentions(other, symbol.name, use)) return false;
  }
  return true;
}

/** Names that runtimes call, and that nobody has to write. */
const CALLED_BY_RUNTIMES = /^(__.*__|main|init)$/i;

/** Whether it may be used without its name: as a member, a default export, or what a language calls by itself. */
function isCalledUnnamed({ file, symbol }: Pick<EditTarget, "file" | "symbol">): boolean {
  const isTop = file.tree.roots.includes(symbol);
  const head = file.tree.slice(unitOf(symbol, file).span);
  const isHidden = /^(_(?!_)|#)/.test(symbol.name);
  return (!isTop && !isHidden) || CALLED_BY_RUNTIMES.test(symbol.name) || /^\s*export\s+default\b/m.test(head);
}

async function mentions(path: string, name: string, { project }: ServerServices): Promise<boolean> {
  try {
    return (await project.files.read(path)).text.toLowerCase().includes(name.toLowerCase());
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return !["not_found", "refused"].includes(error.code); // it went, or is no text; of others nothing is known
  }
}

function isIn(text: string, name: string, { start, end }: Span): boolean {
  const [low, sought] = [text.toLowerCase(), name.toLowerCase()];
  return low.length !== text.length || low.slice(0, start).includes(sought) || low.slice(end).includes(sought);
}
