/** The symbol that an edit is of, in the file as it is now. */
import { UserError } from "../base/error.ts";
import type { FileContent } from "../project/files.ts";
import type { Project } from "../project/project.ts";
import { resolveSymbol } from "../syntax/resolve.ts";
import type { TreeSymbol } from "../syntax/tree.ts";
import { changedMeanwhile } from "./server-outline.ts";
import type { FileSymbols, Symbols } from "./symbols.ts";

/** What planning an edit of a file takes that was read. */
export interface PlanServices {
  project: Pick<Project, "catalog">;
  symbols: Pick<Symbols, "imagined">;
  signal: AbortSignal;
}

export interface EditServices extends PlanServices {
  project: Project;
  symbols: Symbols;
}

export interface SymbolPlace {
  namePath: string;
  path: string;
}

export interface EditTarget {
  path: string;
  /** What the edit is planned against. */
  before: FileContent;
  file: FileSymbols;
  symbol: TreeSymbol;
}

/** How often a file is read again that somebody writes just now. */
const READS = 3;

/** @throws UserError as `Symbols.ofFile` and `resolveSymbol`; `refused` where the end of the declaration is not known. */
export async function editTarget({ path, namePath }: SymbolPlace, use: EditServices): Promise<EditTarget> {
  const { project, symbols, signal } = use;
  for (let read = 1; read <= READS; read++) {
    const file = await symbols.ofFile(project, path, signal);
    const before = await project.files.read(path);
    if (before.text !== file.tree.text) continue;
    const symbol = resolveSymbol(file.tree, path, namePath);
    if (symbol.isNameOnly) throw withoutBody(path, symbol);
    return { path, before, file, symbol };
  }
  throw changedMeanwhile(path);
}

function withoutBody(path: string, { namePath }: TreeSymbol): UserError {
  const shown = `${JSON.stringify(namePath)} in "${path}"`;
  return new UserError(
    "refused",
    `Where ${shown} ends is not known: its language server tells only where its name is.`,
    {
      hint: "read_file shows the lines; replace_content edits them.",
    },
  );
}
