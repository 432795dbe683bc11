/** A page's parts as server-sent events: each is sent again when it has changed. */
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { problemOf } from "../problem.ts";
import type { Place } from "./address.ts";
import { type Looking, liveParts } from "./show.ts";

/** How often is looked, in milliseconds; where a look takes long, it is waited longer. */
const LOOK_MS = 1_000;
const REST = 15;

/** A silent stream says something after so many looks, so that a reader that has left is noticed. */
const SILENT_LOOKS = 15;

/** When a browser asks again for what went wrong, in milliseconds. */
const RETRY_MS = 30_000;

/** @param goesOn false ends it: the browser was logged out. */
export function liveEvents(context: Context, looking: Looking, place: Place, goesOn: () => boolean): Response {
  return streamSSE(context, async (stream) => {
    const gone = new AbortController();
    stream.onAbort(() => gone.abort());
    const signal = AbortSignal.any([looking.signal, gone.signal]);
    const sent = new Map<string, string>();
    try {
      for (let looks = 0; !signal.aborted && goesOn(); looks++) {
        const startedAt = performance.now();
        for (const [name, html] of await liveParts({ ...looking, signal }, place)) {
          if (sent.get(name) === html) continue;
          sent.set(name, html);
          await stream.writeSSE({ event: "part", data: JSON.stringify({ name, html }) });
        }
        if (looks % SILENT_LOOKS === 0) await stream.write(": here\n\n");
        await pause(Math.max(LOOK_MS, REST * (performance.now() - startedAt)), signal);
      }
    } catch (error) {
      if (signal.aborted) return;
      problemOf(error, `the live parts of ${place.page.id}`, looking.app.log);
      await stream.write(`retry: ${RETRY_MS}\n\n`); // the browser asks again by itself
    }
  });
}

/** Ends early, without a fault, when nobody waits any more. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const end = () => {
    clearTimeout(timer);
    resolve();
  };
  if (signal.aborted) end();
  signal.addEventListener("abort", end, { once: true });
  return promise.finally(() => signal.removeEventListener("abort", end));
}
