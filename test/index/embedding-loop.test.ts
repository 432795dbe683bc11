/** When vectors are made: behind what is more urgent, and again after faults. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { Unavailable } from "../../src/base/error.ts";
import { EmbeddingLoop } from "../../src/index/embedding-loop.ts";
import { readEmbeddingState } from "../../src/index/embedding-state.ts";
import { IndexInfo } from "../../src/store/index-info.ts";
import { supportOf, vectorDump } from "../fixture/embedded.ts";
import { IndexedProject } from "../fixture/indexed.ts";
import { projectAt } from "../fixture/project.ts";
import { TinyEmbedder } from "../fixture/tiny-embedder.ts";

const FILES = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [`f${at}.ts`, `export const value${at} = ${at};\n`]),
);

let index: IndexedProject;
let tiny: TinyEmbedder;
let log: string[];
beforeEach(async () => {
  index = await IndexedProject.of(FILES);
  await index.scan();
  tiny = new TinyEmbedder({ batch: 4 });
  log = [];
});
afterEach(() => index[Symbol.asyncDispose]());

async function loop(open = async () => tiny) {
  const { root, database } = index;
  return new EmbeddingLoop({
    project: await projectAt(root),
    database,
    support: supportOf(database),
    open,
    log: (level, message, fields) => void log.push(`${level} ${message} ${JSON.stringify(fields)}`),
    retryMs: { first: 20, most: 80 },
  });
}

const state = () => readEmbeddingState(new IndexInfo(index.database));
const begin = (each: EmbeddingLoop) => each.hold()[Symbol.dispose]();

async function until(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1_000 && !isTrue(); turn++) await Bun.sleep(5);
  expect(isTrue()).toBe(true);
}

test("work that is more urgent goes first: while it is under way no portion begins and none is written", async () => {
  using each = await loop();
  const { promise, resolve } = Promise.withResolvers<void>();
  let batches = 0;
  tiny.before = () => (++batches === 2 ? promise : undefined);
  begin(each);
  await until(() => batches === 2);
  const urgent = each.hold();
  resolve();
  await Bun.sleep(50);
  expect(batches).toBe(2);
  expect(state().done).toBe(4);
  // The index can be written meanwhile.
  await index.write("f0.ts", "export const changed = 0;\n");
  urgent[Symbol.dispose]();
  await each.settled();
  expect(state()).toMatchObject({ total: 20, done: 20 });
  expect(vectorDump(index.database)).not.toContain("none");
});

test("a model that cannot answer is asked again later and later, and the index says why and when", async () => {
  let calls = 0;
  using each = await loop(async () => {
    if (++calls <= 3) throw new Unavailable("unavailable", `No luck (${calls}).`);
    return tiny;
  });
  begin(each);
  await until(() => state().fault?.message === "No luck (2).");
  const { at, retryAt } = state().fault!;
  expect(Date.parse(retryAt!) - Date.parse(at)).toBe(40);
  begin(each); // what changes meanwhile does not make it come sooner
  await until(() => state().done === 20);
  await each.settled();
  expect(state().fault).toBeUndefined();
  expect(log.filter((line) => line.startsWith("warning vectors are not made for now"))).toHaveLength(3);
});

test("a service that asks to be left alone is, within bounds", async () => {
  let calls = 0;
  using each = await loop(async () => {
    if (++calls === 1) throw new Unavailable("busy", "Busy.", { retryAfterSeconds: 3_600 });
    return tiny;
  });
  begin(each);
  await until(() => state().fault !== undefined);
  expect(Date.parse(state().fault!.retryAt!) - Date.parse(state().fault!.at)).toBe(80);
  await until(() => state().done === 20);
});

test("what was done before a fault is kept, and another model may be there after it", async () => {
  const other = new TinyEmbedder({ id: "other", batch: 4 });
  let now = tiny;
  using each = await loop(async () => now);
  tiny.before = () => {
    if (tiny.seen.length < 8) return;
    now = other;
    throw new Unavailable("unavailable", "Gone.");
  };
  begin(each);
  await until(() => state().fault !== undefined);
  expect(state()).toMatchObject({ model: tiny.id, done: 8 });
  await until(() => state().done === 20);
  await each.settled();
  expect(state()).toMatchObject({ model: other.id, done: 20, fault: undefined });
  expect(other.seen).toHaveLength(20);
});

test("a fault of ours is logged as one, and told", async () => {
  using each = await loop(async () => {
    throw new TypeError("oops");
  });
  begin(each);
  await until(() => state().fault !== undefined);
  expect(state().fault!.message).toBe("Vectors cannot be made: oops");
  expect(log[0]).toStartWith("error");
});

test("one that is closed does nothing more, however far it was", async () => {
  const each = await loop();
  const { promise, resolve } = Promise.withResolvers<void>();
  tiny.before = () => promise;
  begin(each);
  await Bun.sleep(30);
  each[Symbol.dispose]();
  resolve();
  await each.settled();
  begin(each);
  await each.settled();
  expect(state().done).toBe(0);
  expect(log).toEqual([]);
});
