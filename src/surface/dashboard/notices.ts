/** What a form did, told once on the page that comes next. */

const KEPT = 100;

export class Notices {
  readonly #texts = new Map<string, string>();

  /** @returns what the next address says, so that it is told there. */
  keep(text: string): string {
    const id = crypto.randomUUID();
    const [oldest] = this.#texts.keys();
    if (this.#texts.size >= KEPT && oldest !== undefined) this.#texts.delete(oldest);
    this.#texts.set(id, text);
    return id;
  }

  /** Undefined once it was told. */
  take(id: string | undefined): string | undefined {
    const text = this.#texts.get(id ?? "");
    this.#texts.delete(id ?? "");
    return text;
  }
}
