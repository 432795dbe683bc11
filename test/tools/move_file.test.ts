/** Files and folders get other paths, and imports follow by TypeScript's server; without one they are told. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmod, mkdir, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { type TestApp, testApp } from "../fixture/app.ts";
import { filesIn } from "../fixture/files-in.ts";
import { typescriptServer } from "../fixture/real-servers.ts";
import { type Body, indexed } from "../fixture/served-servers.ts";
import { NO_SERVERS, SHAPE_SERVERS, settled } from "../fixture/shapes.ts";

setDefaultTimeout(120_000);

const PIXELS = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255]);

const FILES: Record<string, string | Uint8Array> = {
  "tsconfig.json": '{"compilerOptions": {"strict": true, "noEmit": true, "module": "esnext"}, "include": ["src"]}',
  "src/shop.ts": 'import { till } from "./desk/till";\nexport const shop = till;\n',
  "src/desk/till.ts":
    'import { coin } from "../coin";\nimport { drawer } from "./drawer";\nexport const till = coin + drawer;\n',
  "src/desk/drawer.ts": "export const drawer = 2;\n",
  "src/desk/deep/sign.png": PIXELS,
  "src/desk/open.sh": "echo open\n",
  "src/coin.ts": "export const coin = 1;\n",
};

interface Moved {
  change_id?: string;
  applied: boolean;
  files: { path: string; kind: string; from?: string; diff?: string }[];
  server?: string;
  left?: { path: string; lines: number[] }[];
}

let shop: TestApp;
let plain: TestApp;
/** Once the servers have heard of what the tests did before; what was moved cannot be asked for again. */
const move = async (path: string, new_path: string, more: object = {}, from = shop) => {
  const input = { path, new_path, ...more };
  const shown = (await settled<Moved>(from, "move_file", { ...input, dry_run: true })) as unknown as Body<Moved>;
  if ("dry_run" in more) return shown;
  return (await (await from.post("/tools/move_file", input)).json()) as Body<Moved>;
};
const undo = async ({ answer }: Body<Moved>, from = shop) =>
  expect((await from.post("/tools/undo_change", { change_id: answer.change_id })).status).toBe(200);
const text = (path: string) => Bun.file(join(shop.project, path)).text();

async function typescriptErrors(): Promise<string> {
  const child = Bun.spawn([typescriptServer()[0], "-p", "."], { cwd: shop.project, stdout: "pipe", stderr: "ignore" });
  const [said] = await Promise.all([child.stdout.text(), child.exited]);
  return said.trim();
}

beforeAll(async () => {
  shop = await testApp({ files: FILES, settings: SHAPE_SERVERS });
  plain = await testApp({ files: FILES, settings: NO_SERVERS });
  for (const app of [shop, plain]) {
    await chmod(join(app.project, "src/desk/open.sh"), 0o755);
    await indexed(app);
  }
}, 120_000);
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await plain[Symbol.asyncDispose]();
});

describe("by TypeScript's server", () => {
  test("imports of a file and by it follow, as one change that can be undone", async () => {
    const before = await filesIn(shop.project);
    const done = await move("src/desk/till.ts", "src/counter/front/till.ts");
    expect(done).toMatchObject({ source: "server", complete: true, answer: { applied: true, server: "typescript" } });
    expect(done.answer.files.map(({ path, kind, from }) => ({ path, kind, from }))).toEqual([
      { path: "src/counter/front/till.ts", kind: "moved", from: "src/desk/till.ts" },
      { path: "src/shop.ts", kind: "edited", from: undefined },
    ]);
    expect(await text("src/shop.ts")).toContain('"./counter/front/till"');
    expect(await text("src/counter/front/till.ts")).toContain('"../../desk/drawer"');
    expect(await typescriptErrors()).toBe("");
    await undo(done);
    expect(await filesIn(shop.project)).toEqual(before);
  });

  test("H37: a folder goes with all that is in it, and only its new paths are spoken of", async () => {
    const before = await filesIn(shop.project);
    const done = await move("src/desk", "src/lib/desk");
    expect(done).toMatchObject({ complete: true, answer: { applied: true } });
    const after = await filesIn(shop.project);
    expect(Object.keys(after).filter((path) => path.startsWith("src/desk"))).toEqual([]);
    expect(await Bun.file(join(shop.project, "src/lib/desk/deep/sign.png")).bytes()).toEqual(PIXELS);
    expect((await stat(join(shop.project, "src/lib/desk/open.sh"))).mode & 0o777).toBe(0o755);
    expect(after["src/lib/desk/till.ts"]).toContain('from "./drawer"');
    expect(await typescriptErrors()).toBe("");
    const uses = await settled<{ places: { path: string }[] }>(shop, "find_referencing_symbols", {
      name_path: "drawer",
      path: "src/lib/desk/drawer.ts",
    });
    expect(new Set(uses.answer.places.map(({ path }) => path))).toEqual(new Set(["src/lib/desk/till.ts"]));
    expect(await settled(shop, "get_symbols_overview", { path: "src/desk/till.ts" })).toMatchObject({
      code: "not_found",
    });
    await undo(done);
    expect(await filesIn(shop.project)).toEqual(before);
    expect((await stat(join(shop.project, "src/desk/open.sh"))).mode & 0o777).toBe(0o755);
  });

  test("a dry run shows what would follow, and nothing for what only moves", async () => {
    const before = await filesIn(shop.project);
    const { answer } = await move("src/coin.ts", "src/money/coin.ts", { dry_run: true });
    expect(answer.files).toMatchObject([
      { path: "src/desk/till.ts", diff: expect.stringContaining('+import { coin } from "../money/coin";') },
      { path: "src/money/coin.ts", kind: "moved" },
    ]);
    expect(answer.files[1]!.diff).toBeUndefined();
    expect(await filesIn(shop.project)).toEqual(before);
  });
});

describe("without a server", () => {
  test("what imports a moved file, and what it imports from its old place, is told with its lines", async () => {
    const done = await move("src/desk/till.ts", "src/till.ts", {}, plain);
    expect(done).toMatchObject({ source: "index", complete: false, reason: expect.stringContaining("imports") });
    expect(done.answer.applied).toBe(true);
    expect(done.answer.left).toEqual([
      { path: "src/shop.ts", lines: [1] },
      { path: "src/till.ts", lines: [1, 2] },
    ]);
    await undo(done, plain);
  });

  test("a file that is no program moves as it is, and nothing is missing", async () => {
    const done = await move("src/desk/deep/sign.png", "sign.png", {}, plain);
    expect(done).toMatchObject({ complete: true });
    expect(await Bun.file(join(plain.project, "sign.png")).bytes()).toEqual(PIXELS);
    await undo(done, plain);
  });

  test("nothing is written over, moved into itself, taken from outside, or half copied", async () => {
    await symlink("coin.ts", join(plain.project, "src/link.ts"));
    await mkdir(join(plain.project, "src/other/.git"), { recursive: true });
    await Bun.write(join(plain.project, "src/other/a.txt"), "a\n");
    const before = await filesIn(plain.project);
    const refused: [string, string, string][] = [
      ["src/coin.ts", "src/shop.ts", "exists"],
      ["src/coin.ts", "src/desk", "exists"],
      ["src/desk", "src/other", "exists"],
      ["src/desk", "src/desk/inner", "invalid_arguments"],
      ["src/none.ts", "src/some.ts", "not_found"],
      ["src/coin.ts", "../coin.ts", "outside_project"],
      ["src/coin.ts", ".git/coin.ts", "forbidden"],
      ["src/link.ts", "src/way.ts", "refused"],
      ["src", "lib", "refused"],
      ["src/other", "src/more", "refused"],
    ];
    for (const [path, to, code] of refused) {
      const { code: given } = await move(path, to, {}, plain);
      expect({ path, to, code: given }).toEqual({ path, to, code });
    }
    expect(await filesIn(plain.project)).toEqual(before);
    const same = await move("src/coin.ts", "src/coin.ts", {}, plain);
    expect(same.answer).toMatchObject({ applied: false, files: [] });
  });
});
