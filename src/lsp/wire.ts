/** The two ends of a server's pipes, in the shape that vscode-jsonrpc reads from and writes to. */
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageReader,
  type MessageWriter,
} from "vscode-jsonrpc/node";
import { type Framed, Framing } from "./framing.ts";

/** Marks replies that stand in for those that could not be read. */
export const LOST = Object.freeze({ lost: true });

/** After so long without a byte a message that should go on is looked at as it is. */
const SILENCE_MS = 500;

const INTERNAL_ERROR = -32603;

export type FramingFault = Exclude<Framed, { kind: "message" }>;

export class WireReader extends AbstractMessageReader implements MessageReader {
  readonly #stream: ReadableStream<Uint8Array>;
  readonly #framing = new Framing();
  readonly #onFault: (fault: FramingFault) => void;
  /** When something came last, in milliseconds since the start of the process. */
  heardAt = performance.now();

  #silence: Timer | undefined;
  /** Messages in a row that could not be read. */
  lost = 0;

  constructor(stream: ReadableStream<Uint8Array>, onFault: (fault: FramingFault) => void) {
    super();
    this.#stream = stream;
    this.#onFault = onFault;
  }

  get unread(): string {
    return this.#framing.unread;
  }

  listen(callback: DataCallback): Disposable {
    void this.#read(callback).then(
      () => this.fireClose(),
      () => this.fireClose(), // a broken pipe is an end, too
    );
    return { dispose: () => undefined }; // it ends with the process
  }

  async #read(callback: DataCallback): Promise<void> {
    for await (const chunk of this.#stream) {
      clearTimeout(this.#silence);
      this.heardAt = performance.now();
      await this.#give(this.#framing.push(chunk), callback);
      if (!this.#framing.isPartial) continue;
      this.#silence = setTimeout(() => void this.#give(this.#framing.settle(), callback), SILENCE_MS);
    }
    clearTimeout(this.#silence);
  }

  async #give(found: readonly Framed[], callback: DataCallback): Promise<void> {
    for (const framed of found) {
      const message = this.#messageOf(framed);
      if (message === undefined) continue;
      callback(message);
      // The library handles one message in each turn of the loop: a flood waits in the pipe, not in its queue.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #messageOf(framed: Framed): Message | undefined {
    if (framed.kind === "message") {
      this.lost = 0;
      return isMessage(framed.message) ? framed.message : undefined;
    }
    if (framed.kind === "lost") this.lost++;
    this.#onFault(framed);
    if (framed.kind !== "lost" || framed.id === undefined) return undefined;
    const error = { code: INTERNAL_ERROR, message: framed.why, data: LOST };
    return { jsonrpc: "2.0", id: framed.id, error } as Message;
  }
}

export class WireWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #write: (bytes: Uint8Array) => Promise<void>;
  #last: Promise<void> = Promise.resolve();

  constructor(write: (bytes: Uint8Array) => Promise<void>) {
    super();
    this.#write = write;
  }

  write(message: Message): Promise<void> {
    const body = Buffer.from(JSON.stringify(message));
    const header = Buffer.from(`Content-Length: ${body.length}\r\n\r\n`);
    const written = this.#last.then(() => this.#write(Buffer.concat([header, body])));
    this.#last = written.catch(() => undefined);
    return written;
  }

  end(): void {
    // The pipe is closed by who has the process.
  }
}

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
