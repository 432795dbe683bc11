/** Identifiers and their lines come out as they went in. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { linesOf, packOccurrences, unpackOccurrences } from "../../src/index/occurrence-data.ts";
import { occurrenceLines, occurrencesOf } from "../../src/syntax/occurrence.ts";

const name = fc.oneof(
  fc.constantFrom("a", "$", "_", "größe", "名前", "𝒳y", "constructor", "__proto__", "x".repeat(200)),
  fc.string({ minLength: 1, maxLength: 130, unit: "grapheme" }).filter((text) => text.isWellFormed()),
);
const lines = fc
  .uniqueArray(fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2 ** 31 - 1 })), { minLength: 1 })
  .map((all) => Uint32Array.from(all).sort());
const table = fc.uniqueArray(fc.tuple(name, lines), { selector: ([key]) => key, maxLength: 200 });

test("what is packed is unpacked, and each name has its lines", () => {
  fc.assert(
    fc.property(table, fc.string(), (rows, other) => {
      const flat = occurrencesOf(new Map(rows.map(([key, value]) => [key, [...value]])));
      const data = packOccurrences(flat);
      const expected = rows.map(([key, value]) => [key, [...value]] as [string, number[]]);
      expect([...unpackOccurrences(data)]).toEqual(expected);
      for (const [key, value] of expected) {
        expect(linesOf(data, key)).toEqual(value);
        expect([...occurrenceLines(flat, key)]).toEqual(value);
      }
      if (!rows.some(([key]) => key === other)) expect(linesOf(data, other)).toEqual([]);
    }),
    { seed: 1, numRuns: 300 },
  );
});

test("a table larger than the first memory is packed whole", () => {
  const names = Array.from({ length: 50_000 }, (_, at): [string, number[]] => [`name${at}`, [at + 1, at + 100_000]]);
  const data = packOccurrences(occurrencesOf(new Map(names)));
  expect(unpackOccurrences(data).size).toBe(50_000);
  expect(linesOf(data, "name49999")).toEqual([50_000, 149_999]);
});
