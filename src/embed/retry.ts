/** Calls a service again after faults that pass by themselves, ever more rarely. */
import { EndpointFault } from "./endpoint-fault.ts";

export interface RetryRule {
  /** Calls in all; of those that time out, half as many. */
  attempts: number;
  /** The first pause at most, in milliseconds; each further one may be twice as long. */
  firstMs: number;
  /** No pause is longer; who is asked to wait longer gives up. */
  mostMs: number;
}

export const RETRY: RetryRule = { attempts: 5, firstMs: 500, mostMs: 30_000 };

/** @throws the last fault; the signal's reason. */
export async function withRetries<T>(
  { attempts, firstMs, mostMs }: RetryRule,
  signal: AbortSignal,
  call: () => Promise<T>,
): Promise<T> {
  let left = attempts;
  for (let pause = firstMs; ; pause = Math.min(mostMs, pause * 2)) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof EndpointFault) || error.kind !== "passing") throw error;
      left -= error.code === "timed_out" ? 2 : 1;
      const wait = error.retryAfterMs ?? pause * (0.5 + Math.random() / 2); // those who failed together come apart
      if (left <= 0 || wait > mostMs) throw error;
      await slept(wait, signal);
    }
  }
}

async function slept(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise.finally(() => clearTimeout(timer));
  signal.throwIfAborted();
}
