/** Waits for a lock that another process may have. */
import { setTimeout as sleep } from "node:timers/promises";
import { Unavailable } from "../base/error.ts";
import { tryLock } from "./open.ts";

const RETRY_MS = 15;

/** @throws Unavailable `timed_out` when nobody gave the lock back within `limitMs`. */
export async function lockWithin(path: string, limitMs: number): Promise<Disposable> {
  const until = performance.now() + limitMs;
  for (;;) {
    const lock = tryLock(path);
    if (lock) return lock;
    if (performance.now() > until) {
      throw new Unavailable("timed_out", `Another process held the lock ${path} for more than ${limitMs / 1000} s.`);
    }
    await sleep(RETRY_MS);
  }
}
