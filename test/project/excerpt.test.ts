import { describe, expect, test } from "bun:test";
import { readExcerpt } from "../../src/project/text-file.ts";
import { projectAt } from "../fixture/project.ts";
import { tmp } from "../fixture/tmp.ts";

const TEN = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join("");

async function excerptOf(name: string, text: string, start?: number, end?: number) {
  await using dir = await tmp({ [name]: text });
  return await readExcerpt((await projectAt(dir.path)).files, name, start, end);
}
const range = async (start?: number, end?: number, text = TEN) => {
  const { startLine, endLine, totalLines } = await excerptOf("f.txt", text, start, end);
  return [startLine, endLine, totalLines];
};

describe("H76: line ranges", () => {
  test("the end may lie beyond the file, the start may count from the end", async () => {
    expect(await range(9, 999_999)).toEqual([9, 10, 10]);
    expect(await range(-3)).toEqual([8, 10, 10]);
    expect(await range(-999)).toEqual([1, 10, 10]);
    expect(await range()).toEqual([1, 10, 10]);
    expect(await range(10, 10)).toEqual([10, 10, 10]);
  });

  test.each([
    [-5, 3, "/end_line"],
    [8, 2, "/end_line"],
    [0, 0, "/start_line"],
    [0, 5, "/start_line"],
    [11, 12, "/start_line"],
    [1, -1, "/end_line"],
  ])("%d..%d is refused with the file's line count", async (start, end, pointer) => {
    await expect(range(start, end)).rejects.toMatchObject({
      code: "invalid_arguments",
      message: expect.stringContaining("has 10 lines"),
      errors: [{ pointer }],
    });
  });

  test("an empty file has no lines, and reading it whole is no error", async () => {
    expect(await range(1, undefined, "")).toEqual([1, 0, 0]);
    await expect(range(2, 3, "")).rejects.toThrow("has 0 lines");
  });
});

describe("H12: what counts as a line", () => {
  test.each(["\x0c", "\x0b", "\x85", "\u2028", "\u2029"])("%j does not end a line", async (char) => {
    const text = `line0\n${char}line1\nline2\n`;
    expect(await excerptOf("f.txt", text)).toMatchObject({ totalLines: 3, text });
    expect((await excerptOf("f.txt", text, 2, 2)).text).toBe(`${char}line1\n`);
  });

  test("\\r\\n and a lone \\r do, and stay in the text", async () => {
    expect(await excerptOf("f.txt", "a\r\nb\rc", 1, 2)).toMatchObject({ totalLines: 3, text: "a\r\nb\r" });
  });

  test("H13: a last line without a line end is a line", async () => {
    expect(await excerptOf("n.txt", "a\nb\nc", 3, 3)).toMatchObject({ totalLines: 3, text: "c" });
  });
});

describe("H40: a very large text file", () => {
  const LINES = 1_000_000;
  const large = Array.from(
    { length: LINES },
    (_, index) => `row ${index + 1} ${"x".repeat(40)}${index % 3 === 0 ? "\r" : ""}\n`,
  ).join("");

  test("is read by the offsets of its lines, the same as a small one", async () => {
    expect(large.length).toBeGreaterThan(48_000_000);
    const part = await excerptOf("dump.sql", large, 500_000, 500_001);
    expect(part).toMatchObject({ startLine: 500_000, endLine: 500_001, totalLines: LINES });
    expect(part.text.split("\n").map((line) => line.split(" ")[1])).toEqual(["500000", "500001", undefined]);
    expect((await excerptOf("dump.sql", large, -1)).text).toStartWith("row 1000000 ");
    await expect(excerptOf("dump.sql", large)).rejects.toMatchObject({
      code: "too_large",
      hint: expect.stringContaining("1000000 lines"),
    });
  });
});
