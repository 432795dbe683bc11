/** What an agent sees of language servers that crash, hang, are not there, or are not ready. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Scenario } from "../fixture/fake-language-server.ts";
import { RpcSession, toolCall } from "../fixture/rpc.ts";
import { brief, GOOD, servedWith, TWO_FILES } from "../fixture/served-servers.ts";

setDefaultTimeout(60_000);

const SETTINGS = { tool_timeout_s: 7 };
const REFERENCES = "textDocument/references";

const answering = (reply: object): Scenario => ({ ...GOOD, replies: { [REFERENCES]: reply } });
const BOOM = answering({ crash: 3, steps: [{ stderr: "boom\n" }] });

describe("H48 a server that ends in the middle of a request", () => {
  test("is started anew and asked once more", async () => {
    await using waymark = await servedWith({
      files: TWO_FILES,
      fakes: { one: { scenario: { each_run: [BOOM, GOOD] } } },
    });
    const body = await waymark.uses("a.ts", "a");
    expect([brief(body), body.complete, body.answer.server]).toEqual([["b.ts 1:14"], true, "one"]);
    expect(await waymark.starts("one")).toBe(2);
  });

  test("again and again is named with its exit code and last words, and names and text are found without it", async () => {
    await using waymark = await servedWith({ files: TWO_FILES, fakes: { one: { scenario: BOOM } } });
    const body = await waymark.uses("a.ts", "a");
    expect(body).toMatchObject({ complete: false, reason: expect.stringContaining("no language server answered") });
    expect(body.source).not.toBe("server");
    expect(body.answer.server_problem).toMatch(/"one" ended with exit code 3.*boom/s);
    expect(await waymark.call("search_for_pattern", { pattern: "const b" })).toMatchObject({ total: 1 });
    const [row] = await waymark.rows();
    expect(row).toMatchObject({ server: "one", state: "failed", reason: expect.stringContaining("boom"), starts: 2 });
    const problem = async () => (await waymark.uses("a.ts", "a")).answer.server_problem;
    while (!(await problem())?.includes("tried again in")) expect(await waymark.starts("one")).toBeLessThan(9);
    const before = await waymark.starts("one");
    await waymark.call("restart_language_server", {});
    expect(await problem()).toContain("exit code 3");
    expect(await waymark.starts("one")).toBe(before + 2); // a person knows better
  });
});

describe("H49 a server that does not answer", () => {
  test("is named with the method, is told that nobody waits, and is started anew when it goes on so", async () => {
    const fakes = { one: { scenario: { each_run: [answering({ hang: true }), GOOD] } } };
    await using waymark = await servedWith({ files: TWO_FILES, fakes, settings: SETTINGS });
    await waymark.warm();
    for (const _ of [1, 2]) {
      const body = await waymark.uses("a.ts", "a");
      expect(body).toMatchObject({ complete: false });
      expect(body.answer.server_problem).toContain(
        `"one" did not answer ${REFERENCES} within 4.2 s; the request was cancelled`,
      );
      expect(await waymark.call("get_symbols_overview", { path: "a.ts" })).toMatchObject({ total: 1 });
    }
    // The second time it is ended at once, before it may have read that.
    while ((await waymark.received("one", "$/cancelRequest")).length === 0) await Bun.sleep(20);
    const body = await waymark.uses("a.ts", "a");
    expect([brief(body), body.complete]).toEqual([["b.ts 1:14"], true]);
    expect(await waymark.starts("one")).toBe(2);
  });

  test("even to the first greeting does not keep the caller from what is known without it", async () => {
    const fakes = { one: { scenario: { ...GOOD, replies: { initialize: { hang: true } } } } };
    await using waymark = await servedWith({ files: { ...TWO_FILES, "c.ts": "a;\n" }, fakes, settings: SETTINGS });
    await waymark.warm();
    const body = await waymark.uses("a.ts", "a");
    expect([brief(body), body.complete]).toEqual([["c.ts 1:1"], false]);
    expect(body.answer.server_problem).toContain('"one" is still starting');
    expect(await waymark.rows()).toMatchObject([{ server: "one", state: "starting" }]);
  });
});

test("H50 a server whose command is not found is told in the status with what helps, and all else works", async () => {
  const settings = {
    servers: { pyright: { command: ["no-such-langserver", "--stdio"] } },
    language_servers: { python: ["pyright"] },
  };
  await using waymark = await servedWith({ files: { "a.py": "def f():\n    return 1\n\n\nf()\n" }, settings });
  expect(await waymark.rows()).toMatchObject([
    {
      server: "pyright",
      state: "not_found",
      reason: expect.stringContaining("command not found: no-such-langserver"),
      remedy: expect.stringContaining("Correct servers.pyright.command in your settings"),
    },
  ]);
  expect(await waymark.call("search_for_pattern", { pattern: "return 1" })).toMatchObject({ total: 1 });
  expect(await waymark.call("find_symbol", { name_path: "f" })).toMatchObject({ total: 1 });
  const uses = await waymark.uses("a.py", "f");
  expect([brief(uses), uses.complete]).toEqual([["a.py 5:1"], false]);
  expect(uses.answer.server_problem).toContain("no-such-langserver");
});

test("H60 a call that is cancelled cancels the request to the server, and others go on", async () => {
  const fakes = { one: { scenario: answering({ hang: true }) } };
  await using waymark = await servedWith({ files: TWO_FILES, fakes });
  const session = await RpcSession.open(waymark.served.fetch);
  const pending = session.post(toolCall("find_referencing_symbols", { path: "a.ts", name_path: "a" }, "slow"));
  while ((await waymark.received("one", REFERENCES)).length === 0) await Bun.sleep(10);
  await session.post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "slow" } });
  while ((await waymark.received("one", "$/cancelRequest")).length === 0) await Bun.sleep(10);
  expect(await waymark.rows()).toMatchObject([{ server: "one", state: "ready", starts: 1 }]);
  await (await pending).text(); // ends, with or without an answer
});

test("a server that is never ready gives answers that say so", async () => {
  const begin = { method: "$/progress", params: { token: 1, value: { kind: "begin", title: "Loading" } } };
  const spec = { ready: { rule: "progress", timeout_s: 1 }, unready_answers: "empty" };
  const scenario: Scenario = { ...answering({ result: [] }), on: { initialized: [{ notify: begin }] } };
  await using waymark = await servedWith({ files: TWO_FILES, fakes: { one: { scenario, spec } } });
  const body = await waymark.uses("a.ts", "a");
  expect(body).toMatchObject({ complete: false, reason: "one is still loading the project (Loading)", total: 0 });
  expect(await waymark.rows()).toMatchObject([{ state: "indexing", reason: expect.stringContaining("Loading") }]);
});
