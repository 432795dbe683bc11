import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestApp, testApp } from "../fixture/app.ts";
import type { Called } from "../fixture/call.ts";

const calling = (shop: TestApp) => async (tool: string, input: Record<string, unknown>) => {
  const response = await shop.post(`/tools/${tool}`, input);
  return { status: response.status, body: (await response.json()) as Called["body"] };
};

test("a memory is written, listed, read, edited, renamed and deleted", async () => {
  await using shop = await testApp();
  const call = calling(shop);
  const written = await call("write_memory", { memory_name: "mem:core.md", content: "Forms: `mem:forms`\n" });
  expect(written.body.answer).toEqual({ name: "core", is_new: true, dangling: ["forms"] });
  expect((await call("write_memory", { name: "forms", content: "# Forms\n" })).body.answer).toMatchObject({
    is_new: true,
  });
  const edited = await call("edit_memory", {
    name: "forms",
    needle: "^# (.*)$",
    replacement: "# All $!1",
    mode: "regex",
  });
  expect(edited.body.answer).toEqual({ name: "forms", places: 1 });
  const renamed = await call("rename_memory", { old_name: "forms", new_name: "frontend/forms" });
  expect(renamed.body.answer).toEqual({ name: "frontend/forms", old_name: "forms", followed: ["core"] });
  expect((await call("read_memory", { name: "core" })).body.answer).toMatchObject({
    text: "Forms: `mem:frontend/forms`\n",
  });
  expect((await call("list_memories", { topic: "frontend" })).body).toMatchObject({
    total: 1,
    answer: { memories: [{ name: "frontend/forms", chars: 12 }] },
  });
  const deleted = await call("delete_memory", { name: "frontend/forms" });
  expect(deleted.body.answer).toEqual({ name: "frontend/forms", linked_from: ["core"] });
  expect((await call("read_memory", { name: "cor" })).body.detail).toContain('did you mean "core"?');
  expect(await readdir(join(shop.project, ".waymark/memories"))).toEqual(["core.md"]);
});

test("H114: names that leave the folder are refused by every memory tool, and nothing is made or removed", async () => {
  await using shop = await testApp({ files: { "x.md": "x", "a.txt": "a" } });
  const call = calling(shop);
  const names = ["../x", "/etc/x", "a//b", "a/../../x", "C:x", "a\\..\\x", "%2e%2e/x", ".", "a\0b", "x".repeat(300)];
  for (const name of names) {
    const results = await Promise.all([
      call("write_memory", { name, content: "c" }),
      call("read_memory", { name }),
      call("edit_memory", { name, needle: "a", replacement: "b", mode: "literal" }),
      call("delete_memory", { name }),
      call("rename_memory", { old_name: name, new_name: "fine" }),
      call("rename_memory", { old_name: "fine", new_name: name }),
    ]);
    for (const { status, body } of results) {
      expect({ name, status, hint: body.hint?.slice(0, 30) }).toEqual({
        name,
        status: 422,
        hint: "A name is parts joined by `/`,",
      });
    }
  }
  expect(existsSync(join(shop.project, ".waymark"))).toBe(false);
  expect(await readFile(join(shop.project, "x.md"), "utf8")).toBe("x");
  expect((await call("write_memory", { name: "topic/note", content: "c" })).status).toBe(200);
});

test("H58: twenty memories written at once are all there, and of twenty additions to one each is there once", async () => {
  await using shop = await testApp();
  const call = calling(shop);
  const twenty = Array.from({ length: 20 }, (_, index) => index);
  await call("write_memory", { name: "log", content: "end\n" });
  await Promise.all([
    ...twenty.map((index) => call("write_memory", { name: `page/${index}`, content: `text ${index}\n`.repeat(100) })),
    ...twenty.map((index) =>
      call("edit_memory", { name: "log", needle: "end", replacement: `line ${index}\nend`, mode: "literal" }),
    ),
  ]);
  for (const index of twenty) {
    const { body } = await call("read_memory", { name: `page/${index}` });
    expect(body.answer.text).toBe(`text ${index}\n`.repeat(100));
  }
  const lines = String((await call("read_memory", { name: "log" })).body.answer.text).split("\n");
  expect(lines.toSorted()).toEqual([...twenty.map((index) => `line ${index}`), "end", ""].toSorted());
});

test("H82: dollar signs and backslashes are written into a memory as they are", async () => {
  await using shop = await testApp();
  const call = calling(shop);
  const replacement = 'log("$& ok $$ $1 $` $\' \\1");';
  await call("write_memory", { name: "core", content: 'before log("done"); after' });
  await call("edit_memory", { name: "core", needle: 'log("done");', replacement, mode: "literal" });
  expect((await call("read_memory", { name: "core" })).body.answer.text).toBe(`before ${replacement} after`);
  expect(await readFile(join(shop.project, ".waymark/memories/core.md"), "utf8")).toBe(`before ${replacement} after`);
});

test("read-only memories refuse every change, also a rename that their links would have to follow; ignored ones are not there", async () => {
  await using shop = await testApp({
    files: { ".waymark/memories/fixed/a.md": "`mem:free`", ".waymark/memories/hidden/a.md": "x" },
    settings: { read_only_memory_patterns: ["fixed/.*"], ignored_memory_patterns: ["hidden/.*"] },
  });
  const call = calling(shop);
  await call("write_memory", { name: "free", content: "`mem:fixed/a`" });
  const refused = [
    call("write_memory", { name: "fixed/a", content: "x" }),
    call("edit_memory", { name: "fixed/a", needle: "free", replacement: "x", mode: "literal" }),
    call("delete_memory", { name: "fixed/a" }),
    call("rename_memory", { old_name: "fixed/a", new_name: "b" }),
    call("rename_memory", { old_name: "free", new_name: "fixed/b" }),
    call("rename_memory", { old_name: "free", new_name: "freed" }),
    call("read_memory", { name: "hidden/a" }),
    call("write_memory", { name: "hidden/b", content: "x" }),
  ];
  for (const one of await Promise.all(refused))
    expect({ status: one.status, code: one.body.code }).toEqual({ status: 409, code: "refused" });
  const last = await call("rename_memory", { old_name: "free", new_name: "freed" });
  expect(last.body.detail).toBe('Read-only memories link to "free": fixed/a; nothing was renamed.');
  expect((await call("list_memories", {})).body.answer).toMatchObject({
    memories: [{ name: "fixed/a", read_only: true }, { name: "free" }],
  });
  expect(await readFile(join(shop.project, ".waymark/memories/hidden/a.md"), "utf8")).toBe("x");
});

test("read-only and ignored patterns are of whole names", async () => {
  await using shop = await testApp({
    settings: { read_only_memory_patterns: ["fix"], ignored_memory_patterns: ["("] },
  });
  const call = calling(shop);
  expect((await call("write_memory", { name: "fixed", content: "x" })).status).toBe(200);
  expect((await call("write_memory", { name: "fix", content: "x" })).status).toBe(409);
  expect(shop.log.join("\n")).toContain("it must be an RE2 expression");
});
