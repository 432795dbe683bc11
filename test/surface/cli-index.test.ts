/** `waymark index`: a project is indexed from the command line, and the next process finds it so. */
import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { FakeEmbeddingServer } from "../fixture/fake-embedding-server.ts";
import { serve, waymark } from "../fixture/subject.ts";
import { tmp } from "../fixture/tmp.ts";

const FILES = {
  "shop/src/a.ts": "export function alpha() {}\nexport class Cart { total() {} }\n",
  "shop/src/b.py": "def beta():\n    pass\n",
  "shop/logo.png": new Uint8Array([137, 80, 78, 71, 0, 0]),
  "home/x": "",
};

test("index says what it read, what it left out and how large it is; a second run has nothing to read", async () => {
  await using dir = await tmp(FILES);
  const [root, home] = [join(dir.path, "shop"), join(dir.path, "home")];
  const first = await waymark(["index", root], { home });
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(first.stdout).toMatch(
    /^shop: 3 files, 4 symbols; skipped 1 binary; 3 read in \d+\.\d s \(\d+ files\/s\); vectors of 2 of 2 parts; database \d+\.\d MB\n$/,
  );
  const second = await waymark(["index", "--json"], { home, cwd: root });
  expect(JSON.parse(second.stdout)).toMatchObject({
    root,
    files: 3,
    symbols: 4,
    skipped: { binary: 1 },
    languages: { typescript: 1, python: 1 },
    files_read: 0,
    is_writer: true,
  });
  const call = await waymark(["call", "search_symbol", '{"query":"alpha"}', "--project", root, "--json"], { home });
  expect(JSON.parse(call.stdout)).toMatchObject({ source: "index", total: 1 });
});

test("index makes vectors, too, by the service of the user's settings; without it, it says why there are none", async () => {
  await using dir = await tmp(FILES);
  await using server = new FakeEmbeddingServer();
  const [root, home] = [join(dir.path, "shop"), join(dir.path, "home")];
  const env = {
    WAYMARK_EMBEDDING_PROVIDER: "endpoint",
    WAYMARK_EMBEDDING_URL: server.url,
    WAYMARK_EMBEDDING_MODEL: "m",
  };
  const made = await waymark(["index", root], { home, env });
  expect(made).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("; vectors of 2 of 2 parts; ") });
  expect(server.texts.map((text) => text.split("\n")[0]).toSorted()).toEqual(["src/a.ts", "src/b.py"]);
  await server.stop();
  await Bun.write(join(root, "src/c.ts"), "export const gamma = 1;\n");
  const again = await waymark(["index", root, "--json"], { home, env });
  expect(JSON.parse(again.stdout)).toMatchObject({
    embedding_fault: expect.stringContaining("cannot be reached"),
  });
});

test("index of a folder that is not there ends with the caller's exit code and says so", async () => {
  await using dir = await tmp(FILES);
  const { code, stdout, stderr } = await waymark(["index", join(dir.path, "never")], { home: join(dir.path, "home") });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toStartWith("not_found: ");
});

test("a server that writes the index is waited for, and is said to be the one that writes", async () => {
  await using dir = await tmp(FILES);
  const [root, home] = [join(dir.path, "shop"), join(dir.path, "home")];
  await using server = await serve(["--project", root], { home });
  const ready = await server.post("/tools/search_symbol", { query: "alpha" });
  expect(await ready.json()).toMatchObject({ total: 1 });
  const { code, stdout } = await waymark(["index", root, "--json"], { home });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ files: 3, is_writer: false });
});

test("a bound server indexes its project before anybody asks", async () => {
  await using dir = await tmp(FILES);
  const [root, home] = [join(dir.path, "shop"), join(dir.path, "home")];
  await using _server = await serve(["--project", root], { home });
  const made = new Bun.Glob("**/index/*/index.db");
  const isThere = async () => (await Array.fromAsync(made.scan({ cwd: home, dot: true }))).length > 0;
  for (let n = 0; n < 200 && !(await isThere()); n++) await Bun.sleep(100);
  expect(await isThere()).toBe(true);
});

test("H36 projects shows a folder that is gone as missing", async () => {
  await using dir = await tmp(FILES);
  const [root, home] = [join(dir.path, "shop"), join(dir.path, "home")];
  await waymark(["index", root], { home });
  rmSync(root, { recursive: true });
  const { stdout } = await waymark(["projects"], { home });
  expect(stdout).toContain(`${root}  last opened`);
  expect(stdout).toContain("(missing: the folder is gone)");
  const { stdout: json } = await waymark(["projects", "--json"], { home });
  expect(JSON.parse(json)).toMatchObject([{ root, exists: false }]);
});
