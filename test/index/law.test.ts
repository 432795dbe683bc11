/** Incremental = fresh, tried with some seeds; scripts/verify/index-law.ts tries many. */
import { expect, test } from "bun:test";
import { lawSequence } from "../fixture/index-law.ts";

for (let seed = 90_000; seed < 90_025; seed++) {
  test(`an index that followed random changes is the one that is made anew (seed ${seed})`, async () => {
    const { fault, comparisons, log } = await lawSequence(seed);
    expect(fault, log.join("\n")).toBeUndefined();
    expect(comparisons).toBeGreaterThan(0);
  });
}
