import { expect, test } from "bun:test";
import { callTool } from "../fixture/call.ts";

const FILES = {
  "src/a.ts": "",
  "src/deep/b.ts": "",
  "README.md": "",
  ".ci/run": "",
  "dist/a.js": "",
  ".git/config": "",
};

test("list_dir gives a folder's own entries, dot-folders included and ignored ones not", async () => {
  const { body } = await callTool(FILES, "list_dir", {});
  expect(body).toMatchObject({ total: 3, is_truncated: false });
  expect(body.answer).toEqual({
    folders: [
      { path: ".ci", files: 1 },
      { path: "src", files: 2 },
    ],
    files: ["README.md"],
  });
});

test("list_dir lists all below it when asked, and what is ignored when asked, but never .git", async () => {
  expect((await callTool(FILES, "list_dir", { path: "src", recursive: true })).body.answer.files).toEqual([
    "src/a.ts",
    "src/deep/b.ts",
  ]);
  const all = await callTool(FILES, "list_dir", { recursive: true, include_ignored: true });
  expect(all.body.answer.files).toEqual([".ci/run", "README.md", "dist/a.js", "src/a.ts", "src/deep/b.ts"]);
});

test("an empty folder is an answer that says why", async () => {
  const { body } = await callTool({ "empty/.gitignore": "*\n", "empty/x": "" }, "list_dir", { path: "empty" });
  expect(body).toMatchObject({ total: 0, hint: expect.stringContaining("include_ignored") });
});
