/** What an agent is told of problems by servers that are late, silent, at odds with themselves, or dead. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { type Answer, full, PULL, pulling, push, pushing, said, wrong } from "../fixture/diagnostics.ts";
import type { Step } from "../fixture/fake-language-server.ts";
import { appWith, type Body, type Fake, TWO_FILES } from "../fixture/served-servers.ts";

setDefaultTimeout(60_000);

type Files = Record<string, string>;

const TOOL = "get_diagnostics_for_file";

async function withServers(fakes: Record<string, Fake>, settings: object = {}, files: Files = TWO_FILES) {
  const waymark = await appWith({ files, fakes, settings: { ...settings } });
  const ask = (input: object): Promise<Body<Answer>> => waymark.call<Answer>(TOOL, input);
  return Object.assign(waymark, { ask });
}

describe("H33 no answer is not clean", () => {
  const late = pushing([{ wait_ms: 2_000 }, push([wrong("broken")])]);

  test("a server that speaks later than it is waited for is told as silent, with the time that it had", async () => {
    await using waymark = await withServers({ slow: late }, { diagnostics_wait_s: 0.5 });
    const body = await waymark.ask({ path: "a.ts" });
    expect(body).toMatchObject({
      complete: false,
      reason: 'language server "slow" said nothing of this version of the file within 0.5 s',
      total: 0,
      answer: { files: [], files_checked: 1 },
    });
    while ((await waymark.ask({ path: "a.ts" })).total === 0) await Bun.sleep(50);
    expect(await waymark.ask({ path: "a.ts" })).toMatchObject({ complete: true, total: 1 }); // by now it has spoken
  });

  test("waited for longer, it tells the error", async () => {
    await using waymark = await withServers({ slow: late }, { diagnostics_wait_s: 30 });
    const body = await waymark.ask({ path: "a.ts" });
    expect(said(body.answer)).toEqual(["a.ts 1 in a: broken"]);
    expect(body).toMatchObject({ complete: true, source: "server", answer: { servers: ["slow"] } });
  });

  test("one that has nothing to say and says so is clean", async () => {
    await using waymark = await withServers({ one: pushing([push([])]) });
    expect(await waymark.ask({ path: "a.ts" })).toMatchObject({ complete: true, total: 0 });
  });

  test("one that does not answer when asked is named with the time; what the parser sees is given", async () => {
    const files = { "a.ts": "function f() {\n  return (1;\n}\n" };
    await using waymark = await withServers({ mute: pulling({ hang: true }) }, { tool_timeout_s: 5 }, files);
    await waymark.call("get_symbols_overview", { path: "a.ts" }); // so that the parser is at work
    const body = await waymark.ask({ path: "a.ts" });
    expect(body).toMatchObject({
      complete: false,
      source: "syntax",
      reason: 'language server "mute" did not answer within 3 s',
    });
    expect(said(body.answer)).toEqual(["a.ts 2 in f: The text does not follow the grammar of TypeScript here."]);
  });

  test("one that crashes is named with its last words, and is not the end of what others say", async () => {
    const crash = pulling({ crash: 3, steps: [{ stderr: "boom\n" }] });
    const lint = pulling(full(wrong("unused", 0, { severity: 2, source: "lint" })), {}, { role: "secondary" });
    await using waymark = await withServers({ types: crash, lint });
    const body = await waymark.ask({ path: "a.ts" });
    expect(body).toMatchObject({ complete: false, source: "server", reason: 'language server "types" crashed' });
    expect(body.answer.server_problems).toEqual([expect.stringMatching(/exit code 3.*boom/s)]);
    expect([said(body.answer), body.answer.servers]).toEqual([["a.ts 1 in a: unused"], ["lint"]]);
  });

  test("one that is still loading the project may not know all", async () => {
    const begin = { method: "$/progress", params: { token: 1, value: { kind: "begin", title: "Loading" } } };
    const spec = { ready: { rule: "progress", timeout_s: 1 }, unready_answers: "empty" };
    await using waymark = await withServers({
      one: pulling(full(), { on: { initialized: [{ notify: begin }] } }, spec),
    });
    expect(await waymark.ask({ path: "a.ts" })).toMatchObject({
      complete: false,
      reason: "one is still loading the project (Loading)",
      total: 0,
    });
  });

  test("one that the user named and that is not there is missed", async () => {
    const settings = {
      servers: { lint: { languages: ["typescript"], command: ["no-such-lint"], role: "secondary" } },
      language_servers: { typescript: ["types", "lint"] },
    };
    await using waymark = await withServers({ types: pulling(full(wrong("typed"))) }, settings);
    const body = await waymark.ask({ path: "a.ts" });
    expect(said(body.answer)).toEqual(["a.ts 1 in a: typed"]);
    expect(body).toMatchObject({ complete: false, reason: 'language server "lint" is not installed' });
  });
});

describe("several servers of a file", () => {
  test("are all asked, and what two of them say is given once, as bad as the worse one takes it", async () => {
    const types = pulling(full(wrong("same  thing", 0, { severity: 2, source: "ts" }), wrong("typed", 0)));
    const lint = pushing([push([wrong("same thing", 0), wrong("styled", 0, { severity: 3 })])], { role: "secondary" });
    await using waymark = await withServers({ types, lint });
    const body = await waymark.ask({ path: "a.ts" });
    expect(body.complete).toBe(true);
    expect(body.answer.servers).toEqual(["lint", "types"]);
    const rows = body.answer.files[0]!.symbols.flatMap(({ problems }) => problems);
    expect(rows.map(({ severity, message }) => `${severity} ${message}`)).toEqual([
      "error same  thing",
      "error typed",
      "information styled",
    ]);
    expect((await waymark.ask({ path: "a.ts", min_severity: "error" })).total).toBe(2);
  });

  test("that stand for one another are not all asked: the first that is there is enough", async () => {
    await using waymark = await withServers({
      one: pulling(full(wrong("first"))),
      two: pulling(full(wrong("second"))),
    });
    const body = await waymark.ask({ path: "a.ts" });
    expect([said(body.answer), body.complete]).toEqual([["a.ts 1 in a: first"], true]);
    expect(await waymark.starts("two")).toBe(0);
  });

  test("one that speaks when asked and unasked gives both parts", async () => {
    const both: Fake = {
      scenario: {
        capabilities: { textDocumentSync: { openClose: true, change: 1, save: true }, diagnosticProvider: {} },
        replies: { [PULL]: full(wrong("asked")) },
        on: { "textDocument/didSave": [push([wrong("checked")], {})] },
      },
      spec: { diagnostics: "both", diagnostics_on_save: true, settle_ms: 200 },
    };
    await using waymark = await withServers({ both });
    const body = await waymark.ask({ path: "a.ts" });
    expect([said(body.answer).sort(), body.complete]).toEqual([["a.ts 1 in a: asked", "a.ts 1 in a: checked"], true]);
  });
});

describe("after an edit on the disk", () => {
  test("what a server says of the version before is no answer", async () => {
    const changed: Step[] = [push([wrong("old")], { version: 1 }), { wait_ms: 700 }, push([wrong("new")])];
    await using waymark = await withServers({ one: pushing([push([wrong("old")])], {}, changed) });
    expect(said((await waymark.ask({ path: "a.ts" })).answer)).toEqual(["a.ts 1 in a: old"]);
    writeFileSync(waymark.path("a.ts"), "export const changed = 1;\n");
    const body = await waymark.ask({ path: "a.ts" });
    expect([said(body.answer), body.complete]).toEqual([["a.ts 1 in changed: new"], true]);
  });

  test("of another file, what was said before is asked for anew", async () => {
    const opened: Step[] = [push([wrong("as b was")])];
    const fakes = {
      one: {
        scenario: { each_run: [{ on: { "textDocument/didOpen": opened } }] },
        spec: { diagnostics: "push", settle_ms: 50 },
      },
    };
    await using waymark = await withServers(fakes);
    await waymark.ask({ path: "a.ts" });
    await waymark.ask({ path: "a.ts" });
    expect((await waymark.received("one", "textDocument/didOpen")).length).toBe(1);
    writeFileSync(waymark.path("b.ts"), "export const b = 3;\n");
    let body = await waymark.ask({ path: "a.ts" });
    while (!body.complete) body = await waymark.ask({ path: "a.ts" });
    const opens = async () => (await waymark.received("one", "textDocument/didOpen")).length;
    while ((await opens()) < 2) await waymark.ask({ path: "a.ts" }); // news of the change may come late
    expect(said(body.answer)).toEqual(["a.ts 1 in a: as b was"]);
  });
});

describe("a folder", () => {
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`src/f${10 + at}.ts`, `export const f = 1;\n`]),
  );

  test("ends within the time of a call with what is known by then, and names what was not looked at", async () => {
    const reply = { ...full(wrong("slow")), delay_ms: 500 };
    const scenario = { concurrency: 1 };
    await using waymark = await withServers({ one: pulling(reply, {}, scenario) }, { tool_timeout_s: 10 }, many);
    await waymark.call("get_symbols_overview", { path: "src/f10.ts" });
    const body = await waymark.ask({ path: "src" });
    expect(body.complete).toBe(false);
    expect(body.reason).toMatch(/^\d+ files were not looked at$/);
    expect(await waymark.starts("one")).toBe(1); // it is slow, and no fault of its own
    expect(body.total).toBeGreaterThan(0);
    const { files, paths } = body.answer.not_checked!;
    expect(paths.length).toBe(Math.min(files, 20));
    expect(body.answer.files_checked + files).toBeLessThanOrEqual(30);
    expect(body.answer.files.map(({ path }) => path)).not.toContain(paths[0]!);
  });

  test("tells how far it is", async () => {
    const reply = { ...full(), delay_ms: 600 };
    const few = Object.fromEntries(Object.entries(many).slice(0, 8));
    await using waymark = await withServers({ one: pulling(reply, {}, { concurrency: 1 }) }, {}, few);
    const response = await waymark.app.http.request(`http://localhost/tools/${TOOL}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify({ path: "src" }),
    });
    const stream = await response.text();
    expect(stream).toMatch(/event: progress\ndata: .*"total":8,"message":"\d+ of 8 files"/);
    expect(stream).toContain('"complete":true');
  });

  test("a file for which a server hangs leaves the others known", async () => {
    const replies = [full(wrong("one")), { hang: true }, full(wrong("three"))];
    const files = { "a.ts": "let a;\n", "b.ts": "let b;\n", "c.ts": "let c;\n" };
    await using waymark = await withServers({ one: pulling(replies) }, { tool_timeout_s: 10 }, files);
    await waymark.call("get_symbols_overview", { path: "a.ts" });
    const body = await waymark.ask({ path: "." });
    expect(body.answer.files.flatMap(({ symbols }) => symbols[0]!.problems[0]!.message)).toEqual(["one", "three"]);
    expect(body).toMatchObject({ complete: false, answer: { files_checked: 2 } });
    expect(body.reason).toMatch(/^language server "one" did not answer within \d(\.\d)? s$/);
  });
});
