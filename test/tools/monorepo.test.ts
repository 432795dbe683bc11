/** Several projects in one folder, and projects without a project file, as the index answers for them. */
import { expect, test } from "bun:test";
import { git } from "../fixture/project.ts";
import { type Questions, questions } from "../fixture/questions.ts";

interface Found {
  places: { path: string; line: number }[];
}

async function indexed(files: Record<string, string>): Promise<Questions> {
  const shop = await questions({ files });
  await shop.indexed();
  return shop;
}

async function usedIn(shop: Questions, name: string): Promise<string[]> {
  const { body } = await shop.ask<Found>("find_references", { name_path: name, by_name: true });
  expect(body.source).toBe("index");
  return [...new Set(body.answer.places.map(({ path }) => path))];
}

async function definedIn(shop: Questions, name: string): Promise<string[]> {
  const { body } = await shop.ask<{ symbols: { path: string }[] }>("find_symbol", { name_path: name });
  expect(body.source).toBe("index");
  return body.answer.symbols.map(({ path }) => path);
}

async function importersOf(shop: Questions, path: string): Promise<string[]> {
  const { body } = await shop.ask<{ importers: { from: string }[] }>("get_dependencies", { path });
  return body.answer.importers.map(({ from }) => from);
}

test("H103 projects of two languages in sub-folders are found from the root above them", async () => {
  await using shop = await indexed({
    "web/package.json": '{"name": "web"}\n',
    "web/tsconfig.json": "{}\n",
    "web/src/a.ts": "export function greet() {}\n",
    "web/src/b.ts": 'import { greet } from "./a";\ngreet();\n',
    "api/main.py": "from api.names import full\n\n\ndef serve():\n    return full()\n",
    "api/__init__.py": "",
    "api/names.py": "def full():\n    return 1\n",
  });
  expect(await definedIn(shop, "greet")).toEqual(["web/src/a.ts"]);
  expect(await usedIn(shop, "greet")).toEqual(["web/src/a.ts", "web/src/b.ts"]);
  expect(await usedIn(shop, "full")).toEqual(["api/main.py", "api/names.py"]);
  expect(await importersOf(shop, "web/src/a.ts")).toEqual(["web/src/b.ts"]);
  expect(await importersOf(shop, "api/names.py")).toEqual(["api/main.py"]);
});

test("H104 without a project file every use is found, whichever files were looked at before", async () => {
  const use = 'import { f } from "./a";\nf();\n';
  await using shop = await indexed({ "a.ts": "export function f() {}\n", "b.ts": use, "c.ts": use });
  await shop.ask("read_file", { path: "b.ts" });
  expect(await usedIn(shop, "f")).toEqual(["a.ts", "b.ts", "c.ts"]);
  expect(await importersOf(shop, "a.ts")).toEqual(["b.ts", "c.ts"]);
});

test("H105 in a workspace of ten packages each one's own symbol is found, and imports cross between them", async () => {
  const packages = Array.from({ length: 10 }, (_, n) => n);
  const files = packages.flatMap((n): [string, string][] => [
    [`packages/p${n}/package.json`, JSON.stringify({ name: `@shop/p${n}`, main: "src/main.ts" })],
    [`packages/p${n}/tsconfig.json`, "{}\n"],
    [
      `packages/p${n}/src/main.ts`,
      `import { work${(n + 1) % 10} } from "@shop/p${(n + 1) % 10}";\nexport function work${n}() {\n  return work${(n + 1) % 10};\n}\n`,
    ],
  ]);
  await using shop = await indexed({
    "package.json": '{"private": true, "workspaces": ["packages/*"]}\n',
    "bun.lock": "{}\n",
    ...Object.fromEntries(files),
  });
  for (const n of packages) {
    const user = `packages/p${(n + 9) % 10}/src/main.ts`;
    expect(await definedIn(shop, `work${n}`)).toEqual([`packages/p${n}/src/main.ts`]);
    expect(await usedIn(shop, `work${n}`)).toEqual([`packages/p${n}/src/main.ts`, user].sort());
    expect(await importersOf(shop, `packages/p${n}/src/main.ts`)).toEqual([user]);
  }
});

test("H106 equal names in two modules side by side are told apart by their paths", async () => {
  const module = (name: string): [string, string][] => [
    [`${name}/go.mod`, `module example.org/${name}\n`],
    [`${name}/main.go`, "package main\n\nfunc main() { Serve() }\n"],
    [`${name}/serve.go`, "package main\n\nfunc Serve() {}\n"],
  ];
  await using shop = await indexed(Object.fromEntries([...module("svc1"), ...module("svc2")]));
  expect(await definedIn(shop, "Serve")).toEqual(["svc1/serve.go", "svc2/serve.go"]);
  expect(await usedIn(shop, "Serve")).toEqual(["svc1/main.go", "svc1/serve.go", "svc2/main.go", "svc2/serve.go"]);
  const { body } = await shop.ask<Found>("find_references", { name_path: "Serve", path: "svc2" });
  expect(body.answer.places.map(({ path }) => path)).toEqual(["svc2/main.go", "svc2/serve.go"]);
});

test("H100 H101 a worktree, a clone and a submodule within a repository answer no question about it", async () => {
  await using shop = await indexed({ "x.ts": "export function outer() {}\n" });
  const root = shop.app.project;
  git(root, "init", "--quiet");
  git(root, "add", ".");
  git(root, "commit", "--quiet", "--message", "one");
  git(root, "worktree", "add", "--quiet", ".trees/f", "-b", "f");
  git(root, "clone", "--quiet", root, "copy");
  git(root, "submodule", "add", "--quiet", root, "libs/s");
  for (const place of [".trees/f", "copy", "libs/s"]) shop.write(`${place}/x.ts`, "export function inner() {}\n");
  await shop.indexed();
  expect(await definedIn(shop, "outer")).toEqual(["x.ts"]);
  expect(await definedIn(shop, "inner")).toEqual([]);
  const { body } = await shop.ask<{ hits?: unknown[] }>("search_for_pattern", { pattern: "inner" });
  expect(body.total ?? 0).toBe(0);
});
