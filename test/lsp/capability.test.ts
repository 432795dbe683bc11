/** What a server can do: said, registered late, taken back, and never sent when it cannot. */
import { describe, expect, test } from "bun:test";
import { Capabilities } from "../../src/lsp/capability.ts";
import { Unsupported } from "../../src/lsp/fault.ts";
import { hover } from "../../src/lsp/request.ts";
import { globFilter } from "../../src/lsp/selector.ts";
import { faultOf, never, withFake } from "../fixture/language-client.ts";

const ROOT = "/p";
const register = (registrations: object[], said = {}) => {
  const capabilities = new Capabilities(said, ROOT);
  capabilities.register({ registrations });
  return capabilities;
};

describe("what is said", () => {
  test("an empty object means yes; false, null and nothing mean no", () => {
    const said = { referencesProvider: {}, hoverProvider: true, renameProvider: false, definitionProvider: null };
    const capabilities = new Capabilities(said as never, ROOT);
    const can = (name: string) => capabilities.can(`textDocument/${name}`);
    expect(["references", "hover", "rename", "definition", "declaration"].map(can)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test("what needs an option of a provider is there with it alone", () => {
    const can = (said: object, method: string) => new Capabilities(said, ROOT).can(method);
    expect(can({ renameProvider: true }, "textDocument/prepareRename")).toBe(false);
    expect(can({ renameProvider: { prepareProvider: true } }, "textDocument/prepareRename")).toBe(true);
    expect(can({ diagnosticProvider: { workspaceDiagnostics: false } }, "workspace/diagnostic")).toBe(false);
    expect(can({ callHierarchyProvider: {} }, "callHierarchy/incomingCalls")).toBe(true);
    expect(can({ workspace: { fileOperations: { willRename: { filters: [] } } } }, "workspace/willRenameFiles")).toBe(
      true,
    );
  });

  test("methods that no capability speaks of may be sent", () => {
    expect(new Capabilities({}, ROOT).can("typescript/projectInfo")).toBe(true);
  });
});

describe("what is registered", () => {
  test("holds for the files of its selector", () => {
    const documentSelector = [{ language: "css" }, { pattern: "**/*.module.{ts,js}" }, { scheme: "untitled" }, "less"];
    const capabilities = register([{ id: 1, method: "textDocument/hover", registerOptions: { documentSelector } }]);
    const can = (path: string, languageId: string) => capabilities.can("textDocument/hover", { path, languageId });
    expect(can("/p/a.css", "css")).toBe(true);
    expect(can("/p/a.less", "less")).toBe(true);
    expect(can("/p/x/a.module.ts", "typescript")).toBe(true);
    expect(can("/p/x/a.ts", "typescript")).toBe(false);
    expect(capabilities.can("textDocument/hover")).toBe(true);
  });

  test("without a selector holds for all", () => {
    for (const registerOptions of [undefined, {}, { documentSelector: null }]) {
      const capabilities = register([{ id: "1", method: "textDocument/hover", registerOptions }]);
      expect(capabilities.can("textDocument/hover", { path: "/p/a", languageId: "x" })).toBe(true);
    }
  });

  test("with a method comes what belongs to it", () => {
    const capabilities = register([
      { id: "1", method: "textDocument/rename", registerOptions: { prepareProvider: true } },
      { id: "2", method: "textDocument/prepareCallHierarchy" },
    ]);
    expect(capabilities.can("textDocument/prepareRename")).toBe(true);
    expect(capabilities.can("callHierarchy/outgoingCalls")).toBe(true);
    expect(capabilities.can("typeHierarchy/subtypes")).toBe(false);
  });

  test("may be malformed, and stops nothing", () => {
    const capabilities = register([
      null as never,
      {},
      { id: "1" },
      { id: "2", method: "workspace.didChangeWatchedFiles" },
    ]);
    expect(capabilities.registrations("workspace/didChangeWatchedFiles")).toHaveLength(1);
    expect(capabilities.register(undefined)).toEqual([]);
    expect(capabilities.unregister({ unregisterations: [{ id: "none" }] })).toEqual([]);
  });

  test("brings back a method that was missing", () => {
    const capabilities = new Capabilities({ hoverProvider: true }, ROOT);
    capabilities.lacks("textDocument/hover");
    expect(capabilities.can("textDocument/hover")).toBe(false);
    capabilities.register({ registrations: [{ id: "1", method: "textDocument/hover" }] });
    expect(capabilities.can("textDocument/hover")).toBe(true);
  });
});

describe("over the wire", () => {
  const files = { "a.ts": "one\n" };
  const at = (path: string) => ({ path, position: { line: 1, column: 1 } });
  const registration = { id: "h", method: "textDocument/hover", registerOptions: {} };
  const ask = (method: string, params: object) => ({ ask: { method, params: params as never } });
  const replies = { "textDocument/hover": { result: { contents: "about" } } };

  test("what a server cannot is not sent to it", async () => {
    await using fake = await withFake({ replies }, { files });
    expect(await faultOf(fake.client.request(hover, at(fake.path("a.ts")), never))).toBeInstanceOf(Unsupported);
    await fake.client.ask("fake/state", {}, never);
    expect(await fake.received("textDocument/hover")).toEqual([]);
  });

  test("what a young server registers late is waited for, and gone when it takes it back", async () => {
    const back = { unregisterations: [{ id: "h", method: "textDocument/hover" }] };
    await using fake = await withFake(
      {
        replies,
        on: {
          initialized: [{ wait_ms: 150 }, ask("client/registerCapability", { registrations: [registration] })],
          "x/back": [ask("client/unregisterCapability", back)],
        },
      },
      { files, times: { register: 10_000 } },
    );
    expect(fake.client.can("textDocument/hover")).toBe(false);
    const question = fake.client.request(hover, at(fake.path("a.ts")), never);
    expect(await question).toEqual({ text: "about" });
    expect(fake.events).toContainEqual({ kind: "registrations", methods: ["textDocument/hover"], isRegistered: true });
    await fake.client.notify("x/back");
    while (fake.client.can("textDocument/hover")) await Bun.sleep(5);
    expect(fake.events).toContainEqual({ kind: "registrations", methods: ["textDocument/hover"], isRegistered: false });
  });

  test("what is registered before the introduction is answered counts", async () => {
    await using fake = await withFake({
      on: { initialize: [ask("client/registerCapability", { registrations: [registration] })] },
      replies: { initialize: { result: { capabilities: {} }, delay_ms: 200 } },
    });
    expect(fake.client.can("textDocument/hover")).toBe(true);
  });
});

describe("a server's globs", () => {
  const fits = (glob: unknown, path: string) => globFilter(glob, ROOT)(path);

  test("are meant from the root of the system, of the project, or of their base", () => {
    expect(fits("**/*.ts", "/p/a/b.ts")).toBe(true);
    expect(fits("/p/src/**/*.ts", "/p/src/a.ts")).toBe(true);
    expect(fits("tsconfig.json", "/p/tsconfig.json")).toBe(true);
    expect(fits("tsconfig.json", "/p/a/tsconfig.json")).toBe(false);
    expect(fits({ baseUri: "file:///p/src", pattern: "*.{ts,js}" }, "/p/src/a.js")).toBe(true);
    expect(fits({ baseUri: { uri: "file:///p/src", name: "s" }, pattern: "*.ts" }, "/p/a.ts")).toBe(false);
    expect(fits("**", "/p/a/b")).toBe(true);
  });

  test("that make no sense keep nothing from the server", () => {
    for (const glob of [undefined, 7, {}, { pattern: "*" }, "*a*a*a*a*a*a*a*a*b"])
      expect(fits(glob, "/p/x")).toBe(true);
  });
});
