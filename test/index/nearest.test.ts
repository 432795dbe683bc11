import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { plainKernel } from "../../src/index/kernel.ts";
import { Nearest, type Neighbour, VEC0_MOST_NUMBERS, wayFor } from "../../src/index/nearest.ts";
import { fitsMemory } from "../../src/index/vector-memory.ts";
import { type Encoding, encodeVector, similarity } from "../../src/store/vector-code.ts";
import type { VectorFilter, VectorRow, VectorTable } from "../../src/store/vector-table.ts";
import { tmp } from "../fixture/tmp.ts";
import { openVectors, passes, rowsFrom, seeded, vectorsNear } from "../fixture/vectors.ts";

const VEC0_MOST_VECTORS = VEC0_MOST_NUMBERS / 256;
const ENOUGH = { cacheMegabytes: 256 };
const NONE = { cacheMegabytes: 0 };

/** Every way to an exact answer, by name: what kind of table, and what the search may use. */
const WAYS: { name: string; kind: VectorTable["kind"]; options: ConstructorParameters<typeof Nearest>[1] }[] = [
  { name: "vec0", kind: "vec0", options: ENOUGH },
  { name: "memory with SIMD", kind: "plain", options: ENOUGH },
  { name: "memory without SIMD", kind: "plain", options: { ...ENOUGH, kernel: plainKernel } },
  { name: "table with SIMD", kind: "plain", options: NONE },
  { name: "table without SIMD", kind: "plain", options: { ...NONE, kernel: plainKernel } },
];

const FILTERS: VectorFilter[] = [
  {},
  { roles: ["source"] },
  { roles: ["source", "docs", "unheard-of"], languages: ["python", ""] },
  { files: [3, 5, 8, 60, 61, 62, 63, 99_999] },
  { files: [...Array(90).keys()], roles: ["test"] },
  { roles: [] },
  { languages: ["cobol"] },
  { files: [] },
];

/** Encoding costs more than comparing, and the same rows are asked about often. */
const encodedRows = new WeakMap<VectorRow, Partial<Record<Encoding, Uint8Array>>>();

function encodedRow(row: VectorRow, encoding: Encoding): Uint8Array {
  const known = encodedRows.get(row) ?? {};
  encodedRows.set(row, known);
  known[encoding] ??= encodeVector(row.vector, { dimensions: row.vector.length, encoding }, "row");
  return known[encoding];
}

/** What is right, from the definition. */
function expected(
  rows: readonly VectorRow[],
  query: Float32Array,
  k: number,
  filter: VectorFilter,
  encoding: Encoding,
) {
  const wanted = encodeVector(query, { dimensions: query.length, encoding }, "query");
  return rows
    .filter((row) => passes(row, filter))
    .map((row) => ({ chunk: row.chunk, score: similarity(wanted, encodedRow(row, encoding), encoding) }))
    .sort((a, b) => b.score - a.score || a.chunk - b.chunk)
    .slice(0, k);
}

const chunksOf = (found: readonly Neighbour[]) => found.map(({ chunk }) => chunk);

describe.each(["int8", "float32"] as const)("%s", (encoding) => {
  test.each([256, 768, 100])(
    "every way gives the same neighbours in the same order, also after changes (%d numbers)",
    (dimensions) => {
      const next = vectorsNear(dimensions, dimensions);
      const rows = rowsFrom(1, 1_500, next);
      // Copies of one vector, as licence headers give them: only the id tells them apart.
      for (const at of [900, 30, 700, 31, 32]) rows[at] = { ...rows[at]!, vector: rows[29]!.vector };
      const opened = WAYS.map(({ kind, options, ...way }) => {
        const { database, table } = openVectors(kind, dimensions, encoding);
        table.insert(rows);
        return { ...way, database, table, nearest: new Nearest(table, options) };
      });
      const queries = [rows[29]!.vector, next(), next(), next().map((value) => value * 1e-6)];
      const check = (held: readonly VectorRow[]) => {
        for (const query of queries) {
          for (const [filter, k] of [
            ...FILTERS.map((filter) => [filter, 10] as const),
            [{}, 1] as const,
            [{}, 400] as const,
          ]) {
            const right = expected(held, query, k, filter, encoding);
            for (const { name, nearest } of opened) {
              expect({ name, filter, k, found: nearest.nearest(query, k, filter) }).toEqual({
                name,
                filter,
                k,
                found: right,
              });
            }
          }
        }
      };
      check(rows);
      const gone = new Set(Array.from({ length: 400 }, (_, at) => at * 3 + 1));
      const added = rowsFrom(5_000, 300, next);
      const replaced = rows
        .slice(0, 60)
        .filter(({ chunk }) => !gone.has(chunk))
        .map((row) => ({ ...row, role: "docs", vector: next() }));
      for (const { table } of opened) {
        table.delete([...gone, 88_888]);
        table.insert([...added, ...replaced]);
      }
      const by = new Map(
        [...rows.filter(({ chunk }) => !gone.has(chunk)), ...added, ...replaced].map((row) => [row.chunk, row]),
      );
      check([...by.values()]);
      for (const { table } of opened) table.clear();
      check([]);
      for (const { nearest, database } of opened) {
        nearest[Symbol.dispose]();
        database.close();
      }
    },
  );
});

test("H95: a scope is no afterthought: of 5,003 chunks the three within it are found, and 5,000 neighbours are no error", () => {
  for (const { name, kind, options } of WAYS) {
    using opened = openVectors(kind, 256);
    const next = vectorsNear(256, 7, 1);
    const query = next();
    const near = rowsFrom(1, 5_000, next).map((row) => ({ ...row, file: 1 }));
    const far = rowsFrom(6_000, 3, vectorsNear(256, 8, 1)).map((row) => ({ ...row, file: 2 }));
    opened.table.insert([...near, ...far]);
    using nearest = new Nearest(opened.table, options);
    const scoped = nearest.nearest(query, 10, { files: [2] });
    expect([name, chunksOf(scoped).sort()]).toEqual([name, [6_000, 6_001, 6_002]]);
    const many = nearest.nearest(query, 5_000);
    expect([name, many.length]).toEqual([name, 5_000]);
    expect(many).toEqual(expected([...near, ...far], query, 5_000, {}, "int8"));
    expect(nearest.nearest(query, 1_000_000)).toHaveLength(5_003);
  }
});

test("more equal vectors than vec0 can give are still told apart by their ids", () => {
  using opened = openVectors("vec0", 16);
  const vector = new Float32Array(16).fill(0.25);
  opened.table.insert(rowsFrom(1, 4_500, () => vector).reverse());
  using nearest = new Nearest(opened.table, NONE);
  expect(chunksOf(nearest.nearest(vector, 3))).toEqual([1, 2, 3]);
});

test("which way is taken follows from the kind of table, the number of vectors and the memory", () => {
  const shape = { dimensions: 256, encoding: "int8" as const };
  const way = (kind: VectorTable["kind"], count: number, k: number, megabytes: number) =>
    wayFor({ kind, shape }, count, k, megabytes);
  expect(way("vec0", VEC0_MOST_VECTORS, 10, 256)).toBe("vec0");
  expect(way("vec0", VEC0_MOST_VECTORS + 1, 10, 256)).toBe("memory");
  expect(way("vec0", 5_000, 4_097, 256)).toBe("memory");
  expect(way("vec0", 5_000, 4_097, 0)).toBe("table");
  expect(way("vec0", 2_000_000, 10, 256)).toBe("shortlist");
  expect(way("vec0", 2_000_000, 10, 10)).toBe("vec0");
  expect(way("plain", 100, 10, 256)).toBe("memory");
  expect(way("plain", 2_000_000, 10, 256)).toBe("shortlist");
  expect(way("plain", 2_000_000, 10, 10)).toBe("table");
  expect(way("plain", 20_000, 10_000, 2)).toBe("table"); // a shortlist of nearly everything is none
});

test("the memory stays within its bound, is loaded only when it is used, and is given back", () => {
  const megabytes = 1;
  using opened = openVectors("plain", 256);
  const next = vectorsNear(256);
  opened.table.insert(rowsFrom(1, 3_000, next));
  using nearest = new Nearest(opened.table, { cacheMegabytes: megabytes });
  expect(nearest.heldBytes).toBe(0);
  for (let from = 3_001; from < 9_000; from += 500) {
    nearest.nearest(next(), 10);
    // WebAssembly's memory comes in pages.
    if (fitsMemory(opened.table.count(), opened.table.shape, "whole", megabytes))
      expect(nearest.heldBytes).toBeGreaterThan(5e5);
    expect(nearest.heldBytes).toBeLessThan(megabytes * 1e6 + 65_536 * 2);
    opened.table.insert(rowsFrom(from, 500, next));
  }
  opened.table.delete(Array.from({ length: 8_000 }, (_, at) => at + 1));
  nearest.nearest(next(), 10);
  expect(nearest.heldBytes).toBeLessThan(5e5);
  nearest[Symbol.dispose]();
  expect(nearest.heldBytes).toBe(0);
});

test("what a transaction wrote counts within it, and is forgotten when it is rolled back", () => {
  for (const { name, kind, options } of WAYS) {
    using opened = openVectors(kind, 64);
    const { database, table } = opened;
    const next = vectorsNear(64);
    const rows = rowsFrom(1, 200, next);
    table.insert(rows);
    using nearest = new Nearest(table, options);
    const query = next();
    const before = nearest.nearest(query, 5);
    const intruder = { ...rows[0]!, chunk: 999, vector: query };
    database.run("BEGIN IMMEDIATE");
    table.insert([intruder]);
    table.delete([before[0]!.chunk]);
    expect([name, nearest.nearest(query, 1)[0]!.chunk]).toEqual([name, 999]);
    database.run("ROLLBACK");
    // The next transaction is given the numbers of the one that was rolled back.
    table.insert([{ ...intruder, chunk: 998 }]);
    table.delete([998]);
    expect([name, nearest.nearest(query, 5)]).toEqual([name, before]);
  }
});

test("an answer is of one state, even when another connection writes while it is made", async () => {
  await using dir = await tmp();
  const path = join(dir.path, "index.db");
  using opened = openVectors("vec0", 64, "int8", path);
  using other = openVectors("vec0", 64, "int8", path);
  const next = vectorsNear(64);
  const rows = rowsFrom(1, 200, next);
  opened.table.insert(rows);
  const query = next();
  const candidates: VectorTable["candidates"] = (...wanted) => {
    const found = opened.table.candidates(...wanted);
    other.table.delete(found!.slice(0, 5));
    return found;
  };
  const disturbed = Object.create(opened.table, { candidates: { value: candidates } }) as VectorTable;
  using nearest = new Nearest(disturbed, ENOUGH);
  expect(nearest.nearest(query, 10)).toEqual(expected(rows, query, 10, {}, "int8"));
  expect(opened.table.count()).toBe(195);
});

/** The share of the true neighbours that are found, over some queries. */
function recall(encoding: Encoding, count: number, dimensions: number, cacheMegabytes: number): number {
  using opened = openVectors("plain", dimensions, encoding);
  const next = vectorsNear(dimensions, 3);
  const rows = rowsFrom(1, count, next);
  opened.table.insert(rows);
  using nearest = new Nearest(opened.table, { cacheMegabytes });
  let found = 0;
  for (let query = 0; query < 20; query++) {
    const vector = next();
    const right = new Set(chunksOf(expected(rows, vector, 10, {}, "float32")));
    found += nearest.nearest(vector, 10).filter(({ chunk }) => right.has(chunk)).length;
  }
  return found / 200;
}

test("vectors of bytes find at least 19 of 20 true neighbours", () => {
  expect(recall("int8", 5_000, 256, 256)).toBeGreaterThan(0.95);
  expect(recall("int8", 5_000, 768, 256)).toBeGreaterThan(0.95);
  expect(recall("float32", 5_000, 256, 256)).toBe(1);
});

test("a shortlist by signs finds at least 19 of 20 true neighbours, and filters before it cuts", () => {
  const megabytes = 1.5;
  const shape = { dimensions: 256, encoding: "float32" as const };
  expect(wayFor({ kind: "plain", shape }, 12_000, 10, megabytes)).toBe("shortlist");
  expect(recall("float32", 12_000, 256, megabytes)).toBeGreaterThan(0.95);
  using opened = openVectors("vec0", 256, "float32");
  const next = vectorsNear(256, 4);
  const rows = rowsFrom(1, 20_001, next);
  opened.table.insert(rows);
  expect(wayFor(opened.table, rows.length, 10, 2)).toBe("shortlist");
  using nearest = new Nearest(opened.table, { cacheMegabytes: 2 });
  const query = next();
  const filter = { files: [11, 12, 13] };
  expect(nearest.nearest(query, 10, filter)).toEqual(expected(rows, query, 10, filter, "float32"));
  opened.table.delete(chunksOf(nearest.nearest(query, 10)));
  const left = new Set(rows.map(({ chunk }) => chunk));
  expect(nearest.nearest(query, 5).every(({ chunk }) => left.has(chunk))).toBe(true);
});

test("a query that is no direction is refused, whatever is in the table", () => {
  using opened = openVectors("plain", 4);
  using nearest = new Nearest(opened.table, ENOUGH);
  const ask =
    (...numbers: number[]) =>
    () =>
      nearest.nearest(Float32Array.from(numbers), 1);
  expect(ask(1, 2, 3)).toThrow("The vector of the query cannot be used: it has 3 numbers, not 4.");
  expect(ask(1, 2, Number.NaN, 4)).toThrow("its number 3 is NaN");
  expect(ask(1, Number.NEGATIVE_INFINITY, 3, 4)).toThrow("its number 2 is -Infinity");
  expect(ask(0, 0, 0, -0)).toThrow("all its numbers are 0");
  expect(ask(0, 1e-30, 0, 0)()).toEqual([]);
  for (const k of [0, -1, 1.5, Number.NaN])
    expect(() => nearest.nearest(new Float32Array(4).fill(1), k)).toThrow(RangeError);
});

test("two processes find whole states only while a third writes, and all agree in the end", async () => {
  for (const kind of ["vec0", "plain"] as const) {
    await using dir = await tmp();
    const path = join(dir.path, "index.db");
    using opened = openVectors(kind, 64, "int8", path);
    const next = vectorsNear(64);
    const random = seeded(5);
    const query = next();
    // Each file has eight chunks of one vector: a file that is there in part shows as a wrong count.
    const file = (at: number, vector: Float32Array): VectorRow[] =>
      Array.from({ length: 8 }, (_, index) => ({
        chunk: at * 8 + index,
        file: at,
        role: "source",
        language: "",
        vector,
      }));
    for (let at = 1; at <= 50; at++) opened.table.insert(file(at, next()));
    const readers = [1, 2].map(() =>
      Bun.spawn(
        [process.execPath, join(import.meta.dir, "../fixture/vector-reader.ts"), path, kind, [...query].join()],
        {
          stdout: "pipe",
          stdin: "pipe",
          stderr: "inherit",
        },
      ),
    );
    const outputs = readers.map((reader) => reader.stdout.getReader());
    for (const output of outputs) await output.read(); // each has answered once
    for (let change = 0; change < 300; change++) {
      opened.database
        .transaction(() => {
          const at = 1 + Math.floor(random() * 50);
          opened.table.delete(Array.from({ length: 8 }, (_, index) => at * 8 + index));
          opened.table.insert(file(at, next()));
        })
        .immediate();
      if (change % 10 === 0) await Bun.sleep(1);
    }
    using nearest = new Nearest(opened.table, ENOUGH);
    const right = JSON.stringify(nearest.nearest(query, 20));
    for (const [at, reader] of readers.entries()) {
      reader.stdin.write("end\n");
      await reader.stdin.end();
      let text = "";
      for (let part = await outputs[at]!.read(); !part.done; part = await outputs[at]!.read()) {
        text += new TextDecoder().decode(part.value);
      }
      const last = JSON.parse(text.trim().split("\n").at(-1)!) as { broken: number; asked: number; found: unknown };
      expect([kind, await reader.exited, last.broken]).toEqual([kind, 0, 0]);
      expect(last.asked).toBeGreaterThan(10);
      expect(JSON.stringify(last.found)).toBe(right);
    }
  }
}, 60_000);
