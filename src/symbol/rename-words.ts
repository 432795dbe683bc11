/** A rename beyond what a language server does: the name in comments and strings, and the new name where it stands already. */
import { visibleName } from "../base/visible.ts";
import type { FileChange } from "../change/file-change.ts";
import type { PlannedFiles } from "../change/planned-files.ts";
import { TextLines } from "../change/text-lines.ts";
import type { Span } from "../syntax/file-syntax.ts";
import type { FindServices } from "./find.ts";
import { replacing, within, wordSpans } from "./whole-word.ts";

/** Replaces a name in comments and strings of the files that change; names of modules stay. */
export async function alsoInProse(files: PlannedFiles, name: string, newName: string, use: FindServices) {
  for (const path of files.touched) {
    const text = await files.text(path);
    const prose = text.includes(name) ? await proseIn(path, text, use) : undefined;
    if (!prose) continue;
    const spans = within(wordSpans(text, name, identifierOf(path, use)), [...prose.comments, ...prose.strings]);
    if (spans.length > 0) await files.edit(path, replacing(spans, newName));
  }
}

/** Where code of the files had the new name before: it may mean something else there now. */
export async function usedAlready(changes: readonly FileChange[], newName: string, use: FindServices) {
  let first: string | undefined;
  let files = 0;
  for (const { path, before, from } of changes) {
    const bytes = from?.bytes ?? before;
    const text = bytes && use.project.files.decode(bytes)?.text;
    if (!text?.includes(newName)) continue;
    const [span] = await inCode(path, text, newName, use);
    if (!span) continue;
    files++;
    first ??= `${visibleName(path)}:${new TextLines(text).at(span.start)}`;
  }
  if (first === undefined) return [];
  const where = files === 1 ? "a file that changes has" : `${files} of the files that change have`;
  return [`${where} the new name already, such as ${first}; look whether both still mean what they should`];
}

/** A name in what is neither comment nor string; in languages without a grammar, everywhere. */
export async function inCode(path: string, text: string, name: string, use: FindServices): Promise<Span[]> {
  const spans = wordSpans(text, name, identifierOf(path, use));
  const prose = spans.length > 0 ? await proseIn(path, text, use) : undefined;
  if (!prose) return spans;
  const inProse = new Set(within(spans, [...prose.comments, ...prose.strings, ...prose.modules]));
  return spans.filter((span) => !inProse.has(span));
}

function identifierOf(path: string, { project }: FindServices): string | undefined {
  return project.catalog.of(path)?.syntax?.identifier;
}

/** Undefined for a text that is not parsed. */
async function proseIn(path: string, text: string, { project, symbols, signal }: FindServices) {
  try {
    return await symbols.proseIn(project, path, text, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (["too_large", "timed_out"].includes((error as { code?: string }).code ?? "")) return undefined;
    throw error;
  }
}
