/** The embedder over HTTP against a server that does what real ones do, and worse. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Unavailable } from "../../src/base/error.ts";
import { EndpointEmbedder } from "../../src/embed/endpoint.ts";
import type { EndpointTask } from "../../src/embed/task.ts";
import { FakeEmbeddingServer, type Item, LLAMA_CPP } from "../fixture/fake-embedding-server.ts";
import { tinyVector } from "../fixture/tiny-embedder.ts";

const never = new AbortController().signal;
/** Retries without waiting. */
const QUICK = { attempts: 4, firstMs: 1, mostMs: 50 };
const KEY = "key_sentinel_2";

let server: FakeEmbeddingServer;
beforeEach(() => {
  server = new FakeEmbeddingServer();
});
afterEach(() => server[Symbol.asyncDispose]());

const task = (more: Partial<EndpointTask> = {}): EndpointTask => ({
  url: server.url,
  model: "m",
  key: KEY,
  dimensions: undefined,
  queryPrefix: "",
  documentPrefix: "",
  mostChars: 8_000,
  concurrency: 2,
  timeoutMs: 5_000,
  ...more,
});
const opened = (more: Partial<EndpointTask> = {}) => EndpointEmbedder.open(task(more), never, QUICK);
const passages = (count: number, text = (at: number) => `text number${at}`) =>
  Array.from({ length: count }, (_, at) => ({ path: `src/f${at}.ts`, text: text(at) }));

function unit(text: string, dimensions = 8): Float32Array {
  const sum = tinyVector(text, dimensions)!;
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

function expectVectors(found: readonly unknown[], wanted: readonly { path: string; text: string }[], dimensions = 8) {
  expect(found).toHaveLength(wanted.length);
  for (const [at, { path, text }] of wanted.entries()) {
    const [vector, right] = [found[at] as Float32Array, unit(`${path}\n${text}`, dimensions)];
    expect(vector).toHaveLength(dimensions);
    const farthest = Math.max(...right.map((value, place) => Math.abs(value - vector[place]!)));
    expect(farthest).toBeLessThan(1e-5);
  }
}

async function failure(work: Promise<unknown>): Promise<Unavailable> {
  const error = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(Unavailable);
  return error as Unavailable;
}

describe("what services answer", () => {
  test.each([8, 256, 768, 3_072])(
    "vectors of length 1 come in the order of their texts (%d numbers)",
    async (dimensions) => {
      server.dimensions = dimensions;
      const embedder = await opened();
      expect(embedder.dimensions).toBe(dimensions);
      const wanted = passages(70);
      expectVectors(await embedder.passages(wanted, never), wanted, dimensions);
      const query = await embedder.query("where is it", never);
      expect(Math.hypot(...query!)).toBeCloseTo(1, 5);
    },
  );

  test("base64 and floats are the same", async () => {
    server.encoding = "base64";
    const wanted = passages(3);
    expectVectors(await (await opened()).passages(wanted, never), wanted);
  });

  test("shuffled answers are put in order by their index, and answers without any are taken as they come", async () => {
    const embedder = await opened();
    const wanted = passages(5);
    server.turns = [{ items: (items) => items.toReversed() }];
    expectVectors(await embedder.passages(wanted, never), wanted);
    server.turns = [{ items: (items) => items.map(({ embedding }) => ({ embedding })) }];
    expectVectors(await embedder.passages(wanted, never), wanted);
    expect(server.seen).toHaveLength(1 + 2); // none was asked for again
  });

  test("`dimensions` is sent only where it is set, and then counts", async () => {
    await opened();
    expect(server.seen[0]!.body).toEqual({ model: "m", input: ["function"] });
    const embedder = await opened({ dimensions: 4 });
    expect(server.seen[1]!.body.dimensions).toBe(4);
    expect(embedder.dimensions).toBe(4);
    server.always = { items: (items) => items.map((item) => ({ ...item, embedding: [1, 2, 3] })) };
    expect((await failure(opened({ dimensions: 4 }))).message).toContain("gave 3 numbers for text 1 of 1, not 4");
  });

  test("the key goes into the header, and prefixes and the path before the text", async () => {
    const embedder = await opened({ queryPrefix: "query: ", documentPrefix: "passage: " });
    await embedder.passages([{ path: "src/a.ts", text: "let a" }], never);
    await embedder.query("who", never);
    expect(server.texts).toEqual(["passage: src/a.ts\nlet a", "query: who"]);
    expect(server.seen.map(({ headers }) => headers.get("authorization"))).toEqual(
      [1, 2, 3].map(() => `Bearer ${KEY}`),
    );
    await opened({ key: undefined });
    expect(server.seen.at(-1)!.headers.has("authorization")).toBe(false);
  });

  test("the id tells models, services, prefixes and dimensions apart, and not keys", async () => {
    const ids = [task(), task({ model: "n" }), task({ url: "http://localhost:1/v1" }), task({ queryPrefix: "q" })].map(
      (each) => new EndpointEmbedder(each, 8).id,
    );
    ids.push(new EndpointEmbedder(task(), 12).id);
    expect(new Set(ids).size).toBe(5);
    expect(new EndpointEmbedder(task({ key: "another" }), 8).id).toBe(ids[0]!);
    expect(ids.join()).not.toContain(KEY);
  });

  test("not more requests are under way than are allowed", async () => {
    const embedder = await opened({ concurrency: 3 });
    server.delayMs = 20;
    await embedder.passages(passages(32 * 7), never);
    expect(server.mostAtOnce).toBe(3);
  });
});

describe("answers that are refused, with what is wrong", () => {
  const number = (value: number | null) => (items: Item[]) =>
    items.map((item) =>
      item.index === 1 ? { ...item, embedding: (item.embedding as number[]).with(2, value as number) } : item,
    );
  const zero = (items: Item[]) =>
    items.map((item) => (item.index === 1 ? { ...item, embedding: [0, 0, 0, 0, 0, 0, 0, 0] } : item));

  test.each([
    ["null for NaN", { items: number(null) }, "its number 3 is NaN"],
    ["infinite in single precision", { items: number(1e39) }, "its number 3 is Infinity"],
    ["all zero", { items: zero }, "all its numbers are 0"],
  ])("a vector that is %s leaves the others as they are", async (_, turn, why) => {
    const embedder = await opened();
    server.turns = [turn];
    const wanted = passages(4);
    const found = await embedder.passages(wanted, never);
    expect(found[1]).toEqual({ refused: `its vector cannot be used: ${why}` });
    expectVectors(found.toSpliced(1, 1), wanted.toSpliced(1, 1));
  });

  test.each([
    [
      "NaN in the text of the answer",
      { text: (json: string) => json.replace(/\[-?\d[^\]]*\]/, "[NaN,1,1,1,1,1,1,1]") },
    ],
    ["a 500 that says so", { status: 500, body: { error: "failed to encode response: json: unsupported value: NaN" } }],
  ])("the text that gives %s is found among the others", async (_, turn) => {
    const embedder = await opened();
    server.script = (texts) => (texts.some((text) => text.includes("number5")) ? turn : undefined);
    const wanted = passages(20);
    const found = await embedder.passages(wanted, never);
    expect(found[5]).toMatchObject({ refused: expect.stringMatching(/NaN/) });
    expectVectors(found.toSpliced(5, 1), wanted.toSpliced(5, 1));
  });

  test.each([
    ["a duplicate", (items: Item[]) => [items[0]!, ...items], "two vectors with index 0"],
    ["too few", (items: Item[]) => items.slice(1), "no vector with index 0"],
    ["too many", (items: Item[]) => [...items, { index: items.length, embedding: [1] }], "a vector with index "],
    ["a negative index", (items: Item[]) => items.with(0, { ...items[0]!, index: -1 }), "a vector with index -1"],
    ["an index missing", (items: Item[]) => [{ embedding: [1] }, ...items], "without its index"],
    [
      "base64 that is none",
      (items: Item[]) => items.map((item) => ({ ...item, embedding: "%%%" })),
      "is text that is not base64",
    ],
    ["half numbers", (items: Item[]) => items.map((item) => ({ ...item, embedding: "AAAAAAA=" })), "5 bytes of base64"],
    ["words", (items: Item[]) => items.map((item) => ({ ...item, embedding: ["a"] as never })), "is not as OpenAI's"],
    [
      "nothing but NaN",
      (items: Item[]) => items.map((item) => ({ ...item, embedding: [null] })),
      "its number 1 is NaN",
    ],
  ])("%s: no vector is taken, nor given to another text", async (_, items, why) => {
    server.dimensions = 1;
    const embedder = await opened();
    server.always = { items };
    expect((await failure(embedder.passages(passages(3), never))).message).toContain(why);
    expect((await failure(embedder.query("q", never))).message).toContain(why);
  });

  test("another number of dimensions than before is named with both", async () => {
    const embedder = await opened();
    server.dimensions = 12;
    const error = await failure(embedder.passages(passages(3), never));
    expect(error.message).toBe(
      `The embedding service at http://127.0.0.1:${server.port} gave 12 numbers for text 1 of 3, not 8; perhaps it has another model now.`,
    );
    expect((await failure(embedder.query("q", never))).message).toContain("gave 12 numbers for text 1 of 1, not 8");
    server.dimensions = 8;
    server.turns = [{ items: (items) => items.with(1, { index: 1, embedding: [1, 2] }) }];
    expect((await failure(embedder.passages(passages(3), never))).message).toContain("2 numbers for text 2 of 3");
  });

  test("a service whose vectors cannot be stored is refused at once", async () => {
    server.dimensions = 9_000;
    expect((await failure(opened())).message).toContain("9000 numbers; 1 to 8192");
    server.always = { items: (items) => items.map((item) => ({ ...item, embedding: [] })) };
    expect((await failure(opened())).message).toContain("0 numbers");
  });
});

describe("limits", () => {
  test("H92: batches and texts that are too large are taken in parts, and only what stays too long has no vector", async () => {
    server.limits = [{ allChars: 6_000, status: 400, message: "Bad request: maximum of 6000 characters exceeded" }];
    const wanted = passages(200, (at) =>
      at % 100 === 50 ? "x y ".repeat(5_000) : `number${at} ${"word ".repeat(120)}`,
    );
    const embedder = await opened({ mostChars: 100_000 });
    const found = await embedder.passages(wanted, never);
    const short = wanted.filter((_, at) => at % 100 !== 50);
    expectVectors(
      found.filter((_, at) => at % 100 !== 50),
      short,
    );
    for (const at of [50, 150])
      expectVectors(
        [found[at]],
        [{ ...wanted[at]!, text: wanted[at]!.text.slice(0, 1_400 - `src/f${at}.ts\n`.length) }],
      );
    // It has learnt: the same once more needs no failing request but those that it cannot foresee.
    const before = server.seen.length;
    await embedder.passages(short, never);
    expect(embedder.batch).toBeLessThan(2 * 16);
    expect(server.seen.length - before).toBe(Math.ceil(short.length / (embedder.batch / 2)));
  });

  test.each([
    ["llama.cpp", LLAMA_CPP],
    [
      "TEI",
      {
        chars: 1_450,
        status: 413,
        message: "Input validation error: `inputs` must have less than 512 tokens. Given: 583",
      },
    ],
    [
      "OpenAI",
      {
        chars: 1_450,
        status: 400,
        message: "This model's maximum context length is 8192 tokens, however you requested 9000 tokens",
      },
    ],
    ["Ollama", { chars: 1_450, status: 500, message: "the input length exceeds the context length" }],
  ])("a text that is too long for %s is cut, once for all", async (_, limit) => {
    server.limits = [limit];
    const embedder = await opened();
    const wanted = passages(64, (at) => `number${at} ${"a1 ".repeat(500)}`);
    const cut = wanted.map(({ path, text }) => ({ path, text: `${path}\n${text}`.slice(path.length + 1, 1_400) }));
    expectVectors(await embedder.passages(wanted, never), cut);
    const before = server.seen.length;
    expectVectors(await embedder.passages(wanted, never), cut);
    expect(server.seen.length - before).toBe(2);
  });

  test("TEI's limit of a batch makes batches smaller for good", async () => {
    server.limits = [{ texts: 8, status: 422, message: "batch size 32 > maximum allowed batch size 8" }];
    const embedder = await opened();
    const wanted = passages(64);
    expectVectors(await embedder.passages(wanted, never), wanted);
    expect(embedder.batch).toBe(16);
  });

  test("one text that is never taken has a reason, and the others their vectors", async () => {
    server.script = (texts) =>
      texts.some((text) => text.includes("number3"))
        ? { status: 400, body: { error: { message: "maximum exceeded" } } }
        : undefined;
    const wanted = passages(10, (at) => `number${at} ${"w ".repeat(300)}`);
    const found = await (await opened()).passages(wanted, never);
    expect(found[3]).toEqual({ refused: expect.stringContaining("answered 400: maximum exceeded") });
    expectVectors(found.toSpliced(3, 1), wanted.toSpliced(3, 1));
  });

  test("a service that takes no text at all is at fault itself, not the texts", async () => {
    const embedder = await opened();
    server.always = { status: 400, body: { error: { message: "model is not loaded" } } };
    expect((await failure(embedder.passages(passages(4), never))).message).toContain(
      "answered 400: model is not loaded",
    );
  });

  test("texts longer than the settings say are cut before they are sent, never within a character", async () => {
    const embedder = await opened({ mostChars: 100 });
    await embedder.passages([{ path: "a", text: `${"b".repeat(97)}😀 more` }], never);
    expect(server.texts).toEqual([`a\n${"b".repeat(97)}`]);
  });
});

describe("faults that pass", () => {
  test.each([
    ["a 503", { status: 503 }],
    ["a 500 without a reason", { status: 500, body: "oops" }],
    ["a connection that breaks", "dies" as const],
    ["a 429 with seconds", { status: 429, headers: { "retry-after": "0" } }],
    ["a 429 with a date", { status: 429, headers: { "retry-after": new Date(0).toUTCString() } }],
    ["a 429 without anything", { status: 429 }],
  ])("%s is tried again", async (_, turn) => {
    const embedder = await opened();
    server.turns = [turn, turn];
    const wanted = passages(3);
    expectVectors(await embedder.passages(wanted, never), wanted);
    expect(server.seen).toHaveLength(1 + 3);
  });

  test("not for ever: the last fault is told", async () => {
    const embedder = await opened();
    server.always = { status: 503, body: { error: "warming up" } };
    const error = await failure(embedder.passages(passages(3), never));
    expect(error).toMatchObject({ code: "unavailable", message: expect.stringContaining("answered 503: warming up") });
    expect(server.seen).toHaveLength(1 + QUICK.attempts);
  });

  test("who is asked to wait for long gives up and says for how long", async () => {
    const embedder = await opened();
    server.always = { status: 429, headers: { "retry-after": "120" } };
    expect(await failure(embedder.passages(passages(3), never))).toMatchObject({
      code: "busy",
      retryAfterSeconds: 120,
    });
    expect(server.seen).toHaveLength(2);
    server.always = { status: 429, headers: { "retry-after": new Date(Date.now() + 120_000).toUTCString() } };
    const { retryAfterSeconds } = await failure(embedder.passages(passages(3), never));
    expect(retryAfterSeconds).toBeWithin(100, 121);
  });

  test("a service that hangs is given up, and asked for less at once", async () => {
    const embedder = await opened({ timeoutMs: 60 });
    server.always = "hangs";
    const error = await failure(embedder.passages(passages(3), never));
    expect(error).toMatchObject({ code: "timed_out", message: expect.stringContaining("did not answer within 60 ms") });
    expect(embedder.batch).toBeLessThan(64);
  });

  test("a question is asked once", async () => {
    const embedder = await opened();
    server.turns = [{ status: 503 }];
    await failure(embedder.query("q", never));
    expect(await embedder.query("q", never)).toBeInstanceOf(Float32Array);
    expect(server.seen).toHaveLength(3);
  });

  test("a service that is not there is named with its address", async () => {
    await server.stop();
    const error = await failure(opened());
    expect(error.message).toMatch(/^The embedding service at http:\/\/127\.0\.0\.1:\d+ cannot be reached \(\w+\)$/);
  });

  test("whoever waits no longer ends the request, the pauses and the other requests", async () => {
    const embedder = await EndpointEmbedder.open(task(), never, { attempts: 9, firstMs: 60_000, mostMs: 60_000 });
    for (const turn of ["hangs", { status: 503 }] as const) {
      server.always = turn;
      const controller = new AbortController();
      const work = embedder.passages(passages(100), controller.signal);
      await Bun.sleep(20);
      controller.abort(new Error("enough"));
      expect(work).rejects.toThrow("enough");
      await work.catch(() => undefined);
    }
  });
});

describe("faults that last are told at once", () => {
  test.each([
    [401, "does not accept the API key (401)"],
    [403, "does not accept the API key (403)"],
    [404, "answered 404: no model m"],
  ])("%d", async (status, message) => {
    server.always = { status, body: { error: { message: "no model m" } } };
    const error = await failure(opened());
    expect(error.message).toContain(message);
    expect(error.hint).toContain("embedding.*");
    expect(server.seen).toHaveLength(1);
  });

  test("no redirect is followed: neither key nor text reaches another host", async () => {
    await using other = new FakeEmbeddingServer();
    for (const status of [301, 302, 307, 308]) {
      server.always = { status, headers: { location: `${other.url}/embeddings` } };
      expect((await failure(opened())).message).toContain(`sends elsewhere (${status})`);
    }
    expect(other.seen).toHaveLength(0);
  });

  test("an endless answer is not read to its end", async () => {
    const embedder = await opened();
    server.always = { text: () => `{"data": [${" ".repeat(3_000_000)}` };
    expect((await failure(embedder.passages(passages(1), never))).message).toContain("answers more than");
  });
});

describe("what nobody shall see", () => {
  test("H68: neither the key nor a text stands in an error, even if the service repeats them", async () => {
    const embedder = await opened();
    const secret = "the password of the vault is swordfish";
    for (const status of [400, 401, 403, 404, 413, 422, 429, 500, 503]) {
      for (const said of [
        `bad key ${KEY}`,
        `cannot embed: ${secret}`,
        `Incorrect API key provided: ${KEY.slice(0, 8)}***`,
      ]) {
        for (const body of [said, { error: said }, { error: { message: said } }, { detail: said }]) {
          server.always = { status, body };
          const found = await embedder
            .passages([{ path: "a.ts", text: secret }], never)
            .catch((error: unknown) => error);
          const shown = found instanceof Error ? `${found.stack} ${JSON.stringify(found)}` : JSON.stringify(found);
          expect(shown).not.toContain(KEY.slice(0, 8));
          expect(shown).not.toContain("swordfish");
          expect(shown).toContain(String(status));
        }
      }
    }
  });

  test("the size of a text is understood even where the service's words stand in it", async () => {
    const embedder = await opened();
    const said = "input is too large to process";
    server.limits = [{ chars: 1_450, status: 500, message: said }];
    const wanted = [{ path: "a.ts", text: `throw "${said}";\n`.repeat(60) }];
    const [vector] = await embedder.passages(wanted, never);
    expect(vector).toBeInstanceOf(Float32Array);
  });
});

test("a service on this machine is asked directly, whatever proxy the environment names", async () => {
  await using proxy = new FakeEmbeddingServer();
  const before = process.env.HTTP_PROXY;
  process.env.HTTP_PROXY = `http://127.0.0.1:${proxy.port}`;
  try {
    await opened();
  } finally {
    if (before === undefined) delete process.env.HTTP_PROXY;
    else process.env.HTTP_PROXY = before;
  }
  expect(server.seen).toHaveLength(1);
});
