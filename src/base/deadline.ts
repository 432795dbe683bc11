/** Bounds a piece of work by a time and a caller's signal, and says which of the two ended it. */
import { Unavailable, UserError } from "./error.ts";

/**
 * Runs `work` with a signal that fires when the caller cancels or the time is up, and does not wait for work that
 * ignores it.
 * @param seconds the most it may take; the error names it.
 * @throws UserError `cancelled`, Unavailable `timed_out`, or what `work` threw.
 */
export async function withDeadline<T>(
  what: string,
  seconds: number,
  callerSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopper = new AbortController();
  const { signal } = stopper;
  const stopped = Promise.withResolvers<never>();
  stopped.promise.catch(() => undefined); // when `work` wins the race, nobody waits for this one
  const stop = () => {
    if (signal.aborted) return;
    stopped.reject(reasonOf(what, seconds, callerSignal));
    stopper.abort(callerSignal?.aborted ? callerSignal.reason : undefined);
  };
  const timer = setTimeout(stop, seconds * 1000);
  if (callerSignal?.aborted) stop();
  else callerSignal?.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([stopped.promise, signal.aborted ? stopped.promise : work(signal)]);
  } catch (error) {
    if (signal.aborted && isAbort(error)) throw reasonOf(what, seconds, callerSignal);
    throw error;
  } finally {
    clearTimeout(timer);
    callerSignal?.removeEventListener("abort", stop);
  }
}

function reasonOf(what: string, seconds: number, callerSignal: AbortSignal | undefined): Error {
  if (callerSignal?.aborted) return new UserError("cancelled", `${what} was cancelled by the caller.`);
  return new Unavailable("timed_out", `${what} did not finish within ${seconds} s and was stopped.`, {
    hint: "Ask for less at once (a path, a lower limit), or raise tool_timeout_s in the settings.",
  });
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && (error.name === "AbortError" || error.name === "TimeoutError");
}
