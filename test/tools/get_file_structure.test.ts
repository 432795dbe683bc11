import { expect, test } from "bun:test";
import { callTool } from "../fixture/call.ts";

const FILES = {
  "src/api/v1/a.ts": "",
  "src/api/b.ts": "",
  "src/main.py": "",
  "docs/x.md": "",
  "README.md": "",
  "node_modules/x/y.js": "",
};

test("get_file_structure shows folders with files and languages, without ignored ones", async () => {
  const { body } = await callTool(FILES, "get_file_structure", {});
  expect(body.total).toBe(5);
  expect(body.answer).toEqual({
    depth: 3,
    files: ["README.md"],
    folders: [
      { path: ".", files: 5, languages: ["markdown", "typescript", "python"] },
      { path: "docs", files: 1, languages: ["markdown"] },
      { path: "src", files: 3, languages: ["typescript", "python"] },
      { path: "src/api", files: 2, languages: ["typescript"] },
      { path: "src/api/v1", files: 1, languages: ["typescript"] },
    ],
  });
});

test("get_file_structure starts where it is told and goes as deep as it is told", async () => {
  const { body } = await callTool(FILES, "get_file_structure", { path: "src/api", depth: 1 });
  expect(body.answer).toMatchObject({
    files: ["src/api/b.ts"],
    folders: [
      { path: "src/api", files: 2 },
      { path: "src/api/v1", files: 1 },
    ],
  });
  expect((await callTool(FILES, "get_file_structure", { path: "scr" })).status).toBe(404);
});

test("a path that leads into an ignored folder is shown", async () => {
  const { body } = await callTool(FILES, "get_file_structure", { path: "node_modules/x" });
  expect(body.answer.files).toEqual(["node_modules/x/y.js"]);
});
