import { expect, test } from "bun:test";
import { line } from "../../../src/surface/cli/hello.ts";
import { withoutPings } from "../../../src/surface/cli/ping.ts";

const PING = line({ waymark: "ping" });
const OTHERS = [
  line({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { text: '{"waymark":"ping"}\n{"waymark":"ping"}' } }),
  Buffer.from("\n"),
  Buffer.from('{"waymark":"ping"} \n'),
  Buffer.from("not json: \u00e4\u{1f600}\n"),
  line({ text: "x".repeat(100_000) }),
];

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

test.each([1, 7, 4096, 1_000_000])(
  "pings are taken out and all else passes as it is, in pieces of %p bytes",
  async (size) => {
    const said = Buffer.concat(OTHERS.flatMap((other) => [PING, other, PING]));
    let pings = 0;
    const chunks: Buffer[] = [];
    for await (const chunk of withoutPings(inPieces(said, size), () => void pings++)) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).equals(Buffer.concat(OTHERS))).toBe(true);
    expect(pings).toBe(OTHERS.length * 2);
  },
);
