/** The server's side of a pump's pings: takes them out of what the client says, and answers. */
import { Readable } from "node:stream";
import { lines } from "../../base/lines.ts";
import { line, type Word } from "./hello.ts";

/** More than a pump sends in a line. */
const MAX_LINE_BYTES = 17 * 1024 * 1024;
const PING = line({ waymark: "ping" } satisfies Word).subarray(0, -1);
const LINE_FEED = Buffer.from("\n");

/** What the client says beside its pings. It ends, or fails, as the stream does. */
export function withoutPings(stream: AsyncIterable<Uint8Array>, onPing: () => void): Readable {
  return Readable.from(others(stream, onPing), { objectMode: false });
}

async function* others(stream: AsyncIterable<Uint8Array>, onPing: () => void): AsyncGenerator<Uint8Array> {
  for await (const bytes of lines(stream, MAX_LINE_BYTES)) {
    if (PING.equals(bytes)) onPing();
    else yield Buffer.concat([bytes, LINE_FEED]);
  }
}
