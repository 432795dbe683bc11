/** Lines that two texts share for certain. */
import { expect, test } from "bun:test";
import { commonOnce } from "../../src/change/common-lines.ts";

const shared = (before: string, after: string) =>
  commonOnce([...before], [...after]).map((pair) => `${before[pair.before]}${pair.before}${pair.after}`);

test("lines that a text has twice are no ground, whichever of the two it is", () => {
  expect(shared("abcb", "dabc")).toEqual(["a01", "c23"]);
  expect(shared("dabc", "abcb")).toEqual(["a10", "c32"]);
  expect(shared("aab", "bcc")).toEqual(["b20"]);
});

test("of lines that changed places, the most that keep an order are taken", () => {
  expect(shared("abcdef", "fbcade")).toEqual(["b11", "c22", "d34", "e45"]);
  expect(shared("abc", "cba")).toHaveLength(1);
  expect(shared("abc", "def")).toEqual([]);
});
