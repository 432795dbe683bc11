/** One call of an OpenAI-compatible embedding service. */
import type { PassageVector } from "./embedder.ts";
import { vectorsOf } from "./endpoint-answer.ts";
import { EndpointFault, retryAfter, statusFault } from "./endpoint-fault.ts";
import { type EndpointTask, isOfMachine } from "./task.ts";

/** What an answer may weigh besides its numbers, and each number as text. */
const BESIDES_BYTES = 64 * 1024;
const NUMBER_BYTES = 40;
const MOST_NUMBERS = 8_192;

/** What is shown of a service's own words. */
const SHOWN_CHARS = 160;

/** As many characters in a row of a text or of the key in a service's message are no chance: it repeats them. */
const TEXT_RUN = 12;
const KEY_RUN = 6;

/** A proxy would look for the service on its own machine. Bun's fetch takes this, though its types do not say so. */
const NO_PROXY = false as unknown as string;

export interface EndpointCall {
  texts: readonly string[];
  /** What the vectors must have; undefined before the first answer. */
  dimensions: number | undefined;
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * The vectors of some texts, in their order.
 * @throws EndpointFault, or the signal's reason.
 */
export async function callEndpoint(
  { url, model, key, dimensions: asked }: EndpointTask,
  { texts, dimensions, timeoutMs, signal }: EndpointCall,
): Promise<PassageVector[]> {
  const service = new URL(url).origin;
  const timeUp = AbortSignal.timeout(timeoutMs);
  let status: number;
  let header: string | null;
  let body: string;
  try {
    const response = await fetch(`${url}/embeddings`, {
      method: "POST",
      redirect: "manual", // whoever answers there was not named by the user
      ...(isOfMachine(url) && { proxy: NO_PROXY }),
      signal: AbortSignal.any([signal, timeUp]),
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model, input: texts, ...(asked !== undefined && { dimensions: asked }) }),
    });
    status = response.status;
    header = response.headers.get("retry-after");
    body = await textOf(response, BESIDES_BYTES + texts.length * MOST_NUMBERS * NUMBER_BYTES, service);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EndpointFault) throw error;
    if (timeUp.aborted) {
      const message = `The embedding service at ${service} did not answer within ${timeoutMs} ms`;
      throw new EndpointFault("passing", message, { code: "timed_out" });
    }
    // The runtime's message names the whole address, which may hold more than the user wants to see in a log.
    const { code, name } = error as { code?: string; name: string };
    throw new EndpointFault("passing", `The embedding service at ${service} cannot be reached (${code ?? name})`);
  }
  if (status !== 200) {
    throw statusFault(service, status, reasonIn(body, key, texts), retryAfter(header, Date.now()));
  }
  return vectorsOf(body, texts.length, dimensions, service);
}

/** The body as text, as long as it stays below a size. */
async function textOf(response: Response, limit: number, service: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > limit) {
      throw new EndpointFault("lasting", `The embedding service at ${service} answers more than ${limit} bytes.`);
    }
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

/** A service's own reason, on one line: as it is, and as it may be shown, without what it repeats of our words. */
function reasonIn(body: string, key: string | undefined, texts: readonly string[]): { said: string; shown: string } {
  const said = messageIn(body).replace(/\s+/g, " ").trim();
  const shown = said.slice(0, SHOWN_CHARS);
  const repeats =
    (key !== undefined && sharesRun(shown, key, Math.min(key.length, KEY_RUN))) ||
    texts.some((text) => sharesRun(shown, text.replace(/\s+/g, " "), TEXT_RUN));
  return { said, shown: repeats ? "" : shown };
}

/** Whether two texts have so many characters in a row in common. */
function sharesRun(said: string, text: string, run: number): boolean {
  for (let at = 0; at + run <= said.length; at++) if (text.includes(said.slice(at, at + run))) return true;
  return false;
}

function messageIn(body: string): string {
  try {
    const { error, message, detail } = JSON.parse(body) as Record<string, unknown>;
    const inner = (error as { message?: unknown } | undefined)?.message ?? error ?? message ?? detail;
    return typeof inner === "string" ? inner : "";
  } catch {
    return body.startsWith("<") ? "" : body; // a page for people says nothing
  }
}
