/**
 * Uses that a server's list leaves out, found from their own end: each place that has the name is asked where it is defined.
 * A server may answer about files that it does not look through for uses, such as those outside of its configured folders.
 */
import { join } from "node:path";
import { TextLines } from "../change/text-lines.ts";
import { ServerError } from "../lsp/fault.ts";
import { comparePositions, type Position, type Range } from "../lsp/position.ts";
import { definition } from "../lsp/request.ts";
import type { Place } from "../lsp/result.ts";
import { toUri } from "../lsp/uri.ts";
import type { Span } from "../syntax/file-syntax.ts";
import { inCode } from "./rename-words.ts";
import { isImport, type PlaceFile, placeFile } from "./server-places.ts";
import type { AtServer, ServerServices, SymbolSpot } from "./server-question.ts";

export interface AskedUse extends Place {
  path: string;
  /** False where the name may be the short form of a pair, as in `{ name }`: it stands there for two things. */
  isPlain: boolean;
}

export interface AskedUses {
  /** Places of the symbol, in the order of the files that were given. */
  uses: AskedUse[];
  /** Files, relative to the root, of which every place is settled: a use, or another symbol's. */
  settled: Set<string>;
}

/** Places that are asked about; the files with the rest stay unsettled. */
const MOST_ASKED = 200;

/** Requests that a server is sent at once. */
const AT_ONCE = 8;

/** @param paths relative to the root, of files in the server's languages; they are open in it meanwhile. */
export async function usesByDefinition(
  here: AtServer<SymbolSpot>,
  paths: readonly string[],
  use: ServerServices,
): Promise<AskedUses> {
  const { project } = use;
  const { server, spot } = here;
  const found: AskedUses = { uses: [], settled: new Set() };
  if (!server.client.can(definition.method, here.at.path)) return found;
  let asked = 0;
  await server.files.holding(
    paths.map((one) => join(project.root, one)),
    async () => {
      for (const one of paths) {
        const path = join(project.root, one);
        const file = await placeFile(one, use);
        if (!file || file === "gone" || server.client.documents.get(path)?.text !== file.text) continue;
        const spans = await inCode(one, file.text, spot.symbol.name, use);
        asked += spans.length;
        if (asked > MOST_ASKED) return;
        const ranges = rangesOf(spans, file.text);
        const answers: Answer[] = [];
        for (let next = 0; next < ranges.length; next += AT_ONCE) {
          const some = ranges.slice(next, next + AT_ONCE).map(({ start }) => answerAt(here, path, start, file));
          answers.push(...(await Promise.all(some)));
        }
        for (const [at, range] of ranges.entries()) {
          if (answers[at] !== "ours") continue;
          found.uses.push({ uri: toUri(path), path, range, isPlain: !mayBeShort(file.text, spans[at]!) });
        }
        if (!answers.includes("unknown")) found.settled.add(one);
      }
    },
  );
  return found;
}

function rangesOf(spans: readonly Span[], text: string): Range[] {
  const lines = new TextLines(text);
  const position = (offset: number): Position => {
    const line = lines.at(offset);
    return { line, column: offset - lines.start(line) + 1 };
  };
  return spans.map(({ start, end }) => ({ start: position(start), end: position(end) }));
}

const OPENING = "([{";
const CLOSING = ")]}";

/** Whether a name is alone between commas in braces. */
function mayBeShort(text: string, { start, end }: Span): boolean {
  const isEntry =
    /[{,]\s*$/.test(text.slice(Math.max(0, start - 200), start)) && /^\s*[},]/.test(text.slice(end, end + 200));
  if (!isEntry) return false;
  let depth = 0;
  for (let at = start - 1; at >= 0; at--) {
    if (CLOSING.includes(text[at]!)) depth++;
    else if (OPENING.includes(text[at]!) && depth-- === 0) return text[at] === "{";
  }
  return false;
}

type Answer = "ours" | "others" | "unknown";

async function answerAt(
  { server, at, signal }: AtServer<SymbolSpot>,
  path: string,
  position: Position,
  file: PlaceFile,
): Promise<Answer> {
  const places = await server.client.request(definition, { path, position }, signal).catch((error: unknown) => {
    if (error instanceof ServerError) return [];
    throw error;
  });
  const isOurs = (place: Place) => {
    const { start, end } = place.nameRange ?? place.range;
    const isIn = comparePositions(start, at.position) <= 0 && comparePositions(at.position, end) <= 0;
    return place.path === at.path && isIn;
  };
  if (places.some(isOurs)) return "ours";
  // An import that leads nowhere is given as its own definition.
  const isOthers = places.some(({ path: to, range }) => to !== path || !isImport(file, range.start));
  return isOthers ? "others" : "unknown";
}
