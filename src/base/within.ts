/** Waits for work no longer than it may take; the work itself goes on. */

/** What work comes to within a time; undefined when it takes longer, and it goes on. */
export async function within<T>(
  milliseconds: number,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const over = Promise.withResolvers<undefined>();
  const timer = setTimeout(over.resolve, milliseconds);
  const stop = () => over.resolve(undefined);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work(), over.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** @throws the signal's reason as soon as it fires; what is waited for goes on. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined);
  const stop = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
