/** Cuts a stream of bytes into lines, without decoding them. */
import { UserError } from "./error.ts";

const NEWLINE = 10;

/**
 * The lines of a stream, each without its line feed. What comes after the last line feed is no line and is dropped: it is
 * part of something whose end never came.
 * @param maxBytes of one line.
 * @throws UserError `too_large`.
 */
export async function* lines(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let held = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      const last = chunk.subarray(from, end);
      from = end + 1;
      if (held === 0) yield last;
      else yield Buffer.concat([...parts, last]);
      parts = [];
      held = 0;
    }
    if (from === chunk.length) continue;
    parts.push(chunk.slice(from)); // a copy: readers may use the chunk's memory again
    held += chunk.length - from;
    if (held > maxBytes) throw new UserError("too_large", `A message is larger than ${maxBytes} bytes.`);
  }
}
