import { expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { testApp } from "../fixture/app.ts";

async function changed() {
  const app = await testApp({
    files: { "a.md": "one\n", "pixel.bin": new Uint8Array([0, 1, 2, 255]) },
    settings: { included_optional_tools: ["delete_file"] },
  });
  const changes = app.app.changesOf(await app.app.projects.at(app.project));
  const call = async (tool: string, input: object) => {
    const response = await app.post(`/tools/${tool}`, input);
    if (!response.ok) throw new Error(await response.text());
  };
  const diffs = async (id: string) =>
    (await changes.shown(id)).diffs.map(({ path, kind, diff, reason }) => ({ path, kind, diff: diff ?? reason }));
  const edit = (from: string, to: string) =>
    call("replace_content", { path: "a.md", needle: from, replacement: to, mode: "literal" });
  return { app, changes, call, diffs, edit, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

test("each change shows its own lines, though later ones went on from there", async () => {
  await using there = await changed();
  const { call, diffs, edit } = there;
  await edit("one", "two");
  await edit("two", "three");
  await call("delete_file", { path: "a.md" });
  await call("create_text_file", { path: "new/b.md", content: "b\n" });
  const all = [await diffs("c1"), await diffs("c2"), await diffs("c3"), await diffs("c4")];
  expect(all).toEqual([
    [{ path: "a.md", kind: "edited", diff: "@@ -1,1 +1,1 @@\n-one\n+two\n" }],
    [{ path: "a.md", kind: "edited", diff: "@@ -1,1 +1,1 @@\n-two\n+three\n" }],
    [{ path: "a.md", kind: "deleted", diff: "@@ -1,1 +0,0 @@\n-three\n" }],
    [{ path: "new/b.md", kind: "created", diff: "@@ -0,0 +1,1 @@\n+b\n" }],
  ]);
});

test("what somebody else wrote over is said not to be known, and so is what is no text", async () => {
  await using there = await changed();
  const { app, call, diffs, edit } = there;
  await edit("one", "two");
  await writeFile(join(app.project, "a.md"), "mine\n");
  expect((await diffs("c1"))[0]!.diff).toContain("has changed since");
  await call("move_file", { path: "pixel.bin", new_path: "dot.bin" });
  expect((await diffs("c2")).map(({ path, diff }) => [path, diff])).toEqual([
    ["dot.bin", "The file is not text."],
    ["pixel.bin", "The file is not text."],
  ]);
});

test("a change that there is not is named with those that there are, and looking at none makes no journal", async () => {
  await using there = await changed();
  expect(there.changes.past(10)).toEqual({ changes: [], total: 0 });
  expect(there.changes.shown("c7")).rejects.toThrow('There is no change "c7".');
});
