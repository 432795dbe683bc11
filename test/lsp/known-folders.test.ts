/** Which folders a server is taken to know. */
import { expect, test } from "bun:test";
import { KnownFolders } from "../../src/lsp/known-folders.ts";

test("a folder is known once a server lists a file of it by itself, and no other one", () => {
  const folders = new KnownFolders();
  folders.listed(["/p/src/a.ts"]);
  expect(["/p/src/b.ts", "/p/src/deep/c.ts", "/p/d.ts"].map((path) => folders.isKnown(path))).toEqual([
    true,
    false,
    false,
  ]);
});

test("a folder is taken for known when three showings of its files brought nothing to light", () => {
  const folders = new KnownFolders();
  const files = ["/p/tests/a.ts", "/p/tests/b.ts", "/p/examples/c.ts"];
  const isNews = (path: string) => path === "/p/tests/b.ts";
  for (let n = 0; n < 3; n++) folders.shown(files, isNews);
  expect(folders.isKnown("/p/tests/a.ts")).toBe(false);
  expect(folders.isKnown("/p/examples/c.ts")).toBe(true);
  for (let n = 0; n < 2; n++) folders.shown(files, () => false);
  expect(folders.isKnown("/p/tests/a.ts")).toBe(false);
  folders.shown(files, () => false);
  expect(folders.isKnown("/p/tests/a.ts")).toBe(true);
});
