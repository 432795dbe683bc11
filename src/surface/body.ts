/** Bodies of requests: read whole before any route sees them, within a size and a time, and as the UTF-8 that they must be. */
import type { MiddlewareHandler } from "hono";
import { Unavailable, UserError } from "../base/error.ts";

export interface BodyLimits {
  bytes: number;
  ms: number;
}

/** A body that comes in drops holds a connection and a place in memory. */
export const BODY_LIMITS: BodyLimits = { bytes: 4 * 1024 * 1024, ms: 30_000 };

/** A form says each character of what was typed in up to nine, and a page of memory may be long. */
export const FORM_LIMITS: BodyLimits = { bytes: 24 * 1024 * 1024, ms: 60_000 };

declare module "hono" {
  interface ContextVariableMap {
    /** What came with the request; empty where nothing did. */
    body: Uint8Array;
  }
}

/** Reads each body before any route does; routes find it as the context's `body`. @param limitsOf a path. */
export function readsBodies(limitsOf: (path: string) => BodyLimits): MiddlewareHandler {
  return async (context, next) => {
    context.set("body", await bodyOf(context.req.raw, limitsOf(context.req.path)));
    await next();
  };
}

/** @throws UserError `too_large`, by the length that is said or while it is read; Unavailable `timed_out`. */
async function bodyOf(request: Request, limits: BodyLimits): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  const said = request.headers.get("content-length");
  if (said !== null && Number(said) > limits.bytes) throw tooLarge(limits);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tooSlow(limits)), limits.ms);
  try {
    // Where the length is said, nothing larger comes; to read piece by piece costs as much as all else of a request.
    const bytes = said === null ? readWithin(request.body, late.promise, limits) : request.bytes();
    const body = await Promise.race([bytes, late.promise]);
    if (body.length > limits.bytes) throw tooLarge(limits);
    return body;
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a body of unknown length, and no more of it than it may have. */
async function readWithin(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  late: Promise<never>,
  limits: BodyLimits,
): Promise<Uint8Array> {
  const reader = body.getReader();
  try {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) return await new Blob(parts).bytes();
      bytes += value.length;
      if (bytes > limits.bytes) throw tooLarge(limits);
      parts.push(value);
    }
  } catch (error) {
    reader.cancel().catch(() => undefined); // whoever sent it is told why, or has gone
    throw error;
  }
}

function tooLarge({ bytes }: BodyLimits): UserError {
  return new UserError("too_large", `The body is larger than ${bytes} bytes.`);
}

function tooSlow({ ms }: BodyLimits): Unavailable {
  return new Unavailable("timed_out", `The body did not come to its end within ${ms / 1000} s.`, {
    hint: "Send it without a pause.",
  });
}

/** What is not UTF-8 is refused: replaced by question marks it would be written into files. */
const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** @throws UserError `bad_json`. */
export function bodyJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(UTF8.decode(body));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    throw new UserError("bad_json", `The body is not JSON: ${error.message}.`, {
      hint: "A call without arguments sends {}.",
      cause: error,
    });
  }
}
