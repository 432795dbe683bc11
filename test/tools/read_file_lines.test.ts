import { expect, test } from "bun:test";
import { callTool } from "../fixture/call.ts";

const LONG = { "long.txt": Array.from({ length: 5_000 }, (_, index) => `${index + 1}\n`).join("") };

test("read_file_lines gives at most 2,000 lines a call, and says where to go on", async () => {
  const { body } = await callTool(LONG, "read_file_lines", { path: "long.txt", start_line: 101, end_line: 4_100 });
  expect(body).toMatchObject({
    is_truncated: true,
    total: 4_000,
    answer: { start_line: 101, end_line: 2_100, total_lines: 5_000 },
  });
  expect(body.hint).toContain("start_line 2101");
  const next = await callTool(LONG, "read_file_lines", { path: "long.txt", start_line: 2_101, end_line: 4_100 });
  expect(next.body).toMatchObject({ is_truncated: false, total: 2_000 });
  expect((body.answer.text as string) + next.body.answer.text).toBe(
    LONG["long.txt"].split("\n").slice(100, 4_100).join("\n").concat("\n"),
  );
});

test("read_file_lines needs its range", async () => {
  const { status, body } = await callTool(LONG, "read_file_lines", { path: "long.txt" });
  expect(status).toBe(422);
  expect(body.errors?.map(({ pointer }) => pointer)).toEqual(["/start_line", "/end_line"]);
});
