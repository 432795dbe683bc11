import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Unavailable } from "../../src/base/error.ts";
import { embeddedVectorExtension } from "../../src/store/extension.ts";
import { loadVectorExtension, openDatabase } from "../../src/store/open.ts";
import { encodeVector, rowBytes } from "../../src/store/vector-code.ts";
import type { VectorBlock, VectorTable } from "../../src/store/vector-table.ts";
import { dropVectors, openVectorTable } from "../../src/store/vectors.ts";
import { tmp } from "../fixture/tmp.ts";
import { openVectors, rowsFrom, seeded, vectorsNear } from "../fixture/vectors.ts";

/** Rows by chunk, without the numbers that stand for names. */
function contents(table: VectorTable, blocks: Iterable<VectorBlock> = table.blocks()): Map<number, string> {
  const size = rowBytes(table.shape);
  const found = new Map<number, string>();
  for (const { chunk, file, role, language, bytes } of blocks) {
    for (const [at, id] of chunk.entries()) {
      expect(found.has(id)).toBe(false);
      found.set(id, [file[at], role[at], language[at], bytes.slice(at * size, (at + 1) * size).toHex()].join());
    }
  }
  return found;
}

describe.each(["vec0", "plain"] as const)("%s", (kind) => {
  test("rows go in, are replaced and go out; the count follows", () => {
    using opened = openVectors(kind, 8);
    const { table } = opened;
    const next = vectorsNear(8);
    const rows = rowsFrom(1, 20, next);
    table.insert(rows);
    table.insert([{ ...rows[3]!, role: "docs" }, { ...rows[3]!, role: "config" }, ...rowsFrom(30, 2, next)]);
    expect(table.count()).toBe(22);
    table.delete([1, 2, 2, 77]);
    table.delete([]);
    table.insert([]);
    expect(table.count()).toBe(20);
    expect([...contents(table).keys()].sort((a, b) => a - b)).toEqual([
      ...Array.from({ length: 18 }, (_, at) => at + 3),
      30,
      31,
    ]);
    const only = table.rows([4, 4, 99]);
    expect([...only.chunk]).toEqual([4]);
    expect(only.role[0]).toBe(table.numbered({ roles: ["config"] })!.role![0]!);
    expect(only.bytes).toEqual(encodeVector(rows[3]!.vector, table.shape, "row"));
    table.clear();
    expect([table.count(), contents(table).size]).toEqual([0, 0]);
  });

  test("a write that fails in part leaves nothing, alone or in the caller's transaction", () => {
    using opened = openVectors(kind, 8);
    const { database, table } = opened;
    const rows = rowsFrom(1, 5, vectorsNear(8));
    table.insert(rows);
    const before = contents(table);
    const bad = { ...rows[1]!, chunk: 9, vector: Float32Array.of(1, 2, 3, 4, 5, 6, 7, Number.NaN) };
    expect(() => table.insert([{ ...rows[0]!, file: 5 }, bad])).toThrow(Unavailable);
    expect(() => table.insert([bad])).toThrow("The vector of chunk 9 cannot be used: its number 8 is NaN.");
    expect(() => table.insert([{ ...bad, vector: new Float32Array(8) }])).toThrow("all its numbers are 0");
    expect(() => table.insert([{ ...bad, vector: new Float32Array(12).fill(1) }])).toThrow("it has 12 numbers, not 8");
    expect(() => table.insert([{ ...rows[0]!, chunk: 1.5 }])).toThrow(RangeError);
    expect(() => table.insert([{ ...rows[0]!, file: null as unknown as number }])).toThrow();
    database.run("BEGIN IMMEDIATE");
    table.delete([1, 2]);
    table.insert([{ ...rows[3]!, chunk: 50, language: "never-seen" }]);
    table.clear();
    database.run("ROLLBACK");
    expect([table.count(), contents(table)]).toEqual([5, before]);
  });

  test("a change is told to whoever knows the state before it, and else that all may have changed", () => {
    using opened = openVectors(kind, 8);
    const { database, table } = opened;
    const next = vectorsNear(8);
    table.insert(rowsFrom(1, 3, next));
    const first = table.changesSince(undefined);
    expect(first.chunks).toBe("all");
    expect(table.changesSince(first.mark)).toEqual({ mark: first.mark, chunks: [] });
    table.insert(rowsFrom(7, 2, next));
    table.delete([1, 7, 99]);
    const second = table.changesSince(first.mark);
    expect((second.chunks as number[]).toSorted((a, b) => a - b)).toEqual([1, 7, 8, 99]);
    database.run("BEGIN IMMEDIATE");
    table.insert(rowsFrom(20, 1, next));
    const within = table.changesSince(second.mark);
    expect(within.chunks).toEqual([20]);
    database.run("ROLLBACK");
    expect(table.changesSince(within.mark).chunks).toBe("all");
    table.insert(rowsFrom(30, 1, next));
    expect(table.changesSince(within.mark).chunks).toBe("all");
    const third = table.changesSince(second.mark);
    expect(third.chunks).toEqual([30]);
    for (let from = 100; from < 20_000; from += 1_000) table.insert(rowsFrom(from, 1_000, next));
    expect(table.changesSince(third.mark).chunks).toBe("all");
    const { rows } = database.query("SELECT count(*) AS rows FROM vector_changes").get() as { rows: number };
    expect(rows).toBeLessThan(18_000);
    const fourth = table.changesSince(undefined);
    table.clear();
    expect(table.changesSince(fourth.mark).chunks).toBe("all");
  });

  test("H91: a table of other dimensions or another encoding is refused in words, and made anew only when it is dropped", async () => {
    await using dir = await tmp();
    const path = join(dir.path, "index.db");
    using old = openVectors(kind, 8, "int8", path);
    old.table.insert(rowsFrom(1, 3, vectorsNear(8)));
    expect(() => openVectors(kind, 12, "int8", path)).toThrow(
      "The index holds int8 vectors of 8 numbers; now int8 vectors of 12 are wanted.",
    );
    expect(() => openVectors(kind, 8, "float32", path)).toThrow("now float32 vectors of 8 are wanted");
    for (const dimensions of [0, 1.5, 8_193]) expect(() => openVectors(kind, dimensions)).toThrow("1 to 8192");
    using again = openVectors(kind, 8, "int8", path);
    expect(again.table.count()).toBe(3);
    dropVectors(again.database, loadVectorExtension(again.database, await extensionFor(kind)));
    using fresh = openVectors(kind, 12, "int8", path);
    fresh.table.insert(rowsFrom(1, 2, vectorsNear(12)));
    expect(fresh.table.count()).toBe(2);
    expect(() => old.table.count()).toThrow("The index was made anew");
    expect(() => old.table.insert(rowsFrom(5, 1, vectorsNear(8)))).toThrow("The index was made anew");
  });
});

const extensionFor = async (kind: VectorTable["kind"]) =>
  kind === "vec0" ? await embeddedVectorExtension() : undefined;

test("the blocks of vec0 hold what its rows say, whatever was deleted", () => {
  using opened = openVectors("vec0", 24);
  const { database, table } = opened;
  const next = vectorsNear(24);
  const random = seeded(9);
  table.insert(rowsFrom(2 ** 40, 2_500, next));
  table.delete(Array.from({ length: 900 }, () => 2 ** 40 + Math.floor(random() * 2_500)));
  table.insert(rowsFrom(1, 700, next));
  const rows = database.query("SELECT chunk, file, role, language, vector FROM chunk_vectors").values() as [
    number,
    number,
    number,
    number,
    Uint8Array,
  ][];
  const bySql = new Map(
    rows.map(([chunk, ...rest]) => [chunk, [...rest.slice(0, 3), (rest[3] as Uint8Array).toHex()].join()]),
  );
  expect(contents(table)).toEqual(bySql);
  expect(contents(table, [table.rows([...bySql.keys()])])).toEqual(bySql);
  expect(table.count()).toBe(bySql.size);
});

test("a table of vec0 whose rows come and go stays small", () => {
  using opened = openVectors("vec0", 16);
  const { database, table } = opened;
  const next = vectorsNear(16);
  const random = seeded(2);
  const rows = rowsFrom(1, 6_000, next);
  table.insert(rows);
  const live = rows.map(({ chunk }) => chunk);
  for (let chunk = 10_000; chunk < 40_000; chunk += 100) {
    table.delete(live.splice(Math.floor(random() * (live.length - 100)), 100));
    const fresh = rowsFrom(chunk, 100, next);
    table.insert(fresh);
    live.push(...fresh.map((row) => row.chunk));
  }
  const { blocks } = database.query("SELECT count(*) AS blocks FROM chunk_vectors_chunks").get() as { blocks: number };
  expect(blocks).toBeLessThan(18); // 6 hold the rows; without repacking it is over 30
  expect(new Set(contents(table).keys())).toEqual(new Set(live));
});

test("H98: without the extension a database opens and says why; vectors then lie in a plain table", async () => {
  await using dir = await tmp({ "vec0.so": "no library" });
  const path = join(dir.path, "index.db");
  using database = openDatabase(path, []);
  expect(loadVectorExtension(database, undefined)).toEqual({
    isLoaded: false,
    reason: "sqlite-vec is not shipped for this platform",
  });
  for (const file of ["vec0.so", "absent.so"]) {
    const support = loadVectorExtension(database, join(dir.path, file));
    expect(support).toEqual({
      isLoaded: false,
      reason: expect.stringContaining(`sqlite-vec cannot be loaded from ${dir.path}/${file}: `),
    });
    expect(openVectorTable(database, { dimensions: 8, encoding: "int8", support }).kind).toBe("plain");
  }
  const support = loadVectorExtension(database, await embeddedVectorExtension());
  expect(support).toEqual({ isLoaded: true, version: "v0.1.9" });
  // What is in a plain table stays there.
  expect(openVectorTable(database, { dimensions: 8, encoding: "int8", support }).kind).toBe("plain");
});

test("vectors in vec0 are refused in words where the extension is gone, and can be made anew there and back", async () => {
  await using dir = await tmp();
  const path = join(dir.path, "index.db");
  {
    using opened = openVectors("vec0", 8, "int8", path);
    opened.table.insert(rowsFrom(1, 3, vectorsNear(8)));
  }
  const support = { isLoaded: false, reason: "it is not here" } as const;
  {
    using database = openDatabase(path, []);
    const open = () => openVectorTable(database, { dimensions: 8, encoding: "int8", support });
    expect(open).toThrow("The vectors of the index need an extension: it is not here.");
    dropVectors(database, support);
    expect([open().kind, open().count()]).toEqual(["plain", 0]);
    dropVectors(database, support);
  }
  using back = openVectors("vec0", 8, "int8", path);
  expect([back.table.count(), contents(back.table).size]).toEqual([0, 0]);
});
