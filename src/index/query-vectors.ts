/** Vectors of questions: the same question is asked again often, and a service may take longer than anybody waits. */
import { Unavailable } from "../base/error.ts";
import { within } from "../base/within.ts";
import type { Embedder } from "../embed/embedder.ts";

const KEPT = 200;

/** Questions that wait for a service at once; one that hangs must not collect them. */
const MOST_WAITING = 8;

/** So long a question that nobody waits for any more is still of use: a model that was not loaded answers the next one. */
const LIFE_MS = 30_000;

export class QueryVectors {
  readonly embedder: Embedder;
  readonly #timeoutMs: number;
  /** The oldest first. */
  readonly #kept = new Map<string, Float32Array | undefined>();
  readonly #waiting = new Map<string, Promise<Float32Array | undefined>>();

  constructor(embedder: Embedder, timeoutMs: number) {
    this.embedder = embedder;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Undefined for a question that has no meaning to the model.
   * @throws Unavailable when it cannot be had in time; the signal's reason.
   */
  async of(text: string, signal: AbortSignal): Promise<Float32Array | undefined> {
    if (this.#kept.has(text)) {
      const vector = this.#kept.get(text);
      this.#keep(text, vector);
      return vector;
    }
    if (!this.embedder.isRemote) {
      const vector = await this.embedder.query(text, signal);
      this.#keep(text, vector);
      return vector;
    }
    const waiting = this.#waiting.get(text) ?? this.#ask(text);
    const done = await within(this.#timeoutMs, signal, async () => ({ vector: await waiting }));
    signal.throwIfAborted();
    if (done) return done.vector;
    throw new Unavailable("timed_out", `The embedding service did not answer within ${this.#timeoutMs} ms.`, {
      hint: "embedding.query_timeout_ms sets how long a question waits.",
    });
  }

  #ask(text: string): Promise<Float32Array | undefined> {
    if (this.#waiting.size >= MOST_WAITING) {
      throw new Unavailable("busy", `The embedding service has not answered ${this.#waiting.size} earlier questions.`);
    }
    const asked = this.embedder.query(text, AbortSignal.timeout(LIFE_MS));
    this.#waiting.set(text, asked);
    asked
      .then((vector) => this.#keep(text, vector))
      .catch(() => undefined) // told to those who wait
      .finally(() => this.#waiting.delete(text));
    return asked;
  }

  #keep(text: string, vector: Float32Array | undefined): void {
    this.#kept.delete(text);
    this.#kept.set(text, vector);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
