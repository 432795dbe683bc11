/** What single fields of a server's spec change. */
import { describe, expect, test } from "bun:test";
import { givenTo } from "../../src/language/given.ts";
import type { Step } from "../fixture/fake-language-server.ts";
import { never, serverSpec, withFake } from "../fixture/language-client.ts";
import { caller, serversWith, symbolsOf } from "../fixture/language-servers.ts";
import { CATALOG } from "../fixture/project.ts";

describe("settings that nobody set", () => {
  const ask: Step = {
    ask: { method: "workspace/configuration", params: { items: [{ section: "a|b.c" }, { section: "known" }] } },
  };
  test.each([
    ["empty", {}],
    ["null", null],
  ] as const)("are answered with %s where the spec says so", async (unknown_settings, answer) => {
    await using fake = await withFake(
      { on: { initialized: [ask] } },
      { spec: { unknown_settings }, more: { settings: { known: { on: true } } } },
    );
    const line = await fake.until(({ to }) => to === "workspace/configuration");
    expect(line.answer).toEqual([answer, { on: true }]);
  });
});

test("a question to people is answered with the button that the spec names, and others with none", async () => {
  const asked = (message: string): Step => ({
    ask: {
      method: "window/showMessageRequest",
      params: { type: 3, message, actions: [{ title: "Later" }, { title: "Import build" }] },
    },
  });
  const buttons = [{ question: "^Import\\?", press: "Import build" }];
  await using fake = await withFake(
    { on: { initialized: [asked("Import?"), { asked: true }, asked("Delete all?")] } },
    { spec: { buttons } },
  );
  await fake.until(({ to, answer }) => to === "window/showMessageRequest" && answer === null);
  const answers = (await fake.received()).filter(({ to }) => to === "window/showMessageRequest");
  expect(answers.map(({ answer }) => answer)).toEqual([{ title: "Import build" }, null]);
});

test("readiness that stays is not taken back by what comes later under the same name", async () => {
  const status = (type: string): Step => ({ notify: { method: "language/status", params: { type, message: "" } } });
  const ready = {
    rule: "notification",
    method: "language/status",
    match: { type: "ServiceReady" },
    stays: true,
    timeout_s: 60,
  } as const;
  await using fake = await withFake(
    {
      on: {
        initialized: [status("Starting"), status("ServiceReady"), status("Message")],
        "x/done": [status("Message")],
      },
    },
    { spec: { ready } },
  );
  expect(await fake.client.whenReady(never)).toBe("ready");
  await fake.client.notify("x/done");
  const state = async () => fake.events.filter(({ kind }) => kind === "notification").length;
  while ((await state()) < 4) await Bun.sleep(5);
  expect(fake.client.readiness.state).toBe("ready");
});

describe("files that a server is not for", () => {
  const scenario = (name: string) => ({
    capabilities: { textDocumentSync: 1, documentSymbolProvider: true },
    replies: { "textDocument/documentSymbol": { result: [{ name, kind: 12, range: RANGE, selectionRange: RANGE }] } },
  });
  const RANGE = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

  test("go to the next server", async () => {
    await using fakes = await serversWith({ some: scenario("some"), all: scenario("all") }, { files: FILES });
    const served = fakes.serve(["some", "all"], { some: { only: ["^gen/"], language_id: "generated" } });
    const ask = async (name: string) => (await fakes.all.ask(served, symbolsOf(fakes.path(name)), caller())).server;
    expect([await ask("gen/a.ts"), await ask("b.ts")]).toEqual(["some", "all"]);
    const [opened] = await fakes.received("some", "textDocument/didOpen");
    expect(opened?.params).toMatchObject({ textDocument: { languageId: "generated" } });
  });

  test("of another language are none of its files, whatever their path", () => {
    const isGiven = givenTo(serverSpec({ only: ["^gen/"] }), CATALOG);
    expect(["gen/a.ts", "gen/a.go", "a.ts", "gen/a"].map(isGiven)).toEqual([true, false, false, false]);
  });
});

const FILES = { "gen/a.ts": "export const a = 1;\n", "b.ts": "export const b = 2;\n" };
