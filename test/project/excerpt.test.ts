import { describe, expect, test } from "bun:test";
import { excerptOf } from "../../src/project/excerpt.ts";

const TEN = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join("");
const range = (start?: number, end?: number, text = TEN) => {
  const { startLine, endLine, totalLines } = excerptOf("f.txt", text, start, end);
  return [startLine, endLine, totalLines];
};

describe("H76: line ranges", () => {
  test("the end may lie beyond the file, the start may count from the end", () => {
    expect(range(9, 999_999)).toEqual([9, 10, 10]);
    expect(range(-3)).toEqual([8, 10, 10]);
    expect(range(-999)).toEqual([1, 10, 10]);
    expect(range()).toEqual([1, 10, 10]);
    expect(range(10, 10)).toEqual([10, 10, 10]);
  });

  test.each([
    [-5, 3, "/end_line"],
    [8, 2, "/end_line"],
    [0, 0, "/start_line"],
    [0, 5, "/start_line"],
    [11, 12, "/start_line"],
    [1, -1, "/end_line"],
  ])("%d..%d is refused with the file's line count", (start, end, pointer) => {
    try {
      range(start, end);
      throw new Error("was not refused");
    } catch (error) {
      expect(error).toMatchObject({
        code: "invalid_arguments",
        message: expect.stringContaining("has 10 lines"),
        errors: [{ pointer }],
      });
    }
  });

  test("an empty file has no lines, and reading it whole is no error", () => {
    expect(range(1, undefined, "")).toEqual([1, 0, 0]);
    expect(() => range(2, 3, "")).toThrow("has 0 lines");
  });
});

describe("H12: what counts as a line", () => {
  test.each(["\x0c", "\x0b", "\x85", "\u2028", "\u2029"])("%j does not end a line", (char) => {
    const text = `line0\n${char}line1\nline2\n`;
    expect(excerptOf("f.txt", text)).toMatchObject({ totalLines: 3, text });
    expect(excerptOf("f.txt", text, 2, 2).text).toBe(`${char}line1\n`);
  });

  test("\\r\\n and a lone \\r do, and stay in the text", () => {
    expect(excerptOf("f.txt", "a\r\nb\rc", 1, 2)).toMatchObject({ totalLines: 3, text: "a\r\nb\r" });
  });

  test("H13: a last line without a line end is a line", () => {
    expect(excerptOf("n.txt", "a\nb\nc", 3, 3)).toMatchObject({ totalLines: 3, text: "c" });
  });
});
