import { expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { testApp } from "../fixture/app.ts";

// The first question of each project waits for its index.
setDefaultTimeout(60_000);

interface MapFile {
  path: string;
  users: number;
  symbols: { name_path: string }[];
}

interface Body {
  answer: { files: MapFile[]; other_files: number };
  complete?: boolean;
  detail: string;
  hint?: string;
}

async function project(files: Record<string, string>) {
  const app = await testApp({ files });
  const ask = async (input: Record<string, unknown>) => (await app.post("/tools/get_repo_map", input)).json();
  return {
    root: app.project,
    ask,
    async map(input: Record<string, unknown> = {}) {
      const body = (await ask(input)) as Body;
      return { body, paths: body.answer.files.map(({ path }) => path) };
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

const page = (n: number) =>
  `import { Cart } from "./store/index";\nexport function page${n}() { return new Cart().total(); }\n`;

const SHOP = {
  "src/store/index.ts": 'export * from "./cart";\nexport * from "./money";\n',
  "src/store/cart.ts":
    'import { round } from "./money";\nexport class Cart {\n  total() { return round(1); }\n  unused() {}\n}\nfunction helper() {}\n',
  "src/store/money.ts": "export function round(n: number) { return n; }\n",
  "src/page1.ts": page(1),
  "src/page2.ts": page(2),
  "src/page3.ts": page(3),
  "src/lonely.ts": "export function helper() {}\nexport function total() {}\n",
  "test/cart.test.ts":
    'import { Fake } from "./fake";\nimport { Cart } from "../src/store/cart";\nnew Fake(new Cart());\n',
  "test/more.test.ts": 'import { Fake } from "./fake";\nnew Fake();\n',
  "test/fake.ts": "export class Fake {}\n",
  "README.md": "# Cart\n",
};

test("what others use comes first, through what exports it again, with the symbols that they use", async () => {
  await using shop = await project(SHOP);
  const { body, paths } = await shop.map();
  expect(body.complete).toBeUndefined();
  expect(paths[0]).toBe("src/store/cart.ts");
  expect(body.answer.files[0]).toMatchObject({
    users: 5,
    symbols: [{ name_path: "Cart" }, { name_path: "Cart/total" }],
  });
  expect(paths.indexOf("src/store/money.ts")).toBeLessThan(paths.indexOf("src/lonely.ts"));
  // A helper of tests is used, but by tests.
  expect(paths.indexOf("test/fake.ts")).toBeGreaterThan(paths.indexOf("src/page3.ts"));
  expect(paths).not.toContain("README.md");
  expect((await shop.map()).body.answer).toEqual(body.answer);
});

test("a focus on a file, a folder or a name brings what belongs to it; words that mean nothing are said", async () => {
  await using shop = await project(SHOP);
  expect((await shop.map({ focus: ["test/fake.ts"] })).paths[0]).toBe("test/fake.ts");
  expect((await shop.map({ focus: ["helper"] })).paths.slice(0, 2)).toContain("src/lonely.ts");
  const around = (await shop.map({ focus: ["./src/page2.ts"] })).paths;
  expect(around.slice(0, 3)).toContain("src/store/cart.ts");
  expect(around.indexOf("src/page2.ts")).toBeLessThan(around.indexOf("src/page1.ts"));
  const { body } = await shop.map({ focus: ["nothing_like_this", "src"] });
  expect(body.hint).toStartWith("1 of 2 words");
});

test("a file that was written a moment ago is on the map", async () => {
  await using shop = await project(SHOP);
  await shop.map();
  writeFileSync(join(shop.root, "src/fresh.ts"), "export class Fresh {}\n");
  const { body, paths } = await shop.map();
  expect(paths.includes("src/fresh.ts") || body.complete === false).toBe(true);
});

test("H41 mutual re-exports end, and the class is used by the file that imports it", async () => {
  await using shop = await project({
    "a.ts": 'export * from "./b";\nexport class T {}\n',
    "b.ts": 'export * from "./a";\nexport { T as T } from "./a";\n',
    "c.ts": 'import { T } from "./b";\nnew T();\n',
  });
  const { body } = await shop.map();
  expect(body.answer.files[0]).toMatchObject({ path: "a.ts", users: 2, symbols: [{ name_path: "T" }] });
});

test("the budget says how many files there are, down to a count", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 120 }, (_, n) => [
      `src/some/departments/part${n}.ts`,
      `import { shared } from "../../shared";\nexport function part${n}(first: string, second: number) { return shared(first); }\n`,
    ]),
  );
  await using shop = await project({ ...many, "src/shared.ts": "export function shared(text: string) {}\n" });
  const sizes: number[] = [];
  for (const max_answer_chars of [400_000, 8_000, 3_000, 1_500]) {
    const { body, paths } = await shop.map({ max_answer_chars });
    expect(paths[0]).toBe("src/shared.ts");
    expect(JSON.stringify(body.answer).length).toBeLessThanOrEqual(max_answer_chars);
    expect(paths.length + body.answer.other_files).toBe(121);
    sizes.push(paths.length);
  }
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect(sizes[0]).toBe(121);
  expect(sizes.at(-1)).toBe(20);
  const least = await shop.ask({ max_answer_chars: 500 });
  expect(least).toMatchObject({ detail: "count", answer: { files: 121 } });
});

test("a project without code has no map, and says so", async () => {
  await using notes = await project({ "README.md": "# Nothing\n" });
  const { body, paths } = await notes.map();
  expect(paths).toEqual([]);
  expect(body.hint).toContain("no code");
});
