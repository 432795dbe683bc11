/**
 * When a server has loaded the project. Before that its answers are short or empty and look right, so that each server has a
 * rule that says what to wait for.
 */
import type { ReadyRule } from "../language/server-spec.ts";

export type ReadyState = "starting" | "indexing" | "ready";

export interface ReadyNews {
  state: ReadyState;
  /** Of what the server is loading, 0 to 100, where it tells. */
  percent?: number | undefined;
  message?: string | undefined;
}

export interface ReadinessOptions {
  rule: ReadyRule;
  /** Nothing begins before a document is open. */
  afterOpen: boolean;
  onChange?(news: ReadyNews): void;
}

interface Work {
  title: string;
  percent: number | undefined;
  message: string | undefined;
}

/** Progress of which no end has come is forgotten, so that a server that forgets it is not waited for for ever. */
const FORGOTTEN_MS = 120_000;

export class Readiness {
  readonly #rule: ReadyRule;
  readonly #afterOpen: boolean;
  readonly #onChange: ((news: ReadyNews) => void) | undefined;
  readonly #works = new Map<string, Work & { at: number }>();
  readonly #waiting = new Set<() => void>();
  #state: ReadyState = "starting";
  #timer: Timer | undefined;
  /** Whether work that the rule means has begun at all. */
  #hasLoaded = false;
  /** Number of works that began, whatever their title. */
  begun = 0;

  constructor({ rule, afterOpen, onChange }: ReadinessOptions) {
    this.#rule = rule;
    this.#afterOpen = afterOpen;
    this.#onChange = onChange;
  }

  get news(): ReadyNews {
    const [work] = this.#works.values();
    return {
      state: this.#state,
      percent: work?.percent,
      message: work && [work.title, work.message].filter(Boolean).join(": "),
    };
  }

  /** Whether some work-done progress is under way, of whatever kind. */
  get isBusy(): boolean {
    this.#forget();
    return this.#works.size > 0;
  }

  /** The server has answered `initialize`. */
  initialized(): void {
    const { rule } = this.#rule;
    this.#become(rule === "none" ? "ready" : "indexing");
    if (this.#rule.rule === "progress" && !this.#afterOpen) this.#readyIn(this.#rule.grace_ms);
  }

  /** A document was opened. */
  opened(): void {
    const isWaiting = this.#state === "indexing" && this.#timer === undefined && !this.#isLoading;
    if (this.#rule.rule === "progress" && this.#afterOpen && isWaiting) this.#readyIn(this.#rule.grace_ms);
  }

  /** The request of a `probe` rule was answered without an error. */
  probed(): void {
    if (this.#rule.rule === "probe") this.#become("ready");
  }

  /** A notification of the server. */
  heard(method: string, params: unknown): void {
    if (method === "$/progress") this.#progress(params);
    const rule = this.#rule;
    if (rule.rule === "notification" && method === rule.method) {
      const isReady = matches(params, rule.match);
      if (isReady || !rule.stays) this.#become(isReady ? "ready" : "indexing");
    }
    if (rule.rule === "log" && method === "window/logMessage" && new RegExp(rule.pattern, "mu").test(textOf(params))) {
      this.#become("ready");
    }
  }

  /** @returns whether it is ready; false when the time is up or the signal fires before. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    if (this.#rule.rule === "progress") this.#progressed(this.#rule.quiet_ms); // what is forgotten by now holds nobody up
    if (this.#state === "ready") return true;
    const over = Promise.withResolvers<void>();
    const timer = setTimeout(over.resolve, milliseconds);
    const done = () => over.resolve();
    signal.addEventListener("abort", done, { once: true });
    this.#waiting.add(done);
    if (!signal.aborted) await over.promise;
    clearTimeout(timer);
    signal.removeEventListener("abort", done);
    this.#waiting.delete(done);
    return (this.#state as ReadyState) === "ready";
  }

  /** The server is gone. */
  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    for (const done of this.#waiting) done();
  }

  #progress(params: unknown): void {
    const { token, value } = (params ?? {}) as {
      token?: string | number;
      value?: Partial<Work> & { kind?: string; percentage?: number };
    };
    const key = String(token);
    if (value?.kind === "begin") {
      this.begun++;
      if (this.#isMeant(key, value.title ?? "")) this.#hasLoaded = true;
      this.#works.set(key, {
        title: value.title ?? "",
        percent: value.percentage,
        message: value.message,
        at: Date.now(),
      });
    } else if (value?.kind === "report") {
      const work = this.#works.get(key);
      if (!work) return;
      this.#works.set(key, {
        title: work.title,
        percent: value.percentage ?? work.percent,
        message: value.message ?? work.message,
        at: Date.now(),
      });
    } else if (value?.kind === "end") this.#works.delete(key);
    else return;
    if (this.#rule.rule === "progress") this.#progressed(this.#rule.quiet_ms);
    if (this.#state !== "ready" || value.kind !== "report") this.#onChange?.(this.news);
  }

  #progressed(quietMs: number): void {
    if (this.#isLoading) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#become("indexing");
    } else if (this.#state !== "ready" && this.#hasLoaded) this.#readyIn(quietMs);
  }

  /** Whether work that the rule means is under way. */
  get #isLoading(): boolean {
    this.#forget();
    return [...this.#works].some(([token, { title }]) => this.#isMeant(token, title));
  }

  #isMeant(token: string, title: string): boolean {
    if (this.#rule.rule !== "progress") return false;
    const fits = (pattern: string | undefined, text: string) =>
      pattern === undefined || new RegExp(pattern, "mu").test(text);
    return fits(this.#rule.title, title) && fits(this.#rule.token, token);
  }

  #forget(): void {
    for (const [token, { at }] of this.#works) if (Date.now() - at > FORGOTTEN_MS) this.#works.delete(token);
  }

  #readyIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#become("ready");
    }, milliseconds);
  }

  #become(state: ReadyState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#onChange?.(this.news);
    if (state === "ready") for (const done of this.#waiting) done();
  }
}

/** @param fields dotted names -> the values that they must have. */
function matches(params: unknown, fields: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(fields).every(([name, wanted]) => {
    const found = name
      .split(".")
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], params);
    return Bun.deepEquals(found, wanted);
  });
}

function textOf(params: unknown): string {
  const { message } = (params ?? {}) as { message?: unknown };
  return typeof message === "string" ? message : "";
}
