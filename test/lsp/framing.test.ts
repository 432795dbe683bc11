/** Bytes to messages, wherever the stream is cut. */
import { expect, test } from "bun:test";
import { type Framed, Framing } from "../../src/lsp/framing.ts";

const framed = (message: unknown, header = "Content-Length", off = 0) => {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from(`${header}: ${body.length + off}\r\n\r\n`), body]);
};
const messagesOf = (found: readonly Framed[]) => found.flatMap((one) => (one.kind === "message" ? [one.message] : []));
const A = { jsonrpc: "2.0", id: 1, result: "雪 🚀 Content-Length: 5\r\n\r\nno" };
const B = { jsonrpc: "2.0", method: "b", params: {} };
const C = { jsonrpc: "2.0", id: 2, result: null };

test("messages between noise are found however the stream is cut", () => {
  const noise = Buffer.from("Starting 雪 server on port 3\nContent-Length is 5\n");
  const stream = Buffer.concat([noise, framed(A), framed(B, "content-length"), noise, framed(C)]);
  for (let size = 1; size <= stream.length; size++) {
    const framing = new Framing();
    const found: Framed[] = [];
    for (let at = 0; at < stream.length; at += size) found.push(...framing.push(stream.subarray(at, at + size)));
    expect(messagesOf(found)).toEqual([A, B, C]);
    expect(found.filter(({ kind }) => kind === "lost")).toEqual([]);
  }
});

test("a message with a wrong length and those around it are found however the stream is cut", () => {
  for (const off of [-20, -1, 1, 20, 70]) {
    const stream = Buffer.concat([framed(B), framed(A, "Content-Length", off), framed(C), framed(B)]);
    for (const size of [1, 3, 7, 64, stream.length]) {
      const framing = new Framing();
      const found: Framed[] = [];
      for (let at = 0; at < stream.length; at += size) found.push(...framing.push(stream.subarray(at, at + size)));
      expect({ off, size, messages: messagesOf(found) }).toEqual({ off, size, messages: [B, A, C, B] });
      const length = framed(A).length - framed(A).indexOf("{");
      expect(found).toContainEqual({ kind: "length", told: length + off, found: length });
    }
  }
});

test("a message that is lost is told with the request that it answered, and a request of the server without", () => {
  const lost = (text: string) => {
    const body = `{${text},}`;
    const found = new Framing().push(
      Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n${body}`), framed(C)]),
    );
    expect(messagesOf(found)).toEqual([C]);
    return found.flatMap((one) => (one.kind === "lost" ? [one.id] : []));
  };
  expect(lost('"jsonrpc":"2.0","id":17,"result":{"id":4}')).toEqual([17]);
  expect(lost('"id":17,"result":{"id":4}')).toEqual([17]);
  expect(lost('"jsonrpc":"2.0","id":3,"method":"x","params":{}')).toEqual([undefined]);
  expect(lost('"jsonrpc":"2.0","method":"x","params":{"id":4}')).toEqual([undefined]);
  expect(lost('"jsonrpc":"2.0","result":{"id":4}')).toEqual([undefined]);
});

test("a message too large is passed over in pieces, and told with its request", () => {
  const framing = new Framing(1_000);
  const big = framed({ jsonrpc: "2.0", id: 9, result: "x".repeat(5_000) });
  const found: Framed[] = [];
  for (let at = 0; at < big.length; at += 100) found.push(...framing.push(big.subarray(at, at + 100)));
  found.push(...framing.push(framed(C)));
  expect(found).toEqual([
    { kind: "lost", why: `a message of ${big.length - big.indexOf("{")} bytes, and at most 1000 are read`, id: 9 },
    { kind: "message", message: C },
  ]);
});

test("text without end is let go, and its beginning can be quoted", () => {
  const framing = new Framing();
  framing.push(Buffer.from("usage: tool\n"));
  expect(framing.unread).toBe("usage: tool");
  let told = 0;
  for (let times = 0; times < 100; times++) {
    for (const one of framing.push(Buffer.alloc(10_000, "n"))) if (one.kind === "noise") told += one.text.length;
  }
  expect(told).toBeGreaterThan(990_000);
});
