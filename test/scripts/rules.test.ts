import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { changed, readRules } from "../../scripts/verify/rules.ts";

const ROOT = join(import.meta.dir, "../..");
const RULES = readRules();
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

test("there are twelve rules, each with two changes at least that take it out", () => {
  expect(RULES.map(({ rule }) => rule)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  for (const { rule, parts } of RULES)
    expect([rule, parts.flatMap(({ without }) => without).length >= 2]).toEqual([rule, true]);
});

describe.each(RULES)("rule $rule", ({ parts }) => {
  test.each(parts)("$says", ({ test: file, name, without }) => {
    expect([name, read(file).includes(name)]).toEqual([name, true]);
    expect(without.length).toBeGreaterThan(0);
    for (const change of without) expect(changed(read(change.file), change)).not.toBe(read(change.file));
  });
});
