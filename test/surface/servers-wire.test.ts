/** What goes over the wire to a server that Waymark started: answers to its questions, floods, and how it is introduced. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Reply, Scenario } from "../fixture/fake-language-server.ts";
import { brief, GOOD, servedWith, TWO_FILES } from "../fixture/served-servers.ts";

setDefaultTimeout(90_000);

const USES = 150_000;

test("H54 every question of a server is answered, before it serves anything", async () => {
  const item = { section: "fake" };
  const edit = { changes: { "$root/a.ts": [{ range: onLine(0, 1), newText: "no" }] } };
  const ask = (method: string, params?: object) => ({ ask: { method, ...(params && { params: params as never }) } });
  const scenario: Scenario = {
    ...GOOD,
    hold: true,
    on: {
      initialized: [
        ask("workspace/configuration", { items: [item, { section: "fake.deep" }, { section: "none" }] }),
        ask("client/registerCapability", { registrations: [{ id: "1", method: "workspace/didChangeWatchedFiles" }] }),
        ask("window/workDoneProgress/create", { token: 1 }),
        ask("workspace/workspaceFolders"),
        ask("workspace/applyEdit", { edit }),
        ask("foo/bar"),
      ],
    },
  };
  const settings = { server_settings: { one: { fake: { deep: 5 } } } };
  await using waymark = await servedWith({ files: TWO_FILES, fakes: { one: { scenario } }, settings });
  expect(brief(await waymark.uses("a.ts", "a"))).toEqual(["b.ts 1:14"]);
  const answers = (await waymark.received("one")).filter(({ to }) => to !== undefined);
  expect(Object.fromEntries(answers.map(({ to, answer }) => [to, answer]))).toMatchObject({
    "workspace/configuration": [{ deep: 5 }, 5, expect.anything()], // a section without settings is empty, which none takes amiss
    "client/registerCapability": null,
    "window/workDoneProgress/create": null,
    "workspace/workspaceFolders": [{ uri: `file://${waymark.root}` }],
    "workspace/applyEdit": { applied: false },
    "foo/bar": { error: { code: -32601 } },
  });
  expect(readFileSync(waymark.path("a.ts"), "utf8")).toBe(TWO_FILES["a.ts"]);
});

test("H53 floods on stderr and in an answer, while a large file is opened, block nobody", async () => {
  const line = `${"x".repeat(1_023)}\n`;
  const range = (line: number) => ({ start: { line, character: 0 }, end: { line, character: 3 } });
  const uri = `$root/${"b".repeat(50)}.ts`;
  const many = Array.from({ length: USES }, (_, line) => ({ uri, range: range(line) })); // about 30 MB
  const initialize = {
    result: { capabilities: GOOD.capabilities! },
    steps: [{ stderr: line, times: 50 * 1_024 }, { stderr: "the last line\n" }],
  };
  const run = (...replies: Reply[]): Scenario => ({ replies: { initialize, "textDocument/references": replies } });
  const scenario: Scenario = { each_run: [run({ result: many }, { crash: 4 }), run({ crash: 4 })] };
  const big = `export const big = 1;\n${`// ${"y".repeat(97)}\n`.repeat(50_000)}`; // 5 MB
  const files = { "a.ts": big, [`${"b".repeat(50)}.ts`]: "big;\n".repeat(USES), "c.ts": "const c = 3;\n" };
  await using waymark = await servedWith({ files, fakes: { one: { scenario } } });
  const other = waymark.call("search_for_pattern", { pattern: "const c =" });
  const body = await waymark.uses("a.ts", "big", { limit: 5 });
  expect(await other).toMatchObject({ total: 1 });
  expect([body.total, body.complete]).toEqual([USES, true]);
  expect(body.answer.places.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
  const died = await waymark.uses("a.ts", "big");
  expect(died.answer.server_problem).toContain("the last line");
});

test("H55 rust-analyzer has a build folder of its own, and what the user sets wins", async () => {
  const files = {
    "Cargo.toml": '[package]\nname = "x"\nversion = "0.1.0"\n',
    "src/main.rs": "fn f() {}\nfn main() { f() }\n",
  };
  const range = { start: { line: 1, character: 12 }, end: { line: 1, character: 13 } };
  const ready = { notify: { method: "experimental/serverStatus", params: { quiescent: true } } };
  const scenario: Scenario = {
    capabilities: GOOD.capabilities!,
    replies: { "textDocument/references": { result: [{ uri: "$uri", range }] } },
    on: { initialized: [ready] },
  };
  // Only the command is another: all else is as it ships.
  const fake = { scenario, spec: { languages: ["rust"], needs_open: undefined } };
  const options = async (settings: object) => {
    await using waymark = await servedWith({ files, fakes: { "rust-analyzer": fake }, settings: { ...settings } });
    const body = await waymark.uses("src/main.rs", "f");
    expect([brief(body), body.complete]).toEqual([["src/main.rs 2:13"], true]);
    const [{ params } = {}] = await waymark.received("rust-analyzer", "initialize");
    return params as unknown as { initializationOptions: { cargo: object } };
  };
  expect(await options({})).toMatchObject({ initializationOptions: { cargo: { targetDir: true } } });
  const server_settings = { "rust-analyzer": { "rust-analyzer": { cargo: { targetDir: "target/mine" } } } };
  expect(await options({ server_settings })).toMatchObject({
    initializationOptions: { cargo: { targetDir: "target/mine", buildScripts: { enable: false } } },
  });
});

function onLine(start: number, end: number) {
  return { start: { line: 0, character: start }, end: { line: 0, character: end } };
}
