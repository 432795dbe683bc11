/** Questions to the vectors: what is found, what is no longer there, and what is said where vectors are missing. */
import { describe, expect, test } from "bun:test";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Unavailable } from "../../src/base/error.ts";
import type { IntentVectors } from "../../src/index/intent-vectors.ts";
import { intentOf, passOver } from "../fixture/embedded.ts";
import { IndexedProject } from "../fixture/indexed.ts";
import { projectAt } from "../fixture/project.ts";
import { TinyEmbedder } from "../fixture/tiny-embedder.ts";

const never = new AbortController().signal;
const FILES = {
  "src/cart.ts": "export function total(items: Item[]) { return sum(items, price); }\n",
  "src/user.py": "def login(user, password):\n    return check(user, password)\n",
  "test/cart.test.ts": "test('the total of a cart', () => { total(items); });\n",
  "docs/ship.md": "# Shipping\n\nParcels are shipped from the harbour.\n",
};

async function asked(files: Record<string, string> = FILES, tiny = new TinyEmbedder({ dimensions: 64 })) {
  const index = await IndexedProject.of(files);
  await index.scan();
  const embed = async (embedder = tiny) => passOver(await projectAt(index.root), index.database, embedder).run(never);
  return { index, tiny, embed, intent: intentOf(index.database, tiny) };
}

const pathsOf = async (intent: IntentVectors, query: string, k = 10, filter = {}) =>
  (await intent.nearest(query, k, filter, never)).neighbours.map(({ path }) => path);

describe("a question", () => {
  test("gives the nearest chunks first, with their files and scores", async () => {
    const { index, embed, intent } = await asked();
    await using _ = index;
    await embed();
    const { neighbours, state, reason } = await intent.nearest("check the password of a user", 2, {}, never);
    expect({ state, reason, count: neighbours.length }).toEqual({ state: "ready", reason: undefined, count: 2 });
    expect(neighbours[0]!.path).toBe("src/user.py");
    expect(neighbours[0]!.score).toBeGreaterThan(neighbours[1]!.score);
    const [chunk] = index.column(`SELECT chunks.id FROM chunks JOIN files USING (content) WHERE path = 'src/user.py'`);
    expect(neighbours[0]!.chunk).toBe(chunk as number);
  });

  test("keeps to files, roles and languages", async () => {
    const { index, embed, intent } = await asked();
    await using _ = index;
    await embed();
    const all = await pathsOf(intent, "total");
    expect(all.toSorted()).toEqual(Object.keys(FILES).toSorted());
    expect(await pathsOf(intent, "total", 10, { roles: ["test"] })).toEqual(["test/cart.test.ts"]);
    expect(await pathsOf(intent, "total", 10, { languages: ["python"] })).toEqual(["src/user.py"]);
    expect(await pathsOf(intent, "total", 10, { paths: ["docs/ship.md", "no/such.ts"] })).toEqual(["docs/ship.md"]);
    expect(await pathsOf(intent, "total", 10, { paths: [] })).toEqual([]);
  });

  test("H35: finds neither a file that went nor what a file no longer says, though their vectors are kept", async () => {
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}.ts`, `let harbour${at};\n`]));
    const { index, embed, intent, tiny } = await asked(files);
    await using _ = index;
    await embed();
    expect(await pathsOf(intent, "harbour5", 100)).toHaveLength(40); // what is remembered of these must not be believed below
    for (let at = 0; at < 30; at++) rmSync(join(index.root, `f${at}.ts`));
    renameSync(join(index.root, "f38.ts"), join(index.root, "g.ts"));
    writeFileSync(join(index.root, "f39.ts"), "let mountain;\n");
    await index.scan();
    await embed();
    expect(index.column("SELECT count FROM vector_info")[0]).toBeGreaterThan(40);
    const found = await pathsOf(intent, "harbour5 f5", 5);
    expect(found).toHaveLength(5);
    expect(await pathsOf(intent, "harbour5 f5", 100)).toHaveLength(10);
    expect((await pathsOf(intent, "harbour5", 100)).toSorted()).toEqual(
      [
        ...Array.from({ length: 9 }, (_, at) => `f${at + 30}.ts`).filter((path) => path !== "f38.ts"),
        "f39.ts",
        "g.ts",
      ].toSorted(),
    );
    expect(tiny.seen.at(-1)).toMatchObject({ path: "g.ts" });
  });

  test("without words the model has no answer, and says so by finding nothing", async () => {
    const { index, embed, intent } = await asked();
    await using _ = index;
    await embed();
    expect(await intent.nearest("+++", 3, {}, never)).toEqual({ neighbours: [], state: "ready" });
  });

  test("is partial while parts have no vector yet, and ready again after the pass", async () => {
    const { index, embed, intent } = await asked();
    await using _ = index;
    await embed();
    await index.write("src/new.ts", "export const freight = 1;\n");
    expect(await intent.nearest("freight", 9, {}, never)).toMatchObject({
      state: "partial",
      reason: "vectors of changed files are being made",
    });
    await embed();
    const { state, neighbours } = await intent.nearest("new freight", 9, {}, never);
    expect([state, neighbours[0]!.path]).toEqual(["ready", "src/new.ts"]);
  });

  test("tells what is missing before the first vector", async () => {
    const { index, intent } = await asked();
    await using _ = index;
    const answer = await intent.nearest("total", 3, {}, never);
    expect(answer).toEqual({ neighbours: [], state: "none", reason: expect.stringContaining("no vectors yet") });
  });

  test("H91: is never answered by vectors of another model", async () => {
    const { index, embed, intent } = await asked();
    await using _ = index;
    await embed(new TinyEmbedder({ id: "another", dimensions: 64 }));
    const answer = await intent.nearest("total", 3, {}, never);
    expect(answer).toEqual({ neighbours: [], state: "none", reason: expect.stringContaining("another model") });
    await embed();
    expect((await intent.nearest("total", 3, {}, never)).state).toBe("ready");
    await embed(new TinyEmbedder({ dimensions: 16 }));
    const small = intentOf(index.database, new TinyEmbedder({ dimensions: 16 }));
    expect((await small.nearest("total", 3, {}, never)).state).toBe("ready");
    expect((await intent.nearest("total", 3, {}, never)).state).toBe("none");
  });

  test("is an error where settings are strict and vectors are missing", async () => {
    const { index, embed, tiny } = await asked();
    await using _ = index;
    const strict = intentOf(index.database, tiny, true);
    expect(strict.nearest("total", 3, {}, never)).rejects.toBeInstanceOf(Unavailable);
    await strict.nearest("total", 3, {}, never).catch(() => undefined);
    await embed();
    expect((await strict.nearest("total", 3, {}, never)).state).toBe("ready");
    await index.write("src/new.ts", "let x;\n");
    expect(strict.nearest("total", 3, {}, never)).rejects.toThrow("vectors of changed files are being made");
    await strict.nearestTo(1, "no.ts", 3).catch(() => undefined);
  });
});

describe("chunks like another", () => {
  test("are found by its own vector, without itself", async () => {
    const { index, embed, intent } = await asked();
    await using _ = index;
    await embed();
    const [chunk] = index.column("SELECT chunks.id FROM chunks JOIN files USING (content) WHERE path = 'src/cart.ts'");
    const { neighbours, state } = await intent.nearestTo(chunk as number, "src/cart.ts", 2);
    expect(state).toBe("ready");
    expect(neighbours.map(({ path }) => path)).toEqual(["test/cart.test.ts", expect.any(String)]);
    expect((await intent.nearestTo(chunk as number, "src/cart.ts", 10)).neighbours).toHaveLength(3);
    expect(await intent.nearestTo(chunk as number, "src/other.ts", 2)).toEqual({
      neighbours: [],
      state: "none",
      reason: "This part of the file has no vector.",
    });
  });
});
