/** What the index says of itself, and what can be asked of it: to look again, and to go. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { git } from "../fixture/project.ts";
import { type Questions, questions } from "../fixture/questions.ts";
import { tmp } from "../fixture/tmp.ts";

interface Status {
  state: string;
  phase: string;
  files: number;
  symbols: number;
  languages: { language: string; files: number }[];
  skipped: { reason: string; files: number }[];
  files_with_errors: number;
  watcher: { state: string };
  is_writer: boolean;
  head_commit?: string;
  last_fault?: { message: string; at: string };
  refreshes: { job: string; path: string; state: string }[];
}

const FILES = {
  "src/a.ts": "export function alpha() {}\n",
  "src/b.py": "def beta():\n    pass\n",
  "lib/broken.ts": "export function ( {{\n",
  "logo.png": new Uint8Array([137, 80, 78, 71, 0, 0, 0, 0]),
  ".env": "KEY=1\n",
};

let shop: Questions;
const status = async (from = shop, input: Record<string, unknown> = {}) =>
  (await from.ask<Status>("get_index_status", input)).body;

beforeAll(async () => {
  shop = await questions({ files: FILES, settings: { included_optional_tools: ["clear_index"] } });
  git(shop.app.project, "init", "--quiet");
  git(shop.app.project, "add", "src");
  git(shop.app.project, "commit", "--quiet", "--message", "Begin");
  await shop.indexed();
});
afterAll(() => shop[Symbol.asyncDispose]());

describe("get_index_status", () => {
  test("is ready with what is there, what was passed over and why, who writes, and the commit", async () => {
    const { answer, complete, generation } = await status();
    expect(complete).toBeUndefined();
    expect(generation).toBeGreaterThan(0);
    expect(answer).toMatchObject({
      state: "ready",
      phase: "idle",
      files: 5,
      languages: [
        { language: "typescript", files: 2 },
        { language: "python", files: 1 },
      ],
      files_with_errors: 1,
      watcher: { state: "watching" },
      is_writer: true,
      head_commit: git(shop.app.project, "rev-parse", "HEAD").trim(),
    });
    expect(answer.skipped).toContainEqual({ reason: "binary", files: 1 });
    expect(answer.skipped).toContainEqual({ reason: "secret", files: 1 });
    expect(answer.last_fault).toBeUndefined();
  });

  test("counts a folder", async () => {
    expect((await status(shop, { path: "src" })).answer).toMatchObject({ files: 2, symbols: 2, skipped: [] });
    expect((await status(shop, { path: "src/a.ts" })).answer).toMatchObject({ files: 1, symbols: 1 });
  });

  test("H30 after a checkout it shows the new commit, and symbols of the old branch are not found", async () => {
    git(shop.app.project, "checkout", "--quiet", "-b", "next");
    shop.write("src/a.ts", "export function omega() {}\n");
    git(shop.app.project, "commit", "--quiet", "--all", "--message", "Next");
    git(shop.app.project, "checkout", "--quiet", "main");
    const next = git(shop.app.project, "rev-parse", "next").trim();
    expect((await status()).answer.head_commit).not.toBe(next);
    git(shop.app.project, "checkout", "--quiet", "next");
    const found = async (query: string) => (await shop.ask("search_symbol", { query })).body;
    const [omega, alpha] = [await found("omega"), await found("alpha")];
    expect(omega.answer).toMatchObject({ symbols: [{ name_path: "omega" }] });
    if (alpha.complete !== false) expect(alpha.answer).toEqual({ symbols: [] });
    expect((await status()).answer.head_commit).toBe(next);
  });

  test("refresh returns at once with a job whose end can be seen", async () => {
    const { body } = await shop.ask<{ job: string }>("refresh", { path: "src" });
    const { job } = body.answer;
    let refreshes = (await status()).answer.refreshes;
    for (let n = 0; n < 100 && refreshes[0]!.state === "running"; n++) refreshes = (await status()).answer.refreshes;
    expect(refreshes[0]).toMatchObject({ job, path: "src", state: "done" });
    expect((await shop.ask<{ job: string }>("refresh", {})).body.answer.job).not.toBe(job);
  });

  test("H75 what went wrong is named with its time, and the index is not said to be ready", async () => {
    const project = await shop.app.app.projects.at(shop.app.project);
    const index = shop.app.app.indexOf(project);
    Object.defineProperty(index, "state", {
      configurable: true,
      get: () => ({
        ...Object.getOwnPropertyDescriptor(Object.getPrototypeOf(index), "state")!.get!.call(index),
        fault: "disk full",
        faultAt: "2026-01-01T00:00:00.000Z",
      }),
    });
    const { answer } = await status();
    Reflect.deleteProperty(index, "state");
    expect(answer).toMatchObject({
      state: "failed",
      last_fault: { message: "disk full", at: "2026-01-01T00:00:00.000Z" },
    });
    expect((await status()).answer.state).toBe("ready");
  });
});

describe("clear_index", () => {
  const indexes = () => readdirSync(join(shop.app.dataDir, "index"));

  test("H36 removes the index of a project whose folder is gone, and refuses one that nobody knows", async () => {
    await using gone = await tmp({ "a.ts": "export const a = 1;\n" });
    const project = await shop.app.app.projects.at(gone.path);
    const before = indexes().length;
    await shop.app.app.indexOf(project).whole(AbortSignal.timeout(30_000));
    expect(indexes()).toHaveLength(before + 1);
    rmSync(gone.path, { recursive: true });
    const { body } = await shop.ask<{ projects: { root: string; exists: boolean }[] }>("list_projects", {});
    expect(body.answer.projects).toContainEqual(expect.objectContaining({ root: gone.path, exists: false }));
    const cleared = await shop.ask<{ freed_bytes: number }>("clear_index", { project: gone.path });
    expect(cleared.body.answer.freed_bytes).toBeGreaterThan(1_000);
    expect(indexes()).toHaveLength(before);
    const never = await shop.ask("clear_index", { project: `${gone.path}-never` });
    expect(never.status).toBe(404);
    expect(never.body.detail).toContain("-never");
  });

  test("removes the index of an open project, which the next question makes anew", async () => {
    const { status: code } = await shop.ask("clear_index", { project: shop.app.project });
    expect(code).toBe(200);
    await shop.indexed();
    expect((await shop.ask("search_symbol", { query: "beta" })).body).toMatchObject({ source: "index", total: 1 });
    expect(existsSync(join(shop.app.project, "src/a.ts"))).toBe(true);
  });
});

describe("H99 a project with nothing to index", () => {
  test.each([
    ["an empty folder", {}],
    ["a folder of binaries", { "a.bin": new Uint8Array([0, 1, 2, 0]) }],
    ["a folder that is ignored", { ".gitignore": "*\n", "a.ts": "export const a = 1;\n" }],
  ] as const)("%s is ready with the reason, and knows the first file", async (_, files) => {
    await using empty = await questions({ files });
    await empty.indexed();
    const first = await status(empty);
    expect(first.answer).toMatchObject({ state: "ready", phase: "idle", symbols: 0 });
    expect(first.hint).toBeString();
    await empty.ask("refresh", {});
    await empty.indexed();
    expect((await status(empty)).answer).toMatchObject({ state: "ready", phase: "idle", symbols: 0 });
    if (".gitignore" in files) empty.remove(".gitignore");
    empty.write("first.ts", "export function first() {}\n");
    expect((await empty.ask("search_symbol", { query: "first" })).body.answer).toMatchObject({
      symbols: [{ name_path: "first" }],
    });
  });
});
