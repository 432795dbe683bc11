/** Parsing in workers: the real ones, and for faults one that does not answer. */
import { describe, expect, test } from "bun:test";
import { Unavailable, UserError } from "../../src/base/error.ts";
import { LANGUAGES } from "../../src/language/_builtin.gen.ts";
import { Catalog } from "../../src/language/catalog.ts";
import { dialectOf } from "../../src/syntax/dialect.ts";
import { type PoolOptions, SyntaxPool, TEXT_LIMIT } from "../../src/syntax/pool.ts";

const catalog = new Catalog(LANGUAGES);
const typescript = dialectOf("a.ts", catalog)!;
const signal = new AbortController().signal;
const quiet = () => undefined;

function pool(options: Partial<PoolOptions> = {}): SyntaxPool {
  return new SyntaxPool({ log: quiet, ...options });
}

async function fault(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("a pool of parsers", () => {
  test("parses many files at once, each for itself", async () => {
    using parsers = pool();
    const files = await Promise.all(
      Array.from({ length: 40 }, (_, n) => parsers.parse(`${n}.ts`, typescript, `function f${n}() {}`, { signal })),
    );
    expect(files.map(({ symbols }) => symbols.map(({ name }) => name).join())).toEqual(
      Array.from({ length: 40 }, (_, n) => `f${n}`),
    );
  });

  test("H39 finds every symbol of a large file", async () => {
    using parsers = pool();
    const text = Array.from(
      { length: 9_000 },
      (_, n) => `export function f${String(n).padStart(4, "0")}() { return 0; }\n`,
    ).join("");
    const { symbols } = await parsers.parse("big.ts", typescript, text, { signal });
    expect(symbols).toHaveLength(9_000);
    expect(symbols.at(-1)?.name).toBe("f8999");
  });

  test("survives text that is nested as deep as it is long", async () => {
    using parsers = pool();
    for (const [open, close, depth] of [
      ["(", ")", 50_000],
      ["[", "]", 50_000],
      ["{", "}", 3_000],
    ] as const) {
      const deep = `function before() {} const x = ${open.repeat(depth)}1${close.repeat(depth)};`;
      const { symbols } = await parsers.parse("deep.ts", typescript, deep, { signal });
      expect(symbols.map(({ name }) => name)).toContain("before");
    }
    const nested = `${"function f() { ".repeat(2_000)}${"}".repeat(2_000)}`;
    const { symbols } = await parsers.parse("nested.ts", typescript, nested, { signal });
    expect(symbols.length).toBeGreaterThan(10);
  }, 60_000);

  test("refuses a text above its limit, with the numbers", async () => {
    using parsers = pool();
    const error = await fault(parsers.parse("huge.ts", typescript, " ".repeat(TEXT_LIMIT + 1), { signal }));
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toContain(String(TEXT_LIMIT));
  });

  test("gives up a file that takes too long, and goes on", async () => {
    using parsers = pool({ timeLimit: 30 });
    const error = await fault(parsers.parse("slow.ts", typescript, "a = (b, c);\n".repeat(400_000), { signal }));
    expect(error).toBeInstanceOf(Unavailable);
    expect((error as Unavailable).code).toBe("timed_out");
  });

  test("leaves a worker behind that does not come back, and does not try its text again", async () => {
    let started = 0;
    const startWorker = () => {
      started++;
      return new Worker(new URL("../fixture/silent.worker.ts", import.meta.url));
    };
    using parsers = pool({ timeLimit: 20, grace: 20, startWorker });
    const first = await fault(parsers.parse("a.ts", typescript, "x", { signal }));
    const again = await fault(parsers.parse("a.ts", typescript, "x", { signal }));
    expect([first, again].map((error) => (error as Unavailable).code)).toEqual(["timed_out", "timed_out"]);
    expect(started).toBe(1);
  });

  test("lets go of what was cancelled", async () => {
    using parsers = pool({ size: 1 });
    const controller = new AbortController();
    const running = fault(parsers.parse("a.ts", typescript, "a = 1;\n".repeat(50_000), { signal: controller.signal }));
    const waiting = fault(parsers.parse("b.ts", typescript, "b", { signal: controller.signal }));
    const other = parsers.parse("c.ts", typescript, "var c", { signal });
    controller.abort(new Error("enough"));
    expect([await running, await waiting].map((error) => (error as Error).message)).toEqual(["enough", "enough"]);
    expect((await other).symbols.map(({ name }) => name)).toEqual(["c"]);
  });

  test("refuses what waits when it ends", async () => {
    const parsers = pool({ size: 1 });
    const one = fault(parsers.parse("a.ts", typescript, "a", { signal }));
    const two = fault(parsers.parse("b.ts", typescript, "b", { signal }));
    parsers[Symbol.dispose]();
    for (const error of [await one, await two]) expect(error).toBeInstanceOf(Unavailable);
  });
});
