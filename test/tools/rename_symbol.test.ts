/** Renames by real servers: the checker has nothing new to say afterwards; and what stands in for a server. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type TestApp, testApp } from "../fixture/app.ts";
import { filesIn } from "../fixture/files-in.ts";
import { installServers, pyrightServer, typescriptServer } from "../fixture/real-servers.ts";
import { type Body, indexed } from "../fixture/served-servers.ts";
import { NO_SERVERS, SHAPE_SERVERS, settled } from "../fixture/shapes.ts";

setDefaultTimeout(120_000);

const strict = (more: object) => JSON.stringify({ compilerOptions: { strict: true, module: "esnext", ...more } });

/** Two packages of TypeScript, one of Python, and single files. */
const FILES: Record<string, string> = {
  "tsconfig.json": strict({ noEmit: true, paths: { "@shop/*": ["./packages/*/src/index.ts"] } }),
  "packages/cart/src/cart.ts": `/** A cart; the Cart of a shop. */
export class Cart {
  total(): number {
    return 1;
  }
}
export interface Priced {
  price: number;
}
export const cart = new Cart();
`,
  "packages/cart/src/index.ts": 'export { Cart, cart, type Priced } from "./cart";\nexport * as all from "./cart";\n',
  "packages/till/src/till.ts": `import { Cart, all, type Priced } from "@shop/cart";
/** Takes a Cart. */
export function pay(cart: Cart): string {
  const other = new all.Cart();
  const price = cart.total() + other.total();
  const priced: Priced = { price };
  return \`Cart \${priced.price}\`;
}
`,
  "packages/cart/src/again.ts": 'import { Cart } from "./cart";\nexport { Cart };\nexport const held = { Cart };\n',
  "packages/till/src/more.ts":
    'import { Cart as C, held } from "../../cart/src/again";\nexport { Cart } from "@shop/cart";\nexport const two = [new C(), new held.Cart()];\n',
  "packages/till/src/index.ts": 'export { pay } from "./till";\n',
  "e.ts": 'const tag = "🚀🚀"; export const fuel = tag.length;\n',
  "use.ts": 'import { fuel } from "./e";\nexport const more = { 雪: "雪", fuel };\nexport const most = more.fuel;\n',
  "r.ts": "const a = 1; const b = 2; a + b;\nexport class R { a = 1; b() {} }\n",
  "shop/__init__.py": "",
  "shop/stock.py": `class Stock:
    """The Stock of a shop."""

    def count_all(self) -> int:
        return 1


def fill(stock: Stock) -> Stock:
    return stock
`,
  "shop/sale.py": `from shop.stock import Stock, fill


def sell() -> int:
    return fill(Stock()).count_all()
`,
  "sale_test.py": "from shop import stock\n\nassert stock.Stock().count_all() == 1\n",
};

interface Renamed {
  change_id?: string;
  applied: boolean;
  files: { path: string; kind: string; diff?: string }[];
  server_problem?: string;
  warnings?: string[];
}

let shop: TestApp;
const rename = (input: object, from = shop) =>
  settled<Renamed>(from, "rename_symbol", input) as unknown as Promise<Body<Renamed>>;
const undo = async ({ answer }: Body<Renamed>) =>
  expect((await shop.post("/tools/undo_change", { change_id: answer.change_id })).status).toBe(200);
const text = (path: string) => Bun.file(`${shop.project}/${path}`).text();

/** What a checker of the whole project says. */
async function complaints(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { cwd: shop.project, stdout: "pipe", stderr: "ignore" });
  const [said] = await Promise.all([child.stdout.text(), child.exited]);
  return said.trim();
}
const typescriptErrors = () => complaints([typescriptServer()[0], "-p", "."]);
const pyrightErrors = async () => {
  const [program, flag, script] = pyrightServer() as string[];
  return /\d+ errors?/.exec(await complaints([program!, flag!, script!.replace("langserver.", "")]))?.[0];
};

beforeAll(async () => {
  await installServers();
  shop = await testApp({ files: FILES, settings: SHAPE_SERVERS });
  await indexed(shop);
});
afterAll(() => shop[Symbol.asyncDispose]());

describe("by TypeScript's server", () => {
  test("a class follows through packages and what exports it again, members keep their names, and the compiler has nothing to say before and after", async () => {
    expect(await typescriptErrors()).toBe("");
    const done = await rename({ name_path: "Cart", path: "packages/cart/src/cart.ts", new_name: "Basket" });
    expect(done).toMatchObject({ source: "server", complete: true, answer: { applied: true } });
    expect(done.answer.files.map(({ path }) => path)).toEqual([
      "packages/cart/src/again.ts",
      "packages/cart/src/cart.ts",
      "packages/cart/src/index.ts",
      "packages/till/src/more.ts",
      "packages/till/src/till.ts",
    ]);
    expect(done.answer.warnings).toBeUndefined();
    expect(await typescriptErrors()).toBe("");
    expect(await text("packages/cart/src/index.ts")).toContain("export { Basket, cart,");
    expect(await text("packages/cart/src/again.ts")).toBe(
      'import { Basket } from "./cart";\nexport { Basket };\nexport const held = { Cart: Basket };\n',
    );
    expect(await text("packages/till/src/more.ts")).toBe(
      'import { Basket as C, held } from "../../cart/src/again";\nexport { Basket } from "@shop/cart";\nexport const two = [new C(), new held.Cart()];\n',
    );
    expect(await text("packages/till/src/till.ts")).toContain("import { Basket, all,");
    expect(await text("packages/till/src/till.ts")).toContain("new all.Basket()");
    expect(await text("packages/till/src/till.ts")).toContain("/** Takes a Cart. */");
    await undo(done);
    expect(await text("packages/till/src/till.ts")).toBe(FILES["packages/till/src/till.ts"]!);
  });

  test("with in_comments the name follows in comments and strings of those files, and modules keep theirs", async () => {
    const input = { name_path: "Cart", path: "packages/cart/src/cart.ts", in_comments: true };
    const shown = await rename({ ...input, name_path: "cart", new_name: "trolley", dry_run: true });
    expect(shown.answer.files[1]!.diff).toMatch(/\+export { Cart, trolley.* from "\.\/cart";/);
    const done = await rename({ ...input, new_name: "Basket" });
    expect(await text("packages/cart/src/cart.ts")).toStartWith("/** A cart; the Basket of a shop. */\n");
    expect(await text("packages/till/src/till.ts")).toContain("/** Takes a Basket. */");
    expect(await text("packages/till/src/till.ts")).toMatch(/`Basket \$\{priced\.price\}`/);
    expect(await typescriptErrors()).toBe("");
    await undo(done);
  });

  test("a property whose short form must be spelt out is, and the compiler is content", async () => {
    const input = { name_path: "Priced/price", path: "packages/cart/src/cart.ts", new_name: "cents" };
    const done = await rename(input);
    expect(await text("packages/till/src/till.ts")).toContain("{ cents: price }");
    expect(await typescriptErrors()).toBe("");
    await undo(done);
  });

  test("H15: columns are UTF-16 units, whatever stands before the name", async () => {
    const places = await settled<{ places: { path: string; line: number; column: number }[] }>(
      shop,
      "find_referencing_symbols",
      { name_path: "fuel", path: "e.ts" },
    );
    expect(places.answer.places[0]).toMatchObject({ path: "use.ts", line: 1, column: 10 });
    const done = await rename({ name_path: "fuel", path: "e.ts", new_name: "burn" });
    expect(await text("e.ts")).toBe('const tag = "🚀🚀"; export const burn = tag.length;\n');
    expect(await text("use.ts")).toBe(
      'import { burn } from "./e";\nexport const more = { 雪: "雪", fuel: burn };\nexport const most = more.fuel;\n',
    );
    await undo(done);
  });

  test("a dry run shows the diff of each file and writes nothing", async () => {
    const before = await filesIn(shop.project);
    const shown = await rename({ name_path: "fuel", path: "e.ts", new_name: "burn", dry_run: true });
    expect(shown.answer).toMatchObject({ applied: false });
    expect(shown.answer.files.map(({ diff }) => diff)).toEqual([
      expect.stringContaining("+const tag"),
      expect.stringContaining("+import { burn }"),
    ]);
    expect(await filesIn(shop.project)).toEqual(before);
  });
});

describe("H90: a name", () => {
  const named = (new_name: string, name_path = "a") => rename({ name_path, path: "r.ts", new_name });

  test("that is taken beside it is refused with the place", async () => {
    expect(await named("b")).toMatchObject({ code: "exists", detail: expect.stringContaining("line 1") });
    expect(await named("b", "R/a")).toMatchObject({ code: "exists", detail: expect.stringContaining("line 2") });
  });

  test("that is a keyword or no identifier is refused, and a member may have a keyword's name", async () => {
    for (const name of ["class", "a b", "1x", "a-b", "é è"]) {
      expect(await named(name)).toMatchObject({ code: "invalid_arguments", errors: [{ pointer: "/new_name" }] });
    }
    const python = { name_path: "fill", path: "shop/stock.py" };
    expect(await rename({ ...python, new_name: "lambda" })).toMatchObject({ code: "invalid_arguments" });
    const done = await named("delete", "R/a");
    expect(await text("r.ts")).toContain("class R { delete = 1;");
    await undo(done);
  });

  test("that it has already changes nothing, and that is said", async () => {
    expect(await named("a")).toMatchObject({ hint: expect.any(String), answer: { applied: false, files: [] } });
    expect(await text("r.ts")).toBe(FILES["r.ts"]!);
  });

  test("that code of the files has already is done with a warning", async () => {
    const shown = await rename({ name_path: "fuel", path: "e.ts", new_name: "more", dry_run: true });
    expect(shown.answer.warnings?.join()).toContain("use.ts:2");
  });
});

describe("by Pyright", () => {
  test("a class and its method follow in all files, and the checker finds no error", async () => {
    expect(await pyrightErrors()).toBe("0 errors");
    const type = await rename({ name_path: "Stock", path: "shop/stock.py", new_name: "Supply" });
    const method = await rename({ name_path: "Supply/count_all", path: "shop/stock.py", new_name: "count" });
    for (const { answer } of [type, method]) {
      expect(answer.files.map(({ path }) => path)).toEqual(["sale_test.py", "shop/sale.py", "shop/stock.py"]);
    }
    expect(await text("sale_test.py")).toBe("from shop import stock\n\nassert stock.Supply().count() == 1\n");
    expect(await text("shop/stock.py")).toContain('"""The Stock of a shop."""');
    expect(await pyrightErrors()).toBe("0 errors");
  });
});

test("a name is no part of one that goes on behind a hyphen, where the language has such names", async () => {
  const files = {
    "a.clj":
      '(ns a)\n(defn total [x] x)\n(defn total-area [x] (total x)) ; total of total-area, sub-total.\n(str "total-area")\n',
    "a.js": "export function total(x) { return x; }\nexport const left = (a) => a-total(1);\n",
  };
  await using alone = await testApp({ files, settings: NO_SERVERS });
  await indexed(alone);
  const renamed = async (path: string) => {
    const input = { name_path: "total", path, new_name: "sum", dry_run: true, in_comments: true };
    const { files: changed } = (await rename(input, alone)).answer;
    return changed[0]!.diff!.split("\n").filter((line) => /^\+[^+]/.test(line));
  };
  expect(await renamed("a.clj")).toEqual([
    "+(defn sum [x] x)",
    "+(defn total-area [x] (sum x)) ; sum of total-area, sub-total.",
  ]);
  expect(await renamed("a.js")).toEqual([
    "+export function sum(x) { return x; }",
    "+export const left = (a) => a-sum(1);",
  ]);
});

test("without a server a dry run goes by the name, and nothing is written", async () => {
  const files = {
    "a.ts": "export function oldName() {}\nfunction own() {}\nown();\n",
    "b.ts": 'import { oldName } from "./a";\noldName(); // oldName\nconst s = "oldName";\n',
    "c.ts": "function own() {}\n",
  };
  await using alone = await testApp({ files, settings: NO_SERVERS });
  await indexed(alone);
  const input = { name_path: "oldName", path: "a.ts", new_name: "newName" };
  const shown = await rename({ ...input, dry_run: true }, alone);
  expect(shown).toMatchObject({ source: "index", complete: false, reason: expect.stringContaining("by name") });
  expect(shown.answer.server_problem).toContain("language server");
  expect(shown.answer.files.map(({ path }) => path)).toEqual(["a.ts", "b.ts"]);
  expect(shown.answer.files[1]!.diff).toContain('+newName(); // oldName\n const s = "oldName";');
  const own = await rename({ ...input, name_path: "own", dry_run: true }, alone);
  expect(own.answer.files.map(({ path }) => path)).toEqual(["a.ts"]);
  expect(await rename(input, alone)).toMatchObject({ code: "unavailable", hint: expect.stringContaining("dry_run") });
  expect(await filesIn(alone.project)).toEqual(files);
});
