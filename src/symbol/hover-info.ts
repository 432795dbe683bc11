/** What a language server says of places when one points at them, as far as it says so in time. */
import { Unavailable, UserError } from "../base/error.ts";
import { type AtPlace, hover } from "../lsp/request.ts";
import type { RunningServer } from "../lsp/running.ts";

/** For all places of one answer together, in milliseconds. */
const BUDGET_MS = 5_000;

/** What is given of one place. */
const INFO_CHARS = 3_000;

export interface HoverInfo {
  /** In the order of the places; undefined where it says nothing, or not in time. */
  texts: (string | undefined)[];
  /** Places of which it could not be asked. */
  missed: number;
}

/** @param places with absolute paths. */
export async function hoverInfo(
  places: readonly AtPlace[],
  { client, files }: Pick<RunningServer, "client" | "files">,
  signal: AbortSignal,
  budget = BUDGET_MS,
): Promise<HoverInfo> {
  const over = AbortSignal.timeout(budget);
  const either = AbortSignal.any([signal, over]);
  const info: HoverInfo = { texts: [], missed: 0 };
  for (const at of places) {
    let text: string | undefined;
    try {
      either.throwIfAborted();
      text = (await files.holding([at.path], () => client.request(hover, at, either)))?.text;
    } catch (error) {
      signal.throwIfAborted();
      if (!(over.aborted || error instanceof Unavailable || error instanceof UserError)) throw error;
      info.missed++;
    }
    info.texts.push(text && shortenedInfo(text));
  }
  return info;
}

/** In words, what is missing. */
export function missedText(missed: number): string | undefined {
  return missed === 0 ? undefined : `the server gave no info for ${missed} of them in time; all else is there`;
}

/** Whole lines of it. */
export function shortenedInfo(text: string): string {
  if (text.length <= INFO_CHARS) return text;
  const lines = text.split("\n");
  let [kept, chars] = [0, 0];
  for (; kept < lines.length; kept++) {
    chars += lines[kept]!.length + 1;
    if (chars > INFO_CHARS) break;
  }
  return [...lines.slice(0, kept), `… (${lines.length - kept} more lines)`].join("\n");
}
