/** Asks a server again and again until it answers without an error: then it has loaded the project. */
import type { Asking } from "./asking.ts";
import { ServerCrashed, ServerFault } from "./fault.ts";
import type { Readiness } from "./ready.ts";

const PAUSE_MS = 200;

/** @param milliseconds after which it is given up. */
export async function probeReady(
  method: string,
  asking: Asking,
  readiness: Readiness,
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  const until = performance.now() + milliseconds;
  const params = method === "workspace/symbol" ? { query: "" } : {};
  while (!signal.aborted && readiness.news.state !== "ready") {
    const left = until - performance.now();
    if (left <= 0) return;
    try {
      await asking.ask(method, params, signal, left);
      readiness.probed();
    } catch (error) {
      if (!(error instanceof ServerFault) || error instanceof ServerCrashed) return;
      await Bun.sleep(PAUSE_MS);
    }
  }
}
