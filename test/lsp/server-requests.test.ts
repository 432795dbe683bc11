/** What servers ask of us: each is answered, and answered in the shape that they rely on. */
import { describe, expect, test } from "bun:test";
import { configurationFor } from "../../src/lsp/configuration.ts";
import type { Step } from "../fixture/fake-language-server.ts";
import { never, type Work, type Working, withFake } from "../fixture/language-client.ts";

/** What the client answers when the server asks this after its start. */
async function answers(
  asks: { method: string; params?: never }[],
  work: Work = {},
): Promise<Working & { answers: unknown[] }> {
  const steps: Step[] = [...asks.map((ask) => ({ ask })), { asked: true }, { notify: { method: "x/done" } }];
  const fake = await withFake({ on: { initialized: steps } }, work);
  while (!fake.events.some((event) => event.kind === "notification" && event.method === "x/done")) await Bun.sleep(5);
  const lines = (await fake.received()).filter((line) => "answer" in line);
  return Object.assign(fake, { answers: asks.map(({ method }) => lines.find((line) => line.to === method)?.answer) });
}
const asked = (method: string, params?: object) => ({ method, ...(params && { params: params as never }) });

test("H54 a server that waits for all its answers gets them, and then serves", async () => {
  const registrations = [{ id: "r", method: "textDocument/hover", registerOptions: {} }];
  const asks = [
    asked("workspace/configuration", { items: [{ section: "a" }, { section: "nobody" }, { section: "b.c" }] }),
    asked("client/registerCapability", { registrations }),
    asked("window/workDoneProgress/create", { token: 1 }),
    asked("workspace/workspaceFolders"),
    asked("workspace/applyEdit", { edit: { changes: {} } }),
    asked("foo/bar", {}),
  ];
  await using fake = await withFake(
    {
      hold: true,
      capabilities: { documentSymbolProvider: true },
      replies: { "textDocument/documentSymbol": { result: [] } },
      on: { initialized: asks.map((ask) => ({ ask })) },
    },
    { more: { settings: { a: { x: 1 }, b: { c: 2 } } } },
  );
  expect(await fake.client.ask("textDocument/documentSymbol", {}, never)).toEqual([]);
  const lines = (await fake.received()).filter((line) => "answer" in line);
  const answer = (method: string) => lines.find((line) => line.to === method)?.answer;
  expect(answer("workspace/configuration")).toEqual([{ x: 1 }, {}, 2]);
  expect(answer("client/registerCapability")).toBeNull();
  expect(answer("window/workDoneProgress/create")).toBeNull();
  expect(answer("workspace/workspaceFolders")).toEqual([{ uri: `file://${fake.path(".")}`, name: "project" }]);
  expect(answer("workspace/applyEdit")).toMatchObject({ applied: false });
  expect(answer("foo/bar")).toMatchObject({ error: { code: -32601 } });
});

test("questions for people are answered without pressing a button, unless somebody chooses", async () => {
  const params = { type: 3, message: "Import build?", actions: [{ title: "Import" }, { title: "No", extra: 1 }] };
  await using quiet = await answers([asked("window/showMessageRequest", params)]);
  expect(quiet.answers).toEqual([null]);
  const seen: unknown[] = [];
  const choose = (question: string, buttons: readonly string[]) => {
    seen.push(question, buttons);
    return "No";
  };
  await using chosen = await answers([asked("window/showMessageRequest", params)], { more: { choose } });
  expect(chosen.answers).toEqual([{ title: "No", extra: 1 }]);
  expect(seen).toEqual(["Import build?", ["Import", "No"]]);
  await using none = await answers([asked("window/showMessageRequest", { type: 1, message: "Oh" })], {
    more: { choose },
  });
  expect(none.answers).toEqual([null]);
});

test("requests to fetch something anew are answered and passed on; documents are shown to nobody", async () => {
  const kinds = ["diagnostic", "semanticTokens", "codeLens", "inlayHint", "inlineValue", "foldingRange"];
  await using fake = await answers([
    ...kinds.map((kind) => asked(`workspace/${kind}/refresh`)),
    asked("window/showDocument", { uri: "file:///x" }),
  ]);
  expect(fake.answers).toEqual([...kinds.map(() => null), { success: false }]);
  const refreshed = fake.events.flatMap((event) => (event.kind === "refresh" ? [event.what] : []));
  expect(refreshed).toEqual(kinds);
});

test("an edit that a server wants is made by who was given for it, and by nobody else", async () => {
  const edit = { changes: { "file:///a": [] } };
  const edits: unknown[] = [];
  const applyEdit = async (one: object) => {
    edits.push(one);
    return { applied: true };
  };
  await using fake = await answers([asked("workspace/applyEdit", { edit })], { more: { applyEdit } });
  expect(fake.answers).toEqual([{ applied: true }]);
  expect(edits).toEqual([edit]);
});

test("requests of one server alone are answered by its own answers", async () => {
  const own = {
    "vscode/content": (params: unknown) => `schema of ${JSON.stringify(params)}`,
    "x/nothing": () => undefined,
  };
  await using fake = await answers([asked("vscode/content", { uri: "u" }), asked("x/nothing", {})], { more: { own } });
  expect(fake.answers).toEqual(['schema of {"uri":"u"}', null]);
});

test("a server that dies of a null in its configuration lives", async () => {
  await using fake = await answers([asked("workspace/configuration", { items: [{ section: "prisma" }, {}, null] })]);
  expect(fake.answers).toEqual([[{}, {}, {}]]);
});

describe("configuration", () => {
  const ask = (settings: object, ...sections: (string | undefined)[]) =>
    configurationFor(settings as Record<string, unknown>, { items: sections.map((section) => ({ section })) });

  test("a section is found however it is written: with dots, or as objects in each other", () => {
    const settings = { "python.analysis": { mode: "strict" }, python: { pythonPath: "/p" }, css: { lint: { x: 1 } } };
    const python = { analysis: { mode: "strict" }, pythonPath: "/p" };
    expect(ask(settings, "python", "python.analysis", "python.analysis.mode", "css.lint")).toEqual([
      python,
      { mode: "strict" },
      "strict",
      { x: 1 },
    ]);
    expect(ask(settings, "", undefined)).toEqual([
      { python, css: { lint: { x: 1 } } },
      { python, css: { lint: { x: 1 } } },
    ]);
  });

  test("a key that is written as it is asked for may be a plain value, also null", () => {
    const settings = { "csharp|format.enable": false, "csharp|symbols": null };
    expect(ask(settings, "csharp|format.enable", "csharp|symbols", "csharp|other")).toEqual([false, null, {}]);
  });

  test("what is asked without a list gets one", () => {
    expect(configurationFor({}, undefined)).toEqual([]);
    expect(configurationFor({}, { items: "all" })).toEqual([]);
  });

  test("settings are not changed by being answered", () => {
    const settings = { "a.b": { x: 1 }, a: { c: 2 } };
    ask(settings, "a");
    expect(settings).toEqual({ "a.b": { x: 1 }, a: { c: 2 } });
  });
});

test("the introduction carries the spec's options, the section that belongs to them, and what the spec adds of us", async () => {
  const spec = {
    initialization_options: { own: 1 },
    options_section: "tool",
    client_capabilities: { experimental: { serverStatusNotification: true } },
  };
  await using fake = await withFake({}, { spec, more: { settings: { tool: { more: 2 } } } });
  const [{ params } = {}] = await fake.received("initialize");
  expect(params).toMatchObject({
    initializationOptions: { own: 1, more: 2 },
    capabilities: { experimental: { serverStatusNotification: true }, workspace: { configuration: true } },
    rootUri: `file://${fake.path(".")}`,
  } as never);
  const told = await fake.until(({ method }) => method === "workspace/didChangeConfiguration");
  expect(told.params).toEqual({ settings: { tool: { more: 2 } } } as never);
});
