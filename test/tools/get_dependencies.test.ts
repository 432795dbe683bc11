import { expect, setDefaultTimeout, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testApp } from "../fixture/app.ts";

// The first question of each project waits for its index.
setDefaultTimeout(60_000);

interface Edge {
  from: string;
  to: string;
  lines: number[];
  names: string[];
}

interface Body {
  answer: {
    imports: Edge[];
    importers: Edge[];
    outside: unknown[];
    unknown: unknown[];
    counts: Record<string, number>;
  };
  complete?: boolean;
  reason?: string;
  detail: string;
  source: string;
  hint?: string;
}

async function project(files: Record<string, string>) {
  const app = await testApp({ files });
  return {
    root: app.project,
    async ask(input: Record<string, unknown>) {
      const response = await app.post("/tools/get_dependencies", input);
      return { status: response.status, body: (await response.json()) as Body };
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

const SHOP = {
  "src/cart.ts":
    'import { readFile } from "node:fs";\nimport { Line, type Sum } from "./line.js";\nimport z from "zod";\nimport "./gone";\n',
  "src/line.ts": "export class Line {}\nexport type Sum = number;\n",
  "src/web/page.tsx": 'import { Line } from "../line";\nexport * from "../cart";\n',
  "test/line.test.ts": 'import { Line } from "../src/line";\n',
};

test("a file: what it imports, what is outside, what is not found, and who imports it", async () => {
  await using shop = await project(SHOP);
  const { body } = await shop.ask({ path: "src/cart.ts" });
  expect(body.complete).toBeUndefined();
  expect(body.answer).toMatchObject({
    imports: [{ from: "src/cart.ts", to: "src/line.ts", lines: [2], names: ["Line", "Sum"] }],
    importers: [{ from: "src/web/page.tsx", to: "src/cart.ts", lines: [2] }],
    outside: [{ module: "node:fs" }, { module: "zod" }],
    unknown: [{ source: "./gone", line: 4 }],
    counts: { imports: 1, importers: 1, outside: 2, unknown: 1 },
  });
  expect(
    (await shop.ask({ path: "src/line.ts", direction: "importers" })).body.answer.importers.map(({ from }) => from),
  ).toEqual(["src/cart.ts", "src/web/page.tsx", "test/line.test.ts"]);
});

test("a folder: only what crosses its border", async () => {
  await using shop = await project(SHOP);
  const { body } = await shop.ask({ path: "src/web" });
  expect(body.answer.imports.map(({ to }) => to)).toEqual(["src/cart.ts", "src/line.ts"]);
  expect(body.answer.importers).toEqual([]);
  const { answer } = (await shop.ask({ path: "src", direction: "importers" })).body;
  expect(answer.importers.map(({ from, to }) => `${from} ${to}`)).toEqual(["test/line.test.ts src/line.ts"]);
  expect(answer.imports).toEqual([]);
});

test("an import that was written a moment ago is seen, one that was taken out is not", async () => {
  await using shop = await project(SHOP);
  await shop.ask({ path: "src/line.ts" });
  writeFileSync(join(shop.root, "src/new.ts"), 'import { Line } from "./line";\n');
  writeFileSync(join(shop.root, "test/line.test.ts"), "// nothing\n");
  for (let round = 0; round < 3; round++) {
    const { body } = await shop.ask({ path: "src/line.ts" });
    const importers = body.answer.importers.map(({ from }) => from);
    if (body.complete === false) continue;
    expect(importers).toEqual(["src/cart.ts", "src/new.ts", "src/web/page.tsx"]);
  }
  writeFileSync(join(shop.root, "src/line.ts"), 'import "./new";\n');
  expect((await shop.ask({ path: "src/line.ts", direction: "imports" })).body.answer.imports).toMatchObject([
    { to: "src/new.ts" },
  ]);
});

test("another alias in a manifest, and a file that comes or goes, count with the next question", async () => {
  const config = (target: string) => JSON.stringify({ compilerOptions: { paths: { "@/*": [target] } } });
  await using shop = await project({
    "tsconfig.json": config("./one/*"),
    "one/t.ts": "export const t = 1;\n",
    "two/t.ts": "export const t = 2;\n",
    "a.ts": 'import { t } from "@/t";\n',
  });
  const importersOf = async (path: string): Promise<string[]> => {
    const { body } = await shop.ask({ path });
    return body.complete === false ? importersOf(path) : body.answer.importers.map(({ from }) => from);
  };
  expect([await importersOf("one/t.ts"), await importersOf("two/t.ts")]).toEqual([["a.ts"], []]);
  writeFileSync(join(shop.root, "tsconfig.json"), config("./two/*"));
  expect([await importersOf("one/t.ts"), await importersOf("two/t.ts")]).toEqual([[], ["a.ts"]]);
  writeFileSync(join(shop.root, "b.ts"), 'import { t } from "@/t";\n');
  expect(await importersOf("two/t.ts")).toEqual(["a.ts", "b.ts"]);
  rmSync(join(shop.root, "a.ts"));
  expect(await importersOf("two/t.ts")).toEqual(["b.ts"]);
});

test("H41 mutual re-exports end, and each is an edge", async () => {
  await using shop = await project({
    "a.ts": 'export * from "./b";\nexport class T {}\n',
    "b.ts": 'export * from "./a";\nexport { T as T } from "./a";\n',
    "c.ts": 'import { T } from "./b";\nnew T();\n',
  });
  const { body } = await shop.ask({ path: "b.ts" });
  expect(body.answer.imports).toMatchObject([{ to: "a.ts", lines: [1, 2] }]);
  expect(body.answer.importers.map(({ from }) => from)).toEqual(["a.ts", "c.ts"]);
});

test("H106 two Go modules side by side: a package is imported as a whole, and each of its files is", async () => {
  await using shop = await project({
    "svc1/go.mod": "module example.org/svc1\n",
    "svc1/store/a.go": "package store\n\nfunc A() {}\n",
    "svc1/store/b.go": "package store\n\nfunc B() {}\n",
    "svc1/main.go":
      'package main\n\nimport (\n\t"fmt"\n\n\t"example.org/svc1/store"\n)\n\nfunc main() { fmt.Println(store.A) }\n',
    "svc2/go.mod": "module example.org/svc2\n",
    "svc2/main.go": 'package main\n\nimport "example.org/svc2/store"\n',
    "svc2/store/a.go": "package store\n",
  });
  const main = (await shop.ask({ path: "svc1/main.go" })).body.answer;
  expect(main.imports).toMatchObject([{ to: "svc1/store/", lines: [6] }]);
  expect(main.outside).toEqual([{ module: "fmt", files: 1 }]);
  expect((await shop.ask({ path: "svc1/store/b.go" })).body.answer.importers).toMatchObject([{ from: "svc1/main.go" }]);
  expect((await shop.ask({ path: "svc2/store" })).body.answer.importers).toMatchObject([{ from: "svc2/main.go" }]);
});

test("H42 what lies in build folders and dependencies imports nothing", async () => {
  await using shop = await project({
    "src/a.ts": "export const a = 1;\n",
    "dist/b.js": 'import "../src/a";\n',
    "node_modules/x/c.js": 'import "../../src/a";\n',
  });
  expect((await shop.ask({ path: "src/a.ts" })).body.answer.importers).toEqual([]);
});

test("long answers become paths, then folders, then counts", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [
      `src/deep/folder${n % 9}/file${n}.ts`,
      'import { used } from "../../used";\n',
    ]),
  );
  await using shop = await project({ ...many, "src/used.ts": "export const used = 1;\n" });
  const stage = async (max_answer_chars: number) => {
    const { body } = await shop.ask({ path: "src/used.ts", max_answer_chars });
    return [body.detail, JSON.stringify(body.answer)];
  };
  expect((await stage(20_000))[0]).toBe("full");
  expect((await stage(3_000))[0]).toBe("files");
  const [folders, text] = await stage(1_200);
  expect(folders).toBe("folders");
  expect(text).toContain('{"folder":"src/deep/folder0","files":7}');
  expect(await stage(500)).toEqual(["count", '{"imports":0,"importers":60,"outside":0,"unknown":0}']);
});

test("what is not there is an error; a file that nobody imports gets a hint", async () => {
  await using shop = await project(SHOP);
  expect((await shop.ask({ path: "src/gone.ts" })).status).toBe(404);
  const { body } = await shop.ask({ path: "test/line.test.ts", direction: "importers" });
  expect(body.answer.importers).toEqual([]);
  expect(body.hint).toContain("No import");
});
