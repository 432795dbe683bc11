/** Bodies of requests: read whole before any route sees them, within a size and a time, and as the UTF-8 that they must be. */
import { Unavailable, UserError } from "../base/error.ts";

export interface BodyLimits {
  bytes: number;
  ms: number;
}

/** A body that comes in drops holds a connection and a place in memory. */
export const BODY_LIMITS: BodyLimits = { bytes: 4 * 1024 * 1024, ms: 30_000 };

/**
 * The same request with its body in memory.
 * @throws UserError `too_large`, by the length that is said or while it is read; Unavailable `timed_out`.
 */
export async function wholeRequest(request: Request, limits: BodyLimits): Promise<Request> {
  const said = request.headers.get("content-length");
  if (said !== null && Number(said) > limits.bytes) throw tooLarge(limits);
  if (request.body === null) return request;
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: await wholeBody(request.body, limits) });
}

async function wholeBody(body: ReadableStream<Uint8Array<ArrayBuffer>>, limits: BodyLimits): Promise<Blob> {
  const reader = body.getReader();
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => undefined); // the body may end first
  const timer = setTimeout(() => late.reject(tooSlow(limits)), limits.ms);
  try {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late.promise]);
      if (done) return new Blob(parts);
      bytes += value.length;
      if (bytes > limits.bytes) throw tooLarge(limits);
      parts.push(value);
    }
  } catch (error) {
    reader.cancel().catch(() => undefined); // whoever sent it is told why, or has gone
    throw error;
  } finally {
    clearTimeout(timer);
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

/**
 * The body as JSON.
 * @throws UserError `bad_json`.
 */
export async function bodyJson(request: Request): Promise<unknown> {
  const bytes = await request.arrayBuffer();
  try {
    return JSON.parse(UTF8.decode(bytes));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    throw new UserError("bad_json", `The body is not JSON: ${error.message}.`, {
      hint: "A call without arguments sends {}.",
      cause: error,
    });
  }
}
