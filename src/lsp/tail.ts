/** Keeps the last part of a stream: servers write without end to stderr, and only the end of it says why they died. */

const TAIL_BYTES = 16 * 1024;

export class Tail {
  #parts: Uint8Array[] = [];
  #size = 0;
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.ended = this.#read(stream).catch(() => undefined); // a broken pipe is an end, too
  }

  get text(): string {
    const bytes = Buffer.concat(this.#parts).subarray(-TAIL_BYTES);
    // A cut may have hit a character.
    return new TextDecoder().decode(bytes).replace(/^�+/, "");
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<void> {
    for await (const chunk of stream) {
      this.#parts.push(chunk.slice(-TAIL_BYTES));
      this.#size += Math.min(chunk.length, TAIL_BYTES);
      while (this.#size - this.#parts[0]!.length >= TAIL_BYTES) this.#size -= this.#parts.shift()!.length;
    }
  }
}
