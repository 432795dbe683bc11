/** A rename without a language server: by the name alone, where the symbol can be meant. */
import type { FileChange } from "../change/file-change.ts";
import { PlannedFiles } from "../change/planned-files.ts";
import { MOST_NAMED } from "./mentions.ts";
import { findOccurrences } from "./occurrences.ts";
import type { RenameQuery } from "./rename.ts";
import { alsoInProse, inCode } from "./rename-words.ts";
import type { ServerServices, SymbolSpot } from "./server-question.ts";
import { replacing } from "./whole-word.ts";

export interface NamedRename {
  changes: FileChange[];
  source: "index" | "syntax";
  doubt: string;
}

/** In the symbol's own file; in others of its language, too, when it is seen from there. */
export async function renamedByName(
  { path, newName, inComments }: RenameQuery,
  { symbol }: SymbolSpot,
  use: ServerServices,
): Promise<NamedRename> {
  const { project, servers, signal } = use;
  const language = project.catalog.of(path);
  const family = language ? new Set([language.id, ...(servers.of(language)[0]?.languages ?? [])]) : new Set<string>();
  const query = { namePath: symbol.name, path: symbol.exported ? "." : path, limit: MOST_NAMED };
  const { found, total, source } = await findOccurrences(query, use);
  const paths = new Set([path, ...found.map((one) => one.path)]);
  const files = new PlannedFiles(project.files, signal);
  for (const one of paths) {
    if (!family.has(project.catalog.of(one)?.id ?? "")) continue;
    const spans = await inCode(one, await files.text(one), symbol.name, use);
    if (spans.length > 0) await files.edit(one, replacing(spans, newName));
  }
  if (inComments) await alsoInProse(files, symbol.name, newName, use);
  const most = found.length < total ? `, on the first ${found.length} of ${total} lines with it` : "";
  const doubt = `no language server answered; by name, not by meaning: other symbols of this name are renamed, too${most}`;
  return { changes: await files.changes(), source, doubt };
}
