/**
 * Speed of the search for near vectors: `bun scripts/bench/vectors.ts [--counts 10000,50000] [--dimensions 256,768] [--huge]
 * [--encoding int8]`. For each size the median of 15 queries by every way, as a ratio to a plain loop over floats in the same
 * run (over 1: faster), with and without a filter; the cost of loading and writing; recall against exact floats. Then the
 * number of vectors at which memory, its loading spread over a few queries, beats `vec0`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Best } from "../../src/index/best.ts";
import { plainKernel, simdKernel } from "../../src/index/kernel.ts";
import { type Form, VectorMemory } from "../../src/index/vector-memory.ts";
import { embeddedVectorExtension } from "../../src/store/extension.ts";
import { loadVectorExtension, openDatabase } from "../../src/store/open.ts";
import { type Encoding, encodeVector, similarity } from "../../src/store/vector-code.ts";
import type { NumberFilter, VectorRow, VectorTable } from "../../src/store/vector-table.ts";
import { openVectorTable } from "../../src/store/vectors.ts";
import { rowsFrom, vectorsNear } from "../../test/fixture/vectors.ts";

const QUERIES = 15;
const K = 50;
const SHORTLIST = 2_000;

/** Queries over which the loading of the memory is spread when it is compared with `vec0`. */
const QUERIES_PER_LOAD = 10;

const { values } = parseArgs({
  options: {
    counts: { type: "string", default: "5000,10000,20000,50000,100000" },
    dimensions: { type: "string", default: "256,768" },
    encoding: { type: "string", default: "int8" },
    huge: { type: "boolean", default: false },
  },
});
const list = (text: string) => text.split(",").map(Number);
const counts = [...list(values.counts), ...(values.huge ? [500_000] : [])];

/** Milliseconds of one run. */
function time(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

/** What everything is measured against: one array of floats, one loop, the best kept. */
function yardstick(floats: Float32Array, query: Float32Array, k: number): number[] {
  const best = new Best(k, 0);
  for (let row = 0; row * query.length < floats.length; row++) {
    const base = row * query.length;
    let sum = 0;
    for (let at = 0; at < query.length; at++) sum += query[at]! * floats[base + at]!;
    if (sum >= best.floor) best.offer(row + 1, sum);
  }
  const { chunks, scores } = best.kept();
  return chunks
    .map((chunk, at) => [chunk, scores[at]!] as const)
    .sort((a, b) => b[1] - a[1])
    .slice(0, k)
    .map(([chunk]) => chunk);
}

interface Measured {
  dimensions: number;
  count: number;
  vec0: number;
  memory: number;
  load: number;
}

async function measure(count: number, dimensions: number, encoding: Encoding): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "waymark-vectors-"));
  const shape = { dimensions, encoding };
  const next = vectorsNear(dimensions, 1, 300);
  const queries = Array.from({ length: QUERIES }, next);
  const floats = new Float32Array(count * dimensions);
  const opened = (["vec0", "plain"] as const).map((kind) => ({ kind, ...openIn(join(folder, `${kind}.db`), kind) }));

  function openIn(path: string, kind: VectorTable["kind"]) {
    const database = openDatabase(path, []);
    const support = loadVectorExtension(database, kind === "vec0" ? extension : undefined);
    const table = openVectorTable(database, { ...shape, support });
    if (table.kind !== kind) throw new Error(`${kind} cannot be measured: ${JSON.stringify(support)}`);
    return { database, table, writing: 0 };
  }

  for (let from = 1; from <= count; from += 1_000) {
    const rows: VectorRow[] = rowsFrom(from, Math.min(1_000, count - from + 1), next);
    for (const { chunk, vector } of rows) {
      const unit = encodeVector(vector, { dimensions, encoding: "float32" }, "row");
      floats.set(new Float32Array(unit.buffer), (chunk - 1) * dimensions);
    }
    for (const one of opened) one.writing += time(() => one.table.insert(rows));
  }
  const [vec0, plain] = [opened[0]!.table, opened[1]!.table];
  const truth = queries.map((query) => new Set(yardstick(floats, query, 10)));
  const scale = median(queries.map((query) => time(() => yardstick(floats, query, K))));
  console.log(
    `\n${count} vectors of ${dimensions} (${encoding}), k = ${K}; the plain loop takes ${scale.toFixed(2)} ms`,
  );
  const everything: NumberFilter = {};
  const filter = vec0.numbered({ roles: ["source", "docs"] })!;

  const report = (name: string, way: (query: Uint8Array, filter: NumberFilter) => number[]): number => {
    const encoded = queries.map((query) => encodeVector(query, shape, "query"));
    way(encoded[0]!, everything);
    const open = median(encoded.map((query) => time(() => way(query, everything))));
    const filtered = median(encoded.map((query) => time(() => way(query, filter))));
    const hits = encoded.flatMap((query, at) =>
      way(query, everything)
        .slice(0, 10)
        .filter((chunk) => truth[at]!.has(chunk)),
    );
    const recall = hits.length / (QUERIES * 10);
    console.log(
      `  ${name.padEnd(24)} ${open.toFixed(2).padStart(8)} ms ${(scale / open).toFixed(2).padStart(6)}x   filtered ${filtered.toFixed(2).padStart(8)} ms ${(scale / filtered).toFixed(2).padStart(6)}x   recall@10 ${recall.toFixed(3)}`,
    );
    return open;
  };
  const ranked = (table: VectorTable, query: Uint8Array, chunks: readonly number[]) => {
    const rows = table.rows(chunks);
    const size = rows.bytes.length / rows.chunk.length;
    return Array.from(rows.chunk, (chunk, at) => ({
      chunk,
      score: similarity(query, rows.bytes.subarray(at * size, (at + 1) * size), encoding),
    }))
      .sort((a, b) => b.score - a.score || a.chunk - b.chunk)
      .slice(0, K)
      .map(({ chunk }) => chunk);
  };
  const held = (table: VectorTable, form: Form, kernel = simdKernel()!) => {
    const memory = new VectorMemory(shape, form, kernel);
    memory.reserve(count);
    for (const block of table.blocks()) memory.append(block);
    return memory;
  };
  const fromMemory =
    (memory: VectorMemory, table: VectorTable, most: number) => (query: Uint8Array, filter: NumberFilter) => {
      const best = new Best(most, memory.margin);
      memory.search(query, filter, best);
      return ranked(table, query, best.kept().chunks);
    };
  const fromTable = (table: VectorTable) => {
    const window = new VectorMemory(shape, "whole");
    return (query: Uint8Array, filter: NumberFilter) => {
      const best = new Best(K, window.margin);
      for (const block of table.blocks()) {
        window.clear();
        window.append(block);
        window.search(query, filter, best);
      }
      return ranked(table, query, best.kept().chunks);
    };
  };
  const byVec0 = report("vec0", (query, filter) => ranked(vec0, query, vec0.candidates(query, K, filter)!));
  report("table of vec0, SIMD", fromTable(vec0));
  report("plain table, SIMD", fromTable(plain));
  let memory: VectorMemory | undefined;
  const loadVec0 = time(() => {
    memory = held(vec0, "whole");
  });
  const byMemory = report("memory, SIMD", fromMemory(memory!, vec0, K));
  report("memory, plain code", fromMemory(held(vec0, "whole", plainKernel()), vec0, K));
  report("signs, then vec0", fromMemory(held(vec0, "signs"), vec0, SHORTLIST));
  report("signs, then plain table", fromMemory(held(plain, "signs"), plain, SHORTLIST));
  const loadPlain = time(() => held(plain, "whole"));
  const changed = vec0.changesSince(undefined).mark;
  const rows = rowsFrom(1, 8, next);
  vec0.insert(rows);
  const step = time(() => {
    const { chunks } = vec0.changesSince(changed);
    memory!.remove(new Set(chunks as number[]));
    memory!.append(vec0.rows(chunks as number[]));
  });
  const rate = (milliseconds: number) => `${Math.round(count / milliseconds)}k/s`;
  console.log(
    `  writing: vec0 ${rate(opened[0]!.writing)}, plain ${rate(opened[1]!.writing)}; loading: vec0 ${loadVec0.toFixed(1)} ms, plain ${loadPlain.toFixed(1)} ms; a file of 8 chunks followed in ${step.toFixed(2)} ms; memory ${(memory!.bytes / 1e6).toFixed(1)} MB`,
  );
  for (const { database } of opened) database.close();
  rmSync(folder, { recursive: true });
  return { dimensions, count, vec0: byVec0, memory: byMemory, load: loadVec0 };
}

const extension = await embeddedVectorExtension();
const measured: Measured[] = [];
for (const dimensions of list(values.dimensions)) {
  for (const count of counts) measured.push(await measure(count, dimensions, values.encoding as Encoding));
}
console.log(`\nvec0 or memory, its loading spread over ${QUERIES_PER_LOAD} queries:`);
for (const { dimensions, count, vec0, memory, load } of measured) {
  const spread = memory + load / QUERIES_PER_LOAD;
  console.log(
    `  ${String(count).padStart(7)} of ${dimensions}: vec0 ${vec0.toFixed(2)} ms, memory ${memory.toFixed(2)} + ${(load / QUERIES_PER_LOAD).toFixed(2)} ms: ${vec0 <= spread ? "vec0" : "memory"}`,
  );
}
console.log(`peak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`);
