/** What can be wrong with a call of an embedding service, by what helps against it. */
import { Unavailable, type UnavailableCode } from "../base/error.ts";

/**
 * `size`: fewer or shorter texts may pass. `input`: one of the texts is at fault, or the answer to it cannot be read.
 * `passing`: the same call may work later. `lasting`: it will not work before somebody changes something.
 */
export type FaultKind = "size" | "input" | "passing" | "lasting";

export class EndpointFault extends Error {
  override readonly name = "EndpointFault";
  readonly kind: FaultKind;
  readonly code: UnavailableCode;
  /** How long the service asked to be left alone, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: FaultKind,
    message: string,
    { code = "unavailable", retryAfterMs }: { code?: UnavailableCode; retryAfterMs?: number | undefined } = {},
  ) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }

  /** As callers of an embedder get it. */
  get unavailable(): Unavailable {
    return new Unavailable(this.code, this.message, {
      ...(this.kind === "lasting" && { hint: "Look at the settings embedding.*, and at the service itself." }),
      ...(this.retryAfterMs !== undefined && { retryAfterSeconds: Math.ceil(this.retryAfterMs / 1_000) }),
    });
  }
}

/** When to come again, from a `Retry-After` in seconds or as a date. @returns milliseconds from `now` on. */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** How services say that there was too much of something. */
const SIZE =
  /too (large|long|many|big)|maximum|max_|exceed|context (length|size|window)|batch size|must have less than|longer than|at most/i;

/** How services say that their own answer cannot be written down. */
const NOT_A_NUMBER = /unsupported value|\bnan\b|\binf(inity)?\b/i;

/**
 * What an answer without vectors means.
 * @param service its origin, for messages.
 * @param reason what the service said, and what of it may be shown.
 */
export function statusFault(
  service: string,
  status: number,
  { said, shown }: { said: string; shown: string },
  retryAfterMs: number | undefined,
): EndpointFault {
  const message = `The embedding service at ${service} answered ${status}${shown === "" ? "" : `: ${shown}`}`;
  if (status === 401 || status === 403) {
    return new EndpointFault("lasting", `The embedding service at ${service} does not accept the API key (${status}).`);
  }
  if (status >= 300 && status < 400) {
    return new EndpointFault(
      "lasting",
      `The embedding service at ${service} sends elsewhere (${status}), and that is not followed; embedding.url must be where it really is.`,
    );
  }
  if (status === 413) return new EndpointFault("size", message);
  if (status === 400 || status === 422) return new EndpointFault(SIZE.test(said) ? "size" : "input", message);
  if (status === 500 && SIZE.test(said)) return new EndpointFault("size", message);
  if (status === 500 && NOT_A_NUMBER.test(said)) return new EndpointFault("input", message);
  if (status === 429) return new EndpointFault("passing", message, { code: "busy", retryAfterMs });
  if (status === 408 || status >= 500) return new EndpointFault("passing", message, { retryAfterMs });
  return new EndpointFault("lasting", message);
}
