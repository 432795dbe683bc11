/** The work of the reaper: waits until its starter has gone, by whatever cause, and ends what that left behind. */
import { setTimeout as sleep } from "node:timers/promises";
import { killMarked, killTree } from "./kill.ts";

/** The hidden command that makes an executable the reaper of its starter. */
export const REAP_COMMAND = "__reap";

/** A program may be between the birth of a child and its first sight of the mark. */
const AGAIN_MS = 100;

/**
 * Reads lines `expect <mark>`, `hold <mark> <pid>` and `release <mark>`, until their writer has gone.
 * Then whatever was not released is ended.
 */
export async function reap(lines: ReadableStream<Uint8Array>): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined); // they are for the others
  const held = new Map<string, number | undefined>();
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of lines) {
    text += decoder.decode(chunk, { stream: true });
    const whole = text.split("\n");
    text = whole.pop()!; // what was cut off by a sudden end is no order
    for (const line of whole) heed(line, held);
  }
  for (const [mark, pid] of held) end(mark, pid);
  if (held.size === 0) return;
  await sleep(AGAIN_MS);
  for (const mark of held.keys()) killMarked(mark);
}

function heed(line: string, held: Map<string, number | undefined>): void {
  const [order, mark, pid] = line.split(" ");
  if (mark === undefined) return;
  if (order === "expect") held.set(mark, undefined);
  else if (order === "hold") held.set(mark, Number(pid));
  else if (order === "release") held.delete(mark);
}

function end(mark: string, pid: number | undefined): void {
  if (pid !== undefined && pid > 1) killTree(pid, mark);
  else killMarked(mark);
}
