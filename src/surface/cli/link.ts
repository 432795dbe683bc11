/** Bytes and messages of the link between a client and its server. */
import type { Duplex } from "node:stream";
import type { Message } from "./conversation.ts";

/** The messages of a line; none where it is not JSON, which the server may say. */
export function parsed(bytes: Uint8Array): Message[] {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as unknown;
    return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "object" && one !== null);
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

export function withLineFeed(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(bytes.length + 1);
  whole.set(bytes);
  whole[bytes.length] = 10;
  return whole;
}

/** Waits until the stream takes more, or is gone. */
export function drained(stream: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off("drain", done).off("close", done);
      resolve();
    };
    stream.on("drain", done).on("close", done);
  });
}

/** The chunks of a stream; `heard` is called as each arrives. */
export async function* heeded(stream: Duplex, heard: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    heard();
    yield chunk as Uint8Array;
  }
}
