import { expect, test } from "bun:test";
import { callTool } from "../fixture/call.ts";

const TEN = { "ten.txt": Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join("") };

test("read_file gives the raw text with its place, its line count and a hash of the whole file", async () => {
  const { body } = await callTool({ "a.ts": "one\r\ntwo\n" }, "read_file", { path: "a.ts" });
  expect(body).toEqual({
    detail: "full",
    source: "disk",
    answer: {
      path: "a.ts",
      start_line: 1,
      end_line: 2,
      total_lines: 2,
      encoding: "utf-8",
      hash: expect.stringMatching(/^[0-9a-f]{12}$/),
      text: "one\r\ntwo\n",
    },
  } as never);
  const part = await callTool({ "a.ts": "one\r\ntwo\n" }, "read_file", { path: "a.ts", end_line: 1 });
  expect(part.body.answer.hash).toBe(body.answer.hash);
});

test("H76: a range beyond the file gives the last lines and says so", async () => {
  const { body } = await callTool(TEN, "read_file", { path: "ten.txt", start_line: 9, end_line: 999_999 });
  expect(body.answer).toMatchObject({ start_line: 9, end_line: 10, total_lines: 10, text: "line 9\nline 10\n" });
  expect(body.hint).toBe("end_line 999999 is beyond the file, which has 10 lines.");
});

test.each([
  [-5, 3],
  [8, 2],
  [0, 0],
  [11, 12],
])("H76: lines %d..%d are refused with the file's line count", async (start_line, end_line) => {
  const { status, body } = await callTool(TEN, "read_file", {
    path: "ten.txt",
    start_line,
    ...(end_line > 0 && { end_line }),
  });
  expect(status).toBe(422);
  expect(body.detail).toContain("has 10 lines");
});

test("a negative start counts from the end", async () => {
  const { body } = await callTool(TEN, "read_file", { path: "ten.txt", start_line: -2 });
  expect(body.answer.text).toBe("line 9\nline 10\n");
});

test("what does not fit is answered with its first lines, each whole, and where to go on", async () => {
  const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index + 1} ${"x".repeat(40)}\n`);
  const { body } = await callTool({ "long.txt": lines.join("") }, "read_file", { path: "long.txt" });
  const { end_line, text } = body.answer as { end_line: number; text: string };
  expect(body).toMatchObject({ detail: "first_lines", answer: { start_line: 1, total_lines: 1_000 } });
  expect(text).toBe(lines.slice(0, end_line).join(""));
  expect(end_line).toBeGreaterThan(100);
});

test("what does not fit in its first line is answered with its size and how to ask for less", async () => {
  const { body } = await callTool({ "long.txt": "x".repeat(30_000) }, "read_file", {
    path: "long.txt",
    max_answer_chars: 500,
  });
  expect(body).toMatchObject({ detail: "first_lines", answer: { total_lines: 1, end_line: 0 } });
  expect(body.hint).toContain("Give start_line and end_line.");
});

test("an empty file is an answer", async () => {
  const { body } = await callTool({ "empty.txt": "" }, "read_file", { path: "empty.txt" });
  expect(body.answer).toMatchObject({ start_line: 1, end_line: 0, total_lines: 0, text: "" });
});
