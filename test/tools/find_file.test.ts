import { expect, test } from "bun:test";
import { callTool } from "../fixture/call.ts";

const FILES = {
  "src/user-controller.ts": "",
  "src/user.ts": "",
  "src/deep/user.test.ts": "",
  "docs/user.md": "",
  "README.md": "",
};

test("find_file gives the best names first, and letters in order only when nothing holds the query in one piece", async () => {
  const whole = await callTool(FILES, "find_file", { query: "user" });
  expect(whole.body).toMatchObject({ total: 4, is_truncated: false, source: "disk" });
  expect((whole.body.answer.paths as string[])[0]).toBe("src/user.ts");
  const letters = await callTool(FILES, "find_file", { query: "usrctl" });
  expect(letters.body.answer).toEqual({ paths: ["src/user-controller.ts"] });
});

test("find_file takes globs, and a folder to look in", async () => {
  expect((await callTool(FILES, "find_file", { query: "*.test.ts" })).body.answer).toEqual({
    paths: ["src/deep/user.test.ts"],
  });
  expect((await callTool(FILES, "find_file", { query: "*", path: "docs" })).body.answer).toEqual({
    paths: ["docs/user.md"],
  });
});

test("find_file says how many there are when it gives fewer", async () => {
  const { body } = await callTool(FILES, "find_file", { query: "**/*", limit: 2 });
  expect(body).toMatchObject({ total: 5, is_truncated: true });
  expect(body.answer.paths).toHaveLength(2);
});

test("nothing found is an answer that says where it looked", async () => {
  const { status, body } = await callTool(FILES, "find_file", { query: "zebra" });
  expect([status, body.total, body.answer]).toEqual([200, 0, { paths: [] }]);
  expect(body.hint).toContain("None of the 5 files");
});

test("a folder that does not exist, or is a file, is an error and not an empty list", async () => {
  expect((await callTool(FILES, "find_file", { query: "*", path: "scr" })).body).toMatchObject({
    code: "not_found",
    hint: 'Near names: "src".',
  });
  expect((await callTool(FILES, "find_file", { query: "*", path: "README.md" })).body.detail).toContain("is a file");
});

test("a listing of thousands of files is answered within the budget, by folder, with the count", async () => {
  const files: Record<string, string> = {};
  for (let folder = 0; folder < 60; folder++)
    for (let file = 0; file < 100; file++) files[`f${folder}/n${file}.txt`] = "";
  const { body } = await callTool(files, "find_file", { query: "*", limit: 1_000, max_answer_chars: 3_000 });
  expect(body).toMatchObject({ detail: "folders", total: 6_000, is_truncated: true });
  expect(JSON.stringify(body).length).toBeLessThanOrEqual(3_000);
});
