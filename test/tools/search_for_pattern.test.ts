import { expect, test } from "bun:test";
import { join } from "node:path";
import { testApp } from "../fixture/app.ts";
import { callTool } from "../fixture/call.ts";

const paths = (answer: Record<string, unknown>) => (answer.files as { path: string }[]).map(({ path }) => path);

test("H42: without ignore files, dependencies and build output are passed over unless a path leads there", async () => {
  const names = ["src/a.ts", "dist/a.js", "node_modules/x/a.js", "vendor/lib/a.go"];
  const files = Object.fromEntries(names.map((path) => [path, "shared_word\n"]));
  const all = await callTool(files, "search_for_pattern", { pattern: "shared_word" });
  expect(paths(all.body.answer)).toEqual(["src/a.ts"]);
  const named = await callTool(files, "search_for_pattern", { pattern: "shared_word", path: "node_modules/x" });
  expect(paths(named.body.answer)).toEqual(["node_modules/x/a.js"]);
});

test("H69: too many hits are counted, shown in part, and the answer says how to go on", async () => {
  const rows = "const state = next_state;\n".repeat(50);
  const files = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`src/f${index}.ts`, rows]));
  const { status, body } = await callTool(files, "search_for_pattern", { pattern: "state", max_answer_chars: 4_000 });
  expect(status).toBe(200);
  expect(body).toMatchObject({ total: 20_000, is_truncated: true, answer: { files_with_matches: 400 } });
  expect(JSON.stringify(body).length).toBeLessThanOrEqual(4_000);
  expect(body.hint).toContain("lower limit");
});

test("H80: a pattern that hangs others is answered, and other calls meanwhile", async () => {
  const bomb = `${"a".repeat(40)}!\n`;
  await using app = await testApp({ files: { "r.txt": bomb, "large.txt": bomb.repeat(40_000), "b.txt": "b\n" } });
  for (const pattern of ["^(\\w+\\s?)*$", "(a+)+$"]) {
    const startedAt = performance.now();
    const search = app.post("/tools/search_for_pattern", { pattern });
    let slowest = 0;
    let isDone = false;
    const watch = (async () => {
      while (!isDone) {
        const askedAt = performance.now();
        expect((await app.post("/tools/read_file", { path: "b.txt" })).status).toBe(200);
        slowest = Math.max(slowest, performance.now() - askedAt);
        await Bun.sleep(1); // without a socket between, only this lets anything but the calls have its turn
      }
    })();
    expect((await search).status).toBe(200);
    const took = performance.now() - startedAt;
    isDone = true;
    await watch;
    expect(slowest).toBeLessThan(500);
    expect(took).toBeLessThan(30_000);
  }
});

test("H85: a broken expression is an error that says where and what would work", async () => {
  for (const [pattern, position] of [
    ["foo(", 4],
    ["[a-", 1],
    ["a{2,1}", 2],
    ["*x", 1],
  ] as const) {
    const { status, body } = await callTool({ "a.txt": "foo(\n" }, "search_for_pattern", { pattern });
    expect([pattern, status, body.code]).toEqual([pattern, 422, "invalid_arguments"]);
    expect(body.detail).toContain(`at position ${position}`);
    expect(body.hint).toContain('mode "literal"');
  }
});

test("H86: a folder is the same scope as path and as glob, however it is spelt", async () => {
  const files = { "src/a.ts": "word\n", "src/[id]/p.ts": "word\n", "src/i/p.ts": "word\n", "lib/b.ts": "word\n" };
  await using app = await testApp({ files });
  const found = async (input: Record<string, unknown>) => {
    const response = await app.post("/tools/search_for_pattern", { pattern: "word", ...input });
    return paths(((await response.json()) as { answer: Record<string, unknown> }).answer);
  };
  const expected = ["src/[id]/p.ts", "src/a.ts", "src/i/p.ts"];
  for (const scope of ["src", "src/", "./src", join(app.project, "src")]) {
    expect(await found({ path: scope })).toEqual(expected);
    expect(await found({ include_glob: [scope] })).toEqual(expected);
  }
  expect(await found({ include_glob: ["src/**"] })).toEqual(expected);
  expect(await found({ path: "src/[id]" })).toEqual(["src/[id]/p.ts"]);
  expect(await found({ include_glob: ["src/[id]/**"] })).toContain("src/[id]/p.ts");
});

test("a file that is no text is refused when it is named, not said to hold nothing", async () => {
  const { status, body } = await callTool({ "x.bin": new Uint8Array([0, 110, 101, 101, 100]) }, "search_for_pattern", {
    pattern: "need",
    path: "x.bin",
  });
  expect([status, body.code]).toEqual([409, "refused"]);
});
