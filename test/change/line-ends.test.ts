/** What is written takes on the line ends of its place. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { lineStarts, linesText } from "../../src/base/text.ts";
import { withLineEnds } from "../../src/change/line-ends.ts";
import { applyEdits } from "../../src/change/text-edit.ts";
import { anyText, textWith } from "../fixture/texts.ts";

const replaced = (original: string, start: number, end: number, text: string) =>
  applyEdits(original, withLineEnds(original, [{ start, end, text }]));

/** Offsets of lines that two draws name, 1-based and inclusive. */
function span(text: string, one: number, other: number) {
  const starts = lineStarts(text);
  const [first, last] = [1 + (Math.min(one, other) % starts.length), 1 + (Math.max(one, other) % starts.length)];
  const [from, to] = first <= last ? [first, last] : [last, first];
  return { start: starts[from - 1]!, end: starts[to] ?? text.length, raw: linesText(text, starts, from, to) };
}

describe("line ends of what is written", () => {
  test("H09, H12, H13: reading any lines of any file and writing them back changes nothing", () => {
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat(), (text, one, other) => {
        fc.pre(text !== "");
        const { start, end, raw } = span(text, one, other);
        expect(replaced(text, start, end, raw)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  test("H09: in a file of one kind of line end, lines with any other kind come back as they were", () => {
    const uniform = fc.constantFrom("\n", "\r\n", "\r").chain((end) => textWith([end]));
    fc.assert(
      fc.property(uniform, fc.nat(), fc.nat(), fc.constantFrom("\n", "\r\n"), (text, one, other, spelt) => {
        fc.pre(/[\r\n]/.test(text));
        const { start, end, raw } = span(text, one, other);
        expect(replaced(text, start, end, raw.replace(/\r\n|\n|\r/g, spelt))).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ["the end that the replaced lines use", "a\nb\r\nc\r\nd\n", 2, 8, "x\ny\nz\n", "a\nx\r\ny\r\nz\r\nd\n"],
    ["the most used of the replaced lines", "a\nb\r\nc\r\nd", 0, 8, "x\ny\n", "x\r\ny\r\nd"],
    [
      "its own, when the replaced lines are mixed and it holds any \\r",
      "a\nb\r\nc",
      0,
      5,
      "x\r\ny\nz\n",
      "x\r\ny\nz\nc",
    ],
    ["the end before the place", "a\nb\r\nc\rd\n", 5, 5, "x\n", "a\nb\r\nx\r\nc\rd\n"],
    ["the end before the place, a lone \\r", "a\nb\rc\n", 4, 4, "x\n", "a\nb\rx\rc\n"],
    ["the end after the place, where none is before it", "a\r\nb\n", 0, 0, "x\n", "x\r\na\r\nb\n"],
    ["its own, in a file without line ends", "abc", 1, 2, "x\r\ny\nz", "ax\r\ny\nzc"],
    ["its own, in an empty file", "", 0, 0, "x\r\ny\n", "x\r\ny\n"],
    ["those of the file, whatever it has", "a\r\nb\r\n", 3, 4, "x\ny\r\nz", "a\r\nx\r\ny\r\nz\r\n"],
    ["those of the file, also \\n alone", "a\nb\n", 2, 3, "x\r\ny", "a\nx\ny\n"],
    ["\\r in a file that has nothing else", "a\rb\r", 2, 3, "x\ny\r\nz\rw", "a\rx\ry\rz\rw\r"],
    ["a lone \\r of its own", "a\nb\n", 2, 3, "x\ry", "a\nx\ry\n"],
    ["a lone \\r of its own beside \\r\\n", "a\r\nb\r\n", 3, 4, "x\ry\nz", "a\r\nx\ry\r\nz\r\n"],
    ["no end for what looks like one", "a\r\nb", 3, 4, "x\f\x85\u2028y", "a\r\nx\f\x85\u2028y"],
  ])("H09: a text takes on %s", (_, original, start, end, text, expected) => {
    expect(replaced(original, start, end, text)).toBe(expected);
  });

  test("thousands of edits cost no more than their own texts where a file has one kind of line end, also on a long line", () => {
    for (const text of [`${"x".repeat(1_000_000)}\r\n`, "line\r\n".repeat(200_000), "line\r".repeat(200_000)]) {
      const edits = Array.from({ length: 5_000 }, (_, index) => ({ start: index * 6, end: index * 6, text: "a\n" }));
      expect(withLineEnds(text, edits)).toHaveLength(5_000);
    }
  });
});
