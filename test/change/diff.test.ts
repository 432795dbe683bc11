/** What an answer says of a change. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { lineStarts, linesText } from "../../src/base/text.ts";
import { lineDiff } from "../../src/change/diff.ts";
import { anyText } from "../fixture/texts.ts";

const textDiff = (before: string, after: string) => {
  const { diff, ...rest } = lineDiff(before, after, true);
  expect(lineDiff(before, after, false)).toEqual(rest);
  return { ...rest, unified: diff! };
};
const linesOf = (text: string) => {
  const starts = lineStarts(text);
  return starts.map((_, index) => linesText(text, starts, index + 1, index + 1));
};
const bare = (line: string) => line.replace(/(\r\n|\n|\r)$/, "");
const numbered = (count: number, name = "line") => Array.from({ length: count }, (_, at) => `${name} ${at + 1}\n`);

/** Puts a diff onto the lines of the text before; what it leaves out is taken from there. Without line ends. */
function applied(before: string[], diff: string): string[] {
  const after: string[] = [];
  let at = 0;
  for (const hunk of diff.split(/^(?=@@ )/m)) {
    if (hunk === "") continue;
    const [header, ...body] = hunk.split("\n");
    const [, from, gone, to, come] = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/.exec(header!)!.map(Number) as number[];
    const start = gone === 0 ? from! : from! - 1;
    after.push(...before.slice(at, start).map(bare));
    expect(after.length).toBe(come === 0 ? to! : to! - 1);
    at = start;
    let [removed, added] = [0, 0];
    for (const line of body.slice(0, -1)) {
      if (line.startsWith("\\ ")) continue;
      if (line[0] !== "+") {
        expect(line.slice(1)).toBe(bare(before[at]!));
        at++;
        removed++;
      }
      if (line[0] !== "-") {
        after.push(line.slice(1));
        added++;
      }
    }
    expect([removed, added]).toEqual([gone!, come!]);
  }
  after.push(...before.slice(at).map(bare));
  return after;
}

describe("the diff of a text", () => {
  test("H09: of a one-line edit, it is that line with three lines of context, whatever the line ends", () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const before = numbered(9).join("").replaceAll("\n", end);
      const diff = textDiff(before, before.replace("line 5", "new"));
      expect(diff.ranges).toEqual([{ start: 5, end: 5 }]);
      expect([diff.added, diff.removed]).toEqual([1, 1]);
      expect(diff.unified).toBe(
        "@@ -2,7 +2,7 @@\n line 2\n line 3\n line 4\n-line 5\n+new\n line 6\n line 7\n line 8\n",
      );
    }
  });

  test("H87: of several edits, each has its range in the text after, and near ones share a hunk", () => {
    const before = numbered(30);
    const after = before.toSpliced(1, 1, "a\n", "b\n", "c\n").toSpliced(5, 1).toSpliced(21, 1, "z\n");
    const diff = textDiff(before.join(""), after.join(""));
    expect(diff.ranges).toEqual([
      { start: 2, end: 4 },
      { start: 5, end: 5 },
      { start: 22, end: 22 },
    ]);
    expect([diff.added, diff.removed]).toEqual([4, 3]);
    expect(diff.unified.match(/^@@.*/gm)).toEqual(["@@ -1,7 +1,8 @@", "@@ -18,7 +19,7 @@"]);
  });

  test.each([
    ["a created file", "", "a\nb\n", [{ start: 1, end: 2 }], "@@ -0,0 +1,2 @@\n+a\n+b\n"],
    ["a file that is left empty", "a\n", "", [], "@@ -1,1 +0,0 @@\n-a\n"],
    ["no change", "a\n", "a\n", [], ""],
    ["lines that went at the start", "a\nb\n", "b\n", [{ start: 1, end: 1 }], "@@ -1,2 +1,1 @@\n-a\n b\n"],
    [
      "H13: lines that went at the end",
      "a\nb\nc",
      "a\nb\n",
      [{ start: 2, end: 2 }],
      "@@ -1,3 +1,2 @@\n a\n b\n-c\n\\ No newline at end of file\n",
    ],
    [
      "H13: a last line without a newline",
      "a\nb",
      "a\nc",
      [{ start: 2, end: 2 }],
      "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n",
    ],
    [
      "a newline that is added",
      "a",
      "a\n",
      [{ start: 1, end: 1 }],
      "@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n",
    ],
    [
      "context without a newline",
      "a\nb",
      "c\nb",
      [{ start: 1, end: 1 }],
      "@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file\n",
    ],
    [
      "H12: what is no line end",
      "a\fb\u2028c\n",
      "a\fb\u2028d\n",
      [{ start: 1, end: 1 }],
      "@@ -1,1 +1,1 @@\n-a\fb\u2028c\n+a\fb\u2028d\n",
    ],
  ])("says of %s what it is", (_, before, after, ranges, unified) => {
    const diff = textDiff(before, after);
    expect(diff.ranges).toEqual(ranges);
    expect(diff.unified).toBe(unified);
  });

  test("H09: lines whose ends alone differ count as changed, and the diff says how they end", () => {
    const diff = textDiff("a\nb\nc\n", "a\r\nb\r\nc\n");
    expect([diff.added, diff.removed, diff.ranges]).toEqual([2, 2, [{ start: 1, end: 2 }]]);
    expect(diff.unified).toBe(
      "@@ -1,3 +1,3 @@\n-a\n-b\n\\ The 2 lines above end with \\n\n+a\n+b\n\\ The 2 lines above end with \\r\\n\n c\n",
    );
    expect(textDiff("a\r", "a\n").unified).toBe(
      "@@ -1,1 +1,1 @@\n-a\n\\ The line above ends with \\r\n+a\n\\ The line above ends with \\n\n",
    );
    expect(textDiff("a\r\nb", "a\rb").ranges).toEqual([{ start: 1, end: 1 }]);
  });

  test("the diff of any two texts leads from the one to the other, and its counts and ranges are those it shows", () => {
    const near = fc.tuple(anyText, fc.array(fc.tuple(fc.nat(12), fc.nat(3), anyText), { maxLength: 3 }));
    const related = near.map(([text, cuts]): [string, string] => {
      const lines = linesOf(text.repeat(3));
      for (const [at, count, added] of cuts) lines.splice(at, count, ...linesOf(added));
      return [text.repeat(3), lines.join("")];
    });
    fc.assert(
      fc.property(fc.oneof(related, fc.tuple(anyText, anyText)), ([before, after]) => {
        const { ranges, added, removed, unified } = textDiff(before, after);
        const [linesBefore, linesAfter] = [linesOf(before), linesOf(after)];
        const diff = unified;
        expect(applied(linesBefore, diff)).toEqual(linesAfter.map(bare));
        const body = diff.split("\n").filter((line) => !line.startsWith("@@"));
        expect([added, removed]).toEqual(
          ["+", "-"].map((mark) => body.filter((line) => line[0] === mark).length) as [number, number],
        );
        expect(added - removed).toBe(linesAfter.length - linesBefore.length);
        expect(diff === "").toBe(before === after);
        for (const { start, end } of ranges) expect(1 <= start && start <= end && end <= linesAfter.length).toBe(true);
        const outside = (at: number) => !ranges.some(({ start, end }) => start <= at + 1 && at + 1 <= end);
        for (const [at, line] of linesAfter.entries()) if (outside(at)) expect(linesBefore).toContain(line);
      }),
      { numRuns: 1_000 },
    );
  });

  test("H87: thousands of changed lines of a large file stay thousands, with a few inserted between them", () => {
    const before = numbered(60_000);
    const after = before.flatMap((line, at) =>
      at % 12 === 0 ? [line.replace("line", "lime")] : at % 10_000 === 1 ? [line, "new\n"] : [line],
    );
    const diff = textDiff(before.join(""), after.join(""));
    expect([diff.added, diff.removed, diff.ranges.length]).toEqual([5_006, 5_000, 5_006]);
    expect(applied(before, diff.unified)).toEqual(after.map(bare));
  });

  test("H87: thousands of lines that are changed and none that are added are told one by one, in the largest file too", () => {
    const before = numbered(400_000);
    const after = before.map((line, at) => (at % 100 === 0 ? line.replace("line", "lime") : line));
    const diff = textDiff(before.join(""), after.join(""));
    expect([diff.added, diff.removed, diff.ranges.length, diff.ranges[2]]).toEqual([
      4_000,
      4_000,
      4_000,
      { start: 201, end: 201 },
    ]);
  });

  test("two unrelated texts of a megabyte are one hunk", () => {
    const [before, after] = [numbered(80_000, "first").join(""), numbered(80_000, "other").join("")];
    const diff = textDiff(before, after);
    expect([diff.added, diff.removed, diff.ranges]).toEqual([80_000, 80_000, [{ start: 1, end: 80_000 }]]);
    expect(diff.unified).toStartWith("@@ -1,80000 +1,80000 @@\n-first 1\n");
  });

  test("texts of the same lines in another order, all of them many times there, come to an end", () => {
    const [before, after] = [7, 11].map((step) =>
      Array.from({ length: 40_000 }, (_, at) => `${(at * step * at) % 97}\n`).join(""),
    ) as [string, string];
    const diff = textDiff(before, after);
    expect(applied(linesOf(before), diff.unified)).toEqual(linesOf(after).map(bare));
  });

  test("of a file of 30 MB with one changed line, no more than that line and its context is compared", () => {
    const line = `${"x".repeat(60)}\r\n`;
    const before = line.repeat(500_000);
    const at = line.length * 250_000;
    const after = `${before.slice(0, at)}y\r\n${before.slice(at + line.length)}`;
    const { ranges, added, removed, unified } = textDiff(before, after);
    expect([ranges, added, removed]).toEqual([[{ start: 250_001, end: 250_001 }], 1, 1]);
    expect(unified).toStartWith("@@ -249998,7 +249998,7 @@\n");
  });
});
