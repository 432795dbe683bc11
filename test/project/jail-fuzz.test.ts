import { expect, test } from "bun:test";
import { fuzzJail } from "../../scripts/verify/jail.ts";

/** The same calls on every run; where the swaps fall among them is chance. */
const SEED = 20_260_601;

test.each([
  ["a folder", false],
  ["a git repository", true],
])(
  "H05, H06: of %s nothing leaves the project, whatever the path and whatever is swapped meanwhile",
  async (_, isRepository) => {
    const report = await fuzzJail(3_000, SEED, { isRepository, seconds: 4 });
    expect(report.failure).toBeUndefined();
    expect(report.calls).toBeGreaterThan(50);
    expect(Object.keys(report.outcomes)).toHaveLength(11);
  },
  60_000,
);
