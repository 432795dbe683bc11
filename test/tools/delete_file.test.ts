import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { testApp } from "../fixture/app.ts";
import { callTool } from "../fixture/call.ts";

const ON = { settings: { included_optional_tools: ["delete_file"] } };

test("delete_file deletes a file that is as it was read, and undo_change brings it back", async () => {
  await using shop = await testApp({ files: { "a.ts": "1\n", "b.ts": "" }, ...ON });
  const read = (await (await shop.post("/tools/read_file", { path: "a.ts" })).json()) as { answer: { hash: string } };
  const input = { path: "a.ts", expected_hash: read.answer.hash };
  const response = await shop.post("/tools/delete_file", input);
  expect(await response.json()).toMatchObject({
    answer: { applied: true, files: [{ path: "a.ts", kind: "deleted", removed: 1 }] },
  });
  expect([existsSync(join(shop.project, "a.ts")), existsSync(join(shop.project, "b.ts"))]).toEqual([false, true]);
  expect((await shop.post("/tools/delete_file", input)).status).toBe(404);
  await shop.post("/tools/undo_change", {});
  expect(await Bun.file(join(shop.project, "a.ts")).text()).toBe("1\n");
});

test("a file that changed meanwhile stays, and so do folders and what a link leads to", async () => {
  await using shop = await testApp({ files: { "a.ts": "1\n", "src/b.ts": "" }, ...ON });
  await symlink("a.ts", join(shop.project, "alias.ts"));
  const ask = async (path: string, expected_hash?: string) => {
    const response = await shop.post("/tools/delete_file", { path, ...(expected_hash && { expected_hash }) });
    return ((await response.json()) as { code: string }).code;
  };
  expect(await ask("a.ts", "0123456789ab")).toBe("stale");
  expect(await ask("src")).toBe("not_found");
  expect(await ask("alias.ts")).toBe("refused");
  expect(await ask("../a.ts")).toBe("outside_project");
  expect(["a.ts", "alias.ts", "src/b.ts"].filter((path) => !existsSync(join(shop.project, path)))).toEqual([]);
});

test("delete_file is off until the user's own settings name it", async () => {
  expect((await callTool({ "a.ts": "" }, "delete_file", { path: "a.ts" })).status).toBe(404);
});
