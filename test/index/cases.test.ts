/** Situations in which other tools' indexes went wrong. */
import { expect, test } from "bun:test";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { linesOf } from "../../src/index/occurrence-data.ts";
import { disagreement, parse } from "../fixture/index-law.ts";
import { IndexedProject } from "../fixture/indexed.ts";
import { git } from "../fixture/project.ts";
import { tmp } from "../fixture/tmp.ts";

/** Lines on which a file uses a name, by path. */
function uses(index: IndexedProject, name: string): Record<string, number[]> {
  const rows = index.database.query("SELECT path, data FROM files JOIN occurrences USING (content)").all();
  const found = (rows as { path: string; data: Uint8Array }[]).map(
    ({ path, data }) => [path, linesOf(data, name)] as const,
  );
  return Object.fromEntries(found.filter(([, lines]) => lines.length > 0));
}

function committed(root: string): void {
  git(root, "init", "-q");
  git(root, "add", "-A");
  git(root, "commit", "-q", "-m", "one");
}

test("H30: after a switch of branches the other one's symbols are there, and going back parses nothing", async () => {
  await using index = await IndexedProject.of({ "x.ts": "export const alpha = 1;\n" });
  committed(index.root);
  git(index.root, "checkout", "-q", "-b", "next");
  writeFileSync(join(index.root, "x.ts"), "export const beta = 1;\n");
  git(index.root, "commit", "-q", "-a", "-m", "two");
  await index.scan();
  expect(index.names).toEqual(["beta"]);
  git(index.root, "checkout", "-q", "main");
  await index.scan();
  expect(index.names).toEqual(["alpha"]);
  git(index.root, "checkout", "-q", "next");
  await index.refresh("x.ts");
  expect(index.names).toEqual(["beta"]);
  expect(index.parsed).toHaveLength(2);
});

test("H31: a change of what is called leaves the callers as they are", async () => {
  const caller = "import { hit } from './t';\nhit();\n";
  await using index = await IndexedProject.of({
    "t.ts": "export function hit() {}\n",
    "c1.ts": caller,
    "c2.ts": caller,
  });
  await index.scan();
  await index.write("t.ts", "// more\nexport function hit() { return 2; }\n");
  expect(uses(index, "hit")).toEqual({ "c1.ts": [1, 2], "c2.ts": [1, 2], "t.ts": [2] });
  expect(index.column("SELECT count(*) FROM files JOIN imports USING (content)")).toEqual([2]);
});

test("H35: a deleted file leaves no ghosts, whether the index heard of it or not", async () => {
  for (const hears of [true, false]) {
    const options = { contentsKept: 0 };
    await using index = await IndexedProject.of(
      { "gone.ts": "export const ghost = 1;\n", "a.ts": "const a = 1;\n" },
      options,
    );
    await index.scan();
    rmSync(join(index.root, "gone.ts"));
    if (!hears) await index.open(); // as another process does
    await (hears ? index.refresh("gone.ts") : index.scan());
    expect(index.names).toEqual(["a"]);
    expect(index.paths).toEqual(["a.ts"]);
    expect(uses(index, "ghost")).toEqual({});
    expect(disagreement(index.database)).toBeUndefined();
  }
});

test("H37: a renamed folder is there under its new name alone", async () => {
  await using index = await IndexedProject.of({
    "src/a.ts": "export const a = 1;\n",
    "src/deep/b.ts": "const b = 1;\n",
  });
  await index.scan();
  renameSync(join(index.root, "src"), join(index.root, "lib"));
  await index.refresh("src", "lib");
  expect(index.paths).toEqual(["lib/a.ts", "lib/deep/b.ts"]);
});

test("H42: build output and vendored code are no part of it without any rule; tracked they are", async () => {
  const text = "export const shared_word = 1;\n";
  const paths = ["src/a.ts", "dist/a.js", "node_modules/x/a.js", "vendor/lib/a.ts"];
  await using index = await IndexedProject.of(Object.fromEntries(paths.map((path) => [path, text])));
  await index.scan();
  expect(index.paths).toEqual(["src/a.ts"]);
  await index.refresh(...paths, "dist", "vendor", "node_modules");
  expect(index.paths).toEqual(["src/a.ts"]);
  git(index.root, "init", "-q");
  git(index.root, "add", "vendor/lib/a.ts");
  await index.open();
  writeFileSync(join(index.root, "vendor/lib/b.ts"), text);
  await index.refresh("vendor", "vendor/lib/b.ts");
  expect(index.paths).toEqual(["src/a.ts", "vendor/lib/a.ts"]);
});

test("a manifest that comes makes the folder beside it build output; when it goes it is source again", async () => {
  for (const hasGit of [false, true]) {
    await using index = await IndexedProject.of({ "target/a.ts": "export const a = 1;\n" });
    if (hasGit) git(index.root, "init", "-q");
    await index.scan();
    await index.write("Cargo.toml", "[package]\n");
    expect(index.paths).toEqual(["Cargo.toml"]);
    rmSync(join(index.root, "Cargo.toml"));
    await index.refresh("Cargo.toml");
    expect(index.paths).toEqual(["target/a.ts"]);
  }
});

test("H47: ignore files within ignored folders are neither read nor obeyed", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`node_modules/p${at}/.gitignore`, at === 7 ? "!*" : "x"]),
  );
  for (const hasGit of [false, true]) {
    await using index = await IndexedProject.of({
      ...files,
      ".gitignore": "node_modules/\n",
      "a.ts": "const a = 1;\n",
    });
    if (hasGit) git(index.root, "init", "-q");
    await index.scan();
    await index.refresh("node_modules/p7/.gitignore", "node_modules/p7");
    expect(index.paths).toEqual([".gitignore", "a.ts"]);
  }
});

test("H100: a worktree within a repository is a project of its own", async () => {
  await using index = await IndexedProject.of({ "x.ts": "export const main = 1;\n", ".waymark/project.yaml": "{}\n" });
  committed(index.root);
  await index.scan();
  git(index.root, "worktree", "add", "-q", ".trees/f", "-b", "f");
  writeFileSync(join(index.root, ".trees/f/x.ts"), "export const tree = 1;\n");
  await index.refresh(".trees", ".trees/f", ".trees/f/x.ts", ".trees/f/.git");
  expect(index.names).toEqual(["main"]);
  await index.scan();
  expect(index.names).toEqual(["main"]);
  await using own = await IndexedProject.of({});
  await own.open({}, parse, relative(own.root, join(index.root, ".trees/f")));
  await own.scan();
  expect(own.names).toEqual(["tree"]);
});

test("H101: a submodule is a project of its own, and a project may begin below the repository's root", async () => {
  await using library = await tmp({ "s.ts": "export const sub = 1;\n" });
  committed(library.path);
  await using index = await IndexedProject.of({ "src/a.ts": "export const a = 1;\n", "b.ts": "export const b = 1;\n" });
  committed(index.root);
  git(index.root, "submodule", "add", "-q", library.path, "libs/s");
  await index.scan();
  await index.refresh("libs", "libs/s", "libs/s/s.ts", "libs/s/.git");
  expect(index.names).toEqual(["a", "b"]);
  for (const [folder, names] of [
    ["src", ["a"]],
    ["libs/s", ["sub"]],
  ] as const) {
    await using below = await IndexedProject.of({});
    await below.open({}, parse, relative(below.root, join(index.root, folder)));
    await below.scan();
    expect(below.names).toEqual([...names]);
  }
});

test("equal texts under names of different languages are each read in their own", async () => {
  const text = "SELECT 1;\n";
  await using index = await IndexedProject.of({ "a.txt": text });
  await index.scan();
  mkdirSync(join(index.root, "0"));
  await index.write("0/b.sql", text);
  await index.write("c.ts", text);
  const languages = index.database
    .query("SELECT path, language FROM files JOIN contents ON contents.id = content")
    .values();
  expect(Object.fromEntries(languages)).toMatchObject({ "0/b.sql": "sql", "a.txt": "", "c.ts": "typescript" });
});
