/**
 * Vectors from an OpenAI-compatible embedding service: Ollama, llama.cpp, TEI, vLLM, OpenAI. Each takes other amounts at once
 * and says so in another way, so what is too much is found out by trying: first fewer texts, then shorter ones.
 */
import { shortHash } from "../base/hash.ts";
import { type Embedder, isRefused, type Passage, type PassageVector } from "./embedder.ts";
import { EndpointFault } from "./endpoint-fault.ts";
import { callEndpoint } from "./endpoint-request.ts";
import { RETRY, type RetryRule, withRetries } from "./retry.ts";
import type { EndpointTask } from "./task.ts";

/** Texts of one request at first: what the smallest default of the known services takes. */
const BATCH = 32;

/** To what a text is cut when it alone is too long: code of so many characters has less than 512 tokens nearly always. */
const SAFE_CHARS = 1_400;

/** A text of so few characters is not cut further. */
const FEWEST_CHARS = 100;

/** Says nothing of anybody, and every model can read it. */
const PROBE = "function";

export class EndpointEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly isRemote = true;
  readonly #task: EndpointTask;
  readonly #retry: RetryRule;
  #size = BATCH;
  #mostChars: number;
  /** Texts that were too long by themselves. */
  #tooLong = 0;

  /** @param dimensions of what the model gives: see `open`. */
  constructor(task: EndpointTask, dimensions: number, retry = RETRY) {
    this.#task = task;
    this.#retry = retry;
    this.#mostChars = task.mostChars;
    this.dimensions = dimensions;
    this.id = endpointId(task, dimensions);
  }

  /**
   * Asks the service how many numbers its vectors have.
   * @throws Unavailable when it cannot be reached, or what it gives cannot be used; the signal's reason.
   */
  static async open(task: EndpointTask, signal: AbortSignal, retry = RETRY): Promise<EndpointEmbedder> {
    const call = { texts: [PROBE], dimensions: task.dimensions, timeoutMs: task.timeoutMs, signal };
    const [vector] = await unavailable(() => withRetries(retry, signal, () => callEndpoint(task, call)));
    return new EndpointEmbedder(task, (vector as Float32Array).length, retry);
  }

  get batch(): number {
    return this.#size * this.#task.concurrency;
  }

  passages(passages: readonly Passage[], signal: AbortSignal): Promise<PassageVector[]> {
    const { documentPrefix, concurrency } = this.#task;
    const texts = passages.map(({ path, text }) => `${documentPrefix}${path}\n${text}`);
    return unavailable(async () => {
      const parts: string[][] = [];
      for (let at = 0; at < texts.length; at += this.#size) parts.push(texts.slice(at, at + this.#size));
      const found: PassageVector[][] = [];
      let next = 0;
      // When one of them fails, the others end as well.
      const failed = new AbortController();
      const either = AbortSignal.any([signal, failed.signal]);
      const worker = async () => {
        for (let at = next++; at < parts.length; at = next++) found[at] = await this.#part(parts[at]!, either);
      };
      const workers = Array.from({ length: Math.min(concurrency, parts.length) }, worker);
      try {
        await Promise.all(workers);
      } catch (error) {
        failed.abort(error);
        await Promise.allSettled(workers);
        throw error;
      }
      const vectors = found.flat();
      // What befalls every text is no matter of the texts.
      const [first] = vectors;
      if (vectors.length > 1 && isRefused(first) && vectors.every(isRefused)) {
        throw new EndpointFault("passing", first.refused);
      }
      return vectors;
    });
  }

  async query(text: string, signal: AbortSignal): Promise<Float32Array | undefined> {
    const { queryPrefix, timeoutMs } = this.#task;
    if (text.trim() === "") return undefined;
    const texts = [this.#cut(queryPrefix + text, this.#mostChars)];
    const { dimensions } = this;
    const [vector] = await unavailable(() => callEndpoint(this.#task, { texts, dimensions, timeoutMs, signal }));
    return vector as Float32Array; // of a single text, what is no vector was thrown
  }

  /** The vectors of one request's worth of texts; in halves when they are too much at once, or one of them spoils it. */
  async #part(texts: readonly string[], signal: AbortSignal): Promise<PassageVector[]> {
    try {
      return await this.#call(texts, this.#mostChars, signal);
    } catch (error) {
      if (!(error instanceof EndpointFault) || (error.kind !== "size" && error.kind !== "input")) throw error;
      if (texts.length === 1)
        return [error.kind === "size" ? await this.#shorter(texts[0]!, error, signal) : refusal(error)];
      const half = Math.ceil(texts.length / 2);
      const tooLong = this.#tooLong;
      const first = await this.#part(texts.slice(0, half), signal);
      const vectors = [...first, ...(await this.#part(texts.slice(half), signal))];
      // When no text was at fault, their number was.
      if (tooLong === this.#tooLong && !vectors.some(isRefused)) this.#size = Math.min(this.#size, half);
      return vectors;
    }
  }

  /** The vector of the beginning of a text, as long as the service takes it. */
  async #shorter(text: string, first: EndpointFault, signal: AbortSignal): Promise<PassageVector> {
    let fault = first;
    this.#tooLong++;
    for (let chars = text.length > SAFE_CHARS ? SAFE_CHARS : text.length >> 1; chars >= FEWEST_CHARS; chars >>= 1) {
      try {
        const [vector] = await this.#call([text], chars, signal);
        if (chars === SAFE_CHARS) this.#mostChars = Math.min(this.#mostChars, SAFE_CHARS); // others need not fail first
        return vector;
      } catch (error) {
        if (!(error instanceof EndpointFault) || (error.kind !== "size" && error.kind !== "input")) throw error;
        fault = error;
        if (error.kind === "input") break;
      }
    }
    return refusal(fault);
  }

  async #call(texts: readonly string[], chars: number, signal: AbortSignal): Promise<PassageVector[]> {
    const { timeoutMs } = this.#task;
    const cut = texts.map((text) => this.#cut(text, chars));
    const call = { texts: cut, dimensions: this.dimensions, timeoutMs, signal };
    return withRetries(this.#retry, signal, async () => {
      try {
        return await callEndpoint(this.#task, call);
      } catch (error) {
        // What took too long may be done in time with fewer texts.
        if (error instanceof EndpointFault && error.code === "timed_out") this.#size = Math.max(1, this.#size >> 1);
        throw error;
      }
    });
  }

  #cut(text: string, chars: number): string {
    if (text.length <= chars) return text;
    return text.slice(0, /[\ud800-\udbff]/.test(text[chars - 1]!) ? chars - 1 : chars);
  }
}

/** All that the vectors of a service depend on, its key aside. */
function endpointId({ url, model, queryPrefix, documentPrefix, mostChars }: EndpointTask, dimensions: number): string {
  const rest = shortHash(JSON.stringify([queryPrefix, documentPrefix, mostChars]));
  return `${model} at ${url}, ${dimensions} numbers, ${rest}`;
}

function refusal({ message }: EndpointFault): PassageVector {
  return { refused: message };
}

async function unavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof EndpointFault ? error.unavailable : error;
  }
}
