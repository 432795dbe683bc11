/** Search by intent over the index of a project that changes: never an old text, and it says what is missing. */
import { describe, expect, test } from "bun:test";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Unavailable, UserError } from "../../src/base/error.ts";
import type { EmbeddingTask } from "../../src/embed/task.ts";
import { Intent, type IntentHit } from "../../src/intent/intent.ts";
import { projectAt } from "../fixture/project.ts";
import { complete, projectIndexAt } from "../fixture/project-index.ts";
import { tmp } from "../fixture/tmp.ts";

const EMBEDDED: EmbeddingTask = { provider: "embedded", isStrict: false, queryTimeoutMs: 500 };
const OFF: EmbeddingTask = { provider: "off", isStrict: false, queryTimeoutMs: 0 };
const never = new AbortController().signal;

async function intentOver(files: Record<string, string>, task = EMBEDDED, isWhole = true) {
  const end = new AsyncDisposableStack();
  const [root, folder] = [end.use(await tmp(files)), end.use(await tmp())];
  const index = end.use(await projectIndexAt(root.path, folder.path, [], {}, task));
  if (isWhole) await complete(index);
  const intent = new Intent(await projectAt(root.path), index);
  const at = (path: string) => join(root.path, path);
  return {
    index,
    intent,
    at,
    folder: folder.path,
    write: (path: string, text: string) => writeFileSync(at(path), text),
    search: (query: string, more = {}) =>
      intent.search({ query, limit: 5, byFile: true, tests: "demote", isWanted: () => true, ...more }, never),
    [Symbol.asyncDispose]: () => end.disposeAsync(),
  };
}

/** The lines of a hit as they are on the disk now. */
const linesAt = async (path: string, { startLine, endLine }: IntentHit) =>
  (await Bun.file(path).text())
    .split("\n")
    .slice(startLine - 1, endLine)
    .join("\n")
    .trimEnd();

const FILES = {
  "a.ts": "export function harbour() {\n  return 'ships';\n}\n",
  "b.ts": "export function mountain() {\n  return 'goats';\n}\n",
};

describe("a file that changes right before the question", () => {
  test("H35 is shown as it is now, with its lines, or is not shown", async () => {
    await using shop = await intentOver(FILES);
    let shown = 0;
    for (let round = 0; round < 25; round++) {
      const above = "// a line above\n".repeat(round % 4);
      const text = `${above}export function harbour${round}() {\n  return 'ships ${round}';\n}\n`;
      shop.write("a.ts", text);
      const { hits, reason } = await shop.search("harbour ships");
      for (const hit of hits) {
        expect(hit.text.trimEnd()).toBe(await linesAt(shop.at(hit.path), hit));
      }
      const own = hits.find(({ path }) => path === "a.ts");
      if (own) {
        shown++;
        expect(own.text).toContain(`ships ${round}`);
      } else expect(reason).toBeDefined();
    }
    expect(shown).toBeGreaterThan(0);
  }, 60_000);

  test("H35 is not found where it was, once it was renamed or removed", async () => {
    await using shop = await intentOver(FILES);
    for (let round = 0; round < 10; round++) {
      const [from, to] = round % 2 === 0 ? ["a.ts", "c.ts"] : ["c.ts", "a.ts"];
      renameSync(shop.at(from!), shop.at(to!));
      const { hits, reason } = await shop.search("harbour");
      expect(hits.map(({ path }) => path)).not.toContain(from!);
      if (reason === undefined) expect(hits[0]?.path).toBe(to!);
    }
    rmSync(shop.at("a.ts"));
    expect((await shop.search("harbour")).hits.map(({ path }) => path)).not.toContain("a.ts");
  }, 60_000);

  test("after the index was asked is checked once more, and what it no longer says is left out", async () => {
    await using shop = await intentOver(FILES);
    const freshen = shop.index.freshenPatiently.bind(shop.index);
    const during = async (change: () => void) => {
      shop.index.freshenPatiently = async (signal) => {
        const freshness = await freshen(signal);
        change();
        return freshness;
      };
      try {
        return await shop.search("harbour ships");
      } finally {
        shop.index.freshenPatiently = freshen;
      }
    };
    const old = FILES["a.ts"];
    const grown = await during(() => shop.write("a.ts", old.replace("ships", "boats")));
    expect(grown.hits.map(({ text }) => text).join()).not.toContain("ships");
    shop.write("a.ts", old);
    const pushed = await during(() => shop.write("a.ts", `// a line above\n${old}`));
    // Its old place now holds the line above and not all of the rest.
    for (const hit of pushed.hits) expect(hit.text.trimEnd()).toBe(await linesAt(shop.at(hit.path), hit));
    if (!pushed.hits.some(({ path }) => path === "a.ts")) expect(pushed.reason).toContain("changed during the search");
    shop.write("a.ts", old);
    const appended = await during(() => shop.write("a.ts", `${old}// more\n`));
    for (const { text } of appended.hits) expect(text).not.toContain("// more");
    shop.write("a.ts", old);
    const removed = await during(() => rmSync(shop.at("a.ts")));
    expect(removed.hits.map(({ path }) => path)).not.toContain("a.ts");
    expect(removed.reason).toContain("changed during the search");
  });
});

test("an index that was made anew is read anew, though its contents have the numbers that others had", async () => {
  await using shop = await intentOver(FILES, OFF);
  expect((await shop.search("harbour")).hits[0]?.path).toBe("a.ts");
  // Another index in the place of this one: equal paths and numbers, other texts.
  await using other = await intentOver({ "a.ts": FILES["b.ts"], "b.ts": FILES["a.ts"] }, OFF);
  await other.search("harbour");
  shop.write("a.ts", FILES["b.ts"]);
  shop.write("b.ts", FILES["a.ts"]);
  const { reader, state } = other.index;
  Object.defineProperties(shop.index, {
    reader: { configurable: true, get: () => reader },
    state: { configurable: true, get: () => state },
  });
  const { hits } = await shop.search("harbour");
  for (const name of ["reader", "state"]) Reflect.deleteProperty(shop.index, name);
  expect(hits.map(({ path }) => path)).toEqual(["b.ts"]);
});

test("H32 a project that is read for the first time is waited for, or the answer says that it is not whole", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 400 }, (_, at) => [`f${at}.ts`, `export function part${at}() {}\n`.repeat(30)]),
  );
  await using shop = await intentOver({ ...files, ...FILES }, OFF, false);
  const first = await shop.search("harbour ships").catch((error: unknown) => error);
  if (first instanceof Error) expect(first).toBeInstanceOf(Unavailable);
  else {
    const { hits, reason } = first as Awaited<ReturnType<typeof shop.search>>;
    if (hits[0]?.path !== "a.ts") expect(reason).toBeDefined();
  }
  await complete(shop.index);
  expect((await shop.search("harbour ships")).hits[0]?.path).toBe("a.ts");
});

test("H95 what is wanted is found by its meaning, however much else is nearer", async () => {
  const near = Object.fromEntries(
    Array.from({ length: 230 }, (_, at) => [
      `many/n${at}.ts`,
      `/** Deletes items. */\nexport function deleteItems${at}() {}\n`,
    ]),
  );
  await using shop = await intentOver({ ...near, "far/only.ts": "export function eraseRecord() {}\n" });
  while (shop.index.state.embedding.state !== "ready") await Bun.sleep(20);
  const { hits } = await shop.search("delete items", { isWanted: (path: string) => path.startsWith("far/") });
  expect(hits.map(({ path }) => path)).toEqual(["far/only.ts"]);
}, 60_000);

describe("without vectors", () => {
  test("words answer, and the answer says why they are alone", async () => {
    await using shop = await intentOver(FILES, OFF);
    const { hits, reason } = await shop.search("harbour");
    expect(hits.map(({ path }) => path)).toEqual(["a.ts"]);
    expect(reason).toContain("vectors are off");
  });

  test("words answer while a service is not there, and none do where settings are strict", async () => {
    const endpoint = { url: "http://127.0.0.1:1/v1", model: "none", key: undefined, dimensions: 8, queryPrefix: "" };
    const task = (isStrict: boolean): EmbeddingTask => ({
      provider: "endpoint",
      endpoint: { ...endpoint, documentPrefix: "", mostChars: 1_000, concurrency: 1, timeoutMs: 500 },
      isStrict,
      queryTimeoutMs: 200,
    });
    await using shop = await intentOver(FILES, task(false));
    const { hits, reason } = await shop.search("harbour");
    expect(hits.map(({ path }) => path)).toEqual(["a.ts"]);
    expect(reason).toBeDefined();
    await using strict = await intentOver(FILES, task(true));
    expect(strict.search("harbour")).rejects.toThrow("cannot answer in full");
    await strict.search("harbour").catch((error: unknown) => expect(error).toBeInstanceOf(Unavailable));
  });
});

describe("code like that at a place", () => {
  const FARE =
    "export function fare(weight: number, distance: number) {\n  const base = weight * distance;\n  return base + tollsOf(distance);\n}\n";
  const files = {
    "a.ts": FARE,
    "lib/b.ts": FARE.replace("fare", "price"),
    "c.ts": "export class Zebra { stripes = 1 }\n",
  };

  for (const task of [EMBEDDED, OFF]) {
    test(`is its near copy, not itself (vectors ${task.provider})`, async () => {
      await using shop = await intentOver(files, task);
      while (task === EMBEDDED && shop.index.state.embedding.state !== "ready") await Bun.sleep(20);
      for (const [path, other] of [
        ["a.ts", "lib/b.ts"],
        ["lib/b.ts", "a.ts"],
      ] as const) {
        const { at, hits, reason } = await shop.intent.related(path, 2, 5, never);
        expect([at.path, at.startLine, hits[0]?.path]).toEqual([path, 1, other]);
        expect(hits.map((hit) => hit.path)).not.toContain(path);
        expect(reason === undefined).toBe(task === EMBEDDED);
      }
    });
  }

  test("is found in a copy that is equal to the letter, too", async () => {
    await using shop = await intentOver({ ...files, "copy.ts": FARE });
    while (shop.index.state.embedding.state !== "ready") await Bun.sleep(20);
    expect((await shop.intent.related("a.ts", 1, 1, never)).hits[0]?.path).toBe("copy.ts");
  });

  test("is not looked for where there is no such place", async () => {
    await using shop = await intentOver(files, OFF);
    for (const [path, line, text] of [
      ["a.ts", 99, "no text at line 99"],
      ["none.ts", 1, "not indexed"],
      ["lib", 1, "not indexed"],
    ] as const) {
      const error = await shop.intent.related(path, line, 5, never).catch((one: unknown) => one);
      expect(error).toBeInstanceOf(UserError);
      expect((error as Error).message).toContain(text);
    }
  });
});
