/** Diagnostics, however a server gives them; each answer says whether it is all. */
import { describe, expect, test } from "bun:test";
import type { ServerSpec } from "../../src/language/server-spec.ts";
import type { Reply, Scenario, Step } from "../fixture/fake-language-server.ts";
import { never, withFake } from "../fixture/language-client.ts";

const PULL = "textDocument/diagnostic";
const files = { "a.ts": "one 🚀 two\n" };
const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };
const said = (message: string, more: object = {}) => ({ range, message, severity: 1, ...more });
const push = (messages: string[], more: object = {}): Step => ({
  notify: {
    method: "textDocument/publishDiagnostics",
    params: { uri: "$uri", diagnostics: messages.map((message) => said(message)), ...more } as never,
  },
});
const pulls = (replies: Reply | Reply[], identifier?: string): Scenario => ({
  capabilities: { textDocumentSync: 1, diagnosticProvider: { ...(identifier && { identifier }) } },
  replies: { [PULL]: replies },
});
const full = (messages: string[], more: object = {}) => ({
  result: { kind: "full", items: messages.map((message) => said(message)), ...more },
});

async function asked(scenario: Scenario, spec: Partial<ServerSpec>, milliseconds?: number) {
  await using fake = await withFake(scenario, { files, spec: { settle_ms: 50, ...spec } });
  const { items, ...rest } = await fake.client.diagnostics(fake.path("a.ts"), never, milliseconds);
  return { messages: items.map(({ message }) => message), ...rest };
}

describe("unasked", () => {
  test("they are waited for, and for what follows at once", async () => {
    const on = { "textDocument/didOpen": [{ wait_ms: 100 }, push(["syntax"]), push(["syntax", "meaning"])] };
    expect(await asked({ on }, { diagnostics: "push" })).toEqual({ messages: ["syntax", "meaning"], complete: true });
  });

  test("that come too late are told as missing, with the server and the time", async () => {
    const on = { "textDocument/didOpen": [{ wait_ms: 20_000 }, push(["late"])] };
    expect(await asked({ on }, { diagnostics: "push" }, 200)).toEqual({
      messages: [],
      complete: false,
      why: 'language server "fake" said nothing of this version of the file within 0.2 s',
    });
  });

  test("of an older version are no answer", async () => {
    const on = {
      "textDocument/didChange": [
        push(["old"], { version: 1 }),
        { wait_ms: 150 },
        push(["new"], { version: "$version" }),
      ],
    };
    await using fake = await withFake({ on }, { files, spec: { diagnostics: "push", settle_ms: 50 } });
    const path = fake.path("a.ts");
    await fake.client.documents.open(path, "one");
    await fake.client.documents.open(path, "two");
    const { items, complete } = await fake.client.diagnostics(path, never);
    expect(items.map(({ message }) => message)).toEqual(["new"]);
    expect(complete).toBe(true);
  });

  test("that came before the document was closed are forgotten", async () => {
    await using fake = await withFake(
      { on: { "textDocument/didOpen": [push(["first"])] } },
      { files, spec: { diagnostics: "push", settle_ms: 50 } },
    );
    const path = fake.path("a.ts");
    await fake.client.diagnostics(path, never);
    await fake.client.documents.close(path);
    const { items } = await fake.client.diagnostics(path, never);
    expect(items.map(({ message }) => message)).toEqual(["first"]);
    expect(await fake.received("textDocument/didOpen")).toHaveLength(2);
  });

  test("are not all while the server says that it is at work", async () => {
    const work = (kind: string): Step => ({
      notify: { method: "$/progress", params: { token: "t", value: { kind, title: "Checking" } } },
    });
    const on = {
      "textDocument/didOpen": [work("begin"), push(["one"]), { wait_ms: 300 }, push(["one", "two"]), work("end")],
    };
    expect(await asked({ on }, { diagnostics: "push" })).toEqual({ messages: ["one", "two"], complete: true });
    expect(
      await asked({ on: { "textDocument/didOpen": [work("begin"), push(["one"])] } }, { diagnostics: "push" }, 200),
    ).toEqual({
      messages: ["one"],
      complete: false,
      why: 'language server "fake" was still at work after 0.2 s',
    });
  });
});

describe("when asked", () => {
  test("they are there at once, and nothing else is waited for", async () => {
    expect(await asked(pulls(full(["one"])), { diagnostics: "pull" })).toEqual({ messages: ["one"], complete: true });
  });

  test("nothing changed means what was said before", async () => {
    const replies = [full(["one"], { resultId: "r1" }), { result: { kind: "unchanged", resultId: "r2" } }];
    await using fake = await withFake(pulls(replies, "id"), { files, spec: { diagnostics: "pull" } });
    const path = fake.path("a.ts");
    await fake.client.diagnostics(path, never);
    const { items } = await fake.client.diagnostics(path, never);
    expect(items.map(({ message }) => message)).toEqual(["one"]);
    expect((await fake.received(PULL)).map(({ params }) => params)).toMatchObject([
      { identifier: "id" },
      { identifier: "id", previousResultId: "r1" },
    ] as never);
  });

  test("a server that puts the answer off is asked again", async () => {
    const off = { error: { code: -32802, message: "later", data: { retriggerRequest: true } } };
    expect(await asked(pulls([off, full(["one"])]), { diagnostics: "pull" })).toEqual({
      messages: ["one"],
      complete: true,
    });
  });

  test("by several that registered under names of their own, the parts are joined", async () => {
    const options = (identifier: string) => ({ id: identifier, method: PULL, registerOptions: { identifier } });
    const ask = { method: "client/registerCapability", params: { registrations: [options("a"), options("b")] } };
    await using fake = await withFake(
      { on: { initialized: [{ ask }] }, replies: { [PULL]: [full(["of a"]), full(["of b"])] } },
      { files, spec: { diagnostics: "pull" }, times: { register: 5_000 } },
    );
    while (!fake.client.can(PULL)) await Bun.sleep(5);
    const { items, complete } = await fake.client.diagnostics(fake.path("a.ts"), never);
    expect(items.map(({ message }) => message)).toEqual(["of a", "of b"]);
    expect(complete).toBe(true);
    expect((await fake.received(PULL)).map(({ params }) => params?.identifier)).toEqual(["a", "b"] as never);
  });
});

test("a server that says late that it can be asked is asked", async () => {
  const ask = { method: "client/registerCapability", params: { registrations: [{ id: "d", method: PULL }] } };
  await using fake = await withFake(
    { on: { initialized: [{ wait_ms: 150 }, { ask }] }, replies: { [PULL]: full(["one"]) } },
    { files, spec: { diagnostics: "pull" }, times: { register: 10_000 } },
  );
  expect(fake.client.can(PULL)).toBe(false);
  const { items, complete } = await fake.client.diagnostics(fake.path("a.ts"), never);
  expect(items.map(({ message }) => message)).toEqual(["one"]);
  expect(complete).toBe(true);
});

describe("in both ways", () => {
  test("a part when asked and a part after the save are joined, each thing once", async () => {
    const scenario: Scenario = {
      capabilities: { textDocumentSync: { openClose: true, change: 1, save: true }, diagnosticProvider: {} },
      replies: { [PULL]: full(["own", "both"]) },
      on: { "textDocument/didSave": [{ wait_ms: 20 }, push(["both", "compiler"])] },
    };
    const spec = { diagnostics: "both", diagnostics_on_save: true, settle_ms: 300 } as const;
    expect(await asked(scenario, spec)).toEqual({ messages: ["own", "both", "compiler"], complete: true });
  });

  test("a server that said nothing more while it settled has said all", async () => {
    expect(await asked(pulls(full(["own"])), { diagnostics: "both" })).toEqual({ messages: ["own"], complete: true });
  });
});

test("each diagnostic is brought into one shape; those without a place or words are left out", async () => {
  const related = [{ location: { uri: "$uri", range }, message: "declared here" }];
  const diagnostics = [
    said("all", { severity: 2, code: 2322, source: "ts", tags: [1, 2], relatedInformation: related }),
    { range, message: "no severity" },
    { range, message: { kind: "markdown", value: "**marked** up" }, severity: 4 },
    { message: "no range" },
    said(""),
    said("all", { severity: 2, code: 2322, source: "ts" }),
  ];
  const notify = { method: "textDocument/publishDiagnostics", params: { uri: "$uri", diagnostics } as never };
  await using fake = await withFake(
    { on: { "textDocument/didOpen": [{ notify }] } },
    { files, spec: { diagnostics: "push", settle_ms: 50 } },
  );
  const path = fake.path("a.ts");
  const { items } = await fake.client.diagnostics(path, never);
  const place = { start: { line: 1, column: 1 }, end: { line: 1, column: 4 } };
  const plain = { range: place, isUnnecessary: false, isDeprecated: false, related: [] };
  expect(items).toEqual([
    {
      range: place,
      message: "all",
      severity: "warning",
      code: "2322",
      source: "ts",
      isUnnecessary: true,
      isDeprecated: true,
      related: [{ path, range: place, message: "declared here" }],
    },
    { ...plain, message: "no severity", severity: "error" },
    { ...plain, message: "**marked** up", severity: "hint" },
  ]);
});

test("a server that gives none is no clean file", async () => {
  expect(await asked({}, { diagnostics: "none" })).toEqual({
    messages: [],
    complete: false,
    why: 'language server "fake" gives no diagnostics',
  });
});

test("a server that should be asked and cannot is waited for, and the answer says that nothing came", async () => {
  const { complete, why } = await asked({}, { diagnostics: "pull" }, 100);
  expect(complete).toBe(false);
  expect(why).toContain("said nothing of this version");
});
