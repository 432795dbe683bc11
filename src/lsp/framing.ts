/**
 * Cuts what a server writes into messages. A message is a header with its length in bytes, an empty line and JSON; what
 * servers also do is print text before the header, write the header in other cases, and count wrong. None of that may lose
 * the messages around it, and a message that is lost is told with the id of the request that it answered.
 */

export type Framed =
  | { kind: "message"; message: unknown }
  /** Text between messages; a fault of the server, and harmless. */
  | { kind: "noise"; text: string }
  /** The length was wrong; `message` follows all the same. */
  | { kind: "length"; told: number; found: number }
  /** A message could not be read. `id` is that of the request which it answers, where that could be seen. */
  | { kind: "lost"; why: string; id: number | undefined };

/** Longer messages are not kept: the answer to any sensible question is smaller. */
const MOST_BYTES = 64 * 1024 * 1024;

/** What is kept of text without a header: a header may be cut anywhere. */
const HEADER_BYTES = 8 * 1024;

/** How far the end of a message whose length was wrong is looked for behind where it should have been. */
const ASTRAY_BYTES = 1024 * 1024;

/** As much of a message as is looked at for its id when it is not read. */
const PEEK_BYTES = 400;

/** Line ends never stand in JSON as they are, so neither pattern is found inside of a message. */
const LENGTH = /content-length[ \t]*:[ \t]*(\d+)[ \t]*\r?\n/i;
const HEADER = new RegExp(`${LENGTH.source}(?:[^\\r\\n]+\\r?\\n)*\\r?\\n`, "i");

/** A message that is too long to be read. */
interface Skipping {
  length: number;
  left: number;
  head: Uint8Array;
}

export class Framing {
  readonly #mostBytes: number;
  readonly #decoder = new TextDecoder();
  #held: Uint8Array[] = [];
  #size = 0;
  /** Length of the message that is being read. */
  #length: number | undefined;
  /** A message with a wrong length has begun; its end is looked for. */
  #isAstray = false;
  #skipping: Skipping | undefined;

  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** The beginning of what came and is no message yet: for saying what a silent server did write. */
  get unread(): string {
    return this.#decoder.decode(this.#held[0]?.subarray(0, PEEK_BYTES)).trim();
  }

  /** @param chunk is kept until its message is whole. */
  push(chunk: Uint8Array): Framed[] {
    this.#held.push(chunk);
    this.#size += chunk.length;
    const found: Framed[] = [];
    while (this.#step(found));
    return found;
  }

  /** Whether a message has begun and not ended. */
  get isPartial(): boolean {
    return this.#length !== undefined;
  }

  /** Nothing has come for a while: what is held may be a whole message all the same, whose length was said too large. */
  settle(): Framed[] {
    if (this.#length === undefined || this.#isAstray) return [];
    const [told, body] = [this.#length, this.#all()];
    const message = endsWell(body) ? this.#parsed(body) : undefined;
    if (message === undefined) return [];
    this.#length = undefined;
    this.#keep(new Uint8Array());
    return [
      { kind: "length", told, found: body.length },
      { kind: "message", message },
    ];
  }

  /** @returns whether there may be more in what is held. */
  #step(found: Framed[]): boolean {
    if (this.#skipping) return this.#skip(this.#skipping, found);
    if (this.#isAstray) return this.#repair(found);
    if (this.#length === undefined) return this.#header(found);
    if (this.#size < this.#length) return false;
    const whole = this.#all();
    const body = whole.subarray(0, this.#length);
    const message = this.#parsed(body);
    if (message === undefined) {
      this.#isAstray = true;
      return true;
    }
    this.#keep(whole.subarray(this.#length));
    this.#length = undefined;
    found.push({ kind: "message", message });
    return true;
  }

  #header(found: Framed[]): boolean {
    if (this.#size === 0) return false;
    const bytes = this.#all();
    const text = latin(bytes);
    const header = HEADER.exec(text);
    if (!header) {
      // What cannot belong to a header goes, however much of it comes.
      const begun = LENGTH.exec(text)?.index;
      const from = begun !== undefined && text.length - begun < HEADER_BYTES ? begun : text.length - HEADER_BYTES;
      if (from > 0) {
        this.#noise(bytes.subarray(0, from), found);
        this.#keep(bytes.subarray(from));
      }
      return false;
    }
    this.#noise(bytes.subarray(0, header.index), found);
    const length = Number(header[1]);
    const rest = bytes.subarray(header.index + header[0].length);
    this.#keep(rest);
    if (length > this.#mostBytes) this.#skipping = { left: length, head: new Uint8Array(), length };
    else this.#length = length;
    return true;
  }

  /** The message ends before the next header, or where the bytes that have come make a whole. */
  #repair(found: Framed[]): boolean {
    const bytes = this.#all();
    const told = this.#length!;
    // Latin-1 has one character for each byte, so that places in the text are places in the bytes.
    const next = LENGTH.exec(latin(bytes))?.index;
    const body = bytes.subarray(0, next ?? bytes.length);
    const message = endsWell(body) ? this.#parsed(body) : undefined;
    if (message === undefined && next === undefined && bytes.length <= told + ASTRAY_BYTES) return false;
    if (message === undefined) {
      found.push({ kind: "lost", why: `a message of ${told} bytes that is no JSON: ${excerpt(body)}`, id: idOf(body) });
    } else {
      found.push({ kind: "length", told, found: body.length }, { kind: "message", message });
    }
    this.#isAstray = false;
    this.#length = undefined;
    this.#keep(bytes.subarray(body.length));
    return true;
  }

  #skip(skipping: Skipping, found: Framed[]): boolean {
    const bytes = this.#all();
    const gone = bytes.subarray(0, skipping.left);
    if (skipping.head.length < PEEK_BYTES) {
      skipping.head = Buffer.concat([skipping.head, gone.subarray(0, PEEK_BYTES - skipping.head.length)]);
    }
    skipping.left -= gone.length;
    this.#keep(bytes.subarray(gone.length));
    if (skipping.left > 0) return false;
    const why = `a message of ${skipping.length} bytes, and at most ${this.#mostBytes} are read`;
    found.push({ kind: "lost", why, id: idOf(skipping.head) });
    this.#skipping = undefined;
    return true;
  }

  #noise(bytes: Uint8Array, found: Framed[]): void {
    const text = this.#decoder
      .decode(bytes)
      .replace(/^content-type:.*$/gim, "")
      .trim();
    if (text !== "") found.push({ kind: "noise", text });
  }

  #parsed(bytes: Uint8Array): unknown {
    try {
      return withPlainId(JSON.parse(this.#decoder.decode(bytes)));
    } catch {
      return undefined;
    }
  }

  #all(): Uint8Array {
    if (this.#held.length > 1) this.#held = [Buffer.concat(this.#held)];
    return this.#held[0] ?? new Uint8Array();
  }

  #keep(bytes: Uint8Array): void {
    this.#held = bytes.length > 0 ? [bytes] : [];
    this.#size = bytes.length;
  }
}

/** Replies whose id comes back as a text, and those without the `result` that means null. */
function withPlainId(message: unknown): unknown {
  if (typeof message !== "object" || message === null || "method" in message || !("id" in message)) return message;
  const { id } = message;
  const plain = typeof id === "string" && /^\d+$/.test(id) ? Number(id) : id;
  return "result" in message || "error" in message
    ? { ...message, id: plain }
    : { ...message, id: plain, result: null };
}

/** The id of the request that a message answers, from as much of it as there is. */
function idOf(body: Uint8Array): number | undefined {
  const head = latin(body.subarray(0, PEEK_BYTES));
  if (/"method"\s*:/.test(head)) return undefined; // the server's own request, whose numbers are not ours
  const tail = latin(body.subarray(-PEEK_BYTES));
  const id =
    /^\s*\{(?:\s*"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*"?(\d+)/.exec(head) ??
    /"id"\s*:\s*(\d+)\s*\}?\s*$/.exec(tail);
  return id ? Number(id[1]) : undefined;
}

function endsWell(bytes: Uint8Array): boolean {
  let at = bytes.length - 1;
  while (at >= 0 && (bytes[at] === 10 || bytes[at] === 13 || bytes[at] === 32)) at--;
  return bytes[at] === 0x7d;
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}

function excerpt(bytes: Uint8Array): string {
  return JSON.stringify(new TextDecoder().decode(bytes.subarray(0, 120)));
}
