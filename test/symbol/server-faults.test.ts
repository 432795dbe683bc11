/** What an agent sees of servers that have a fault while they are asked for implementations, declarations and hierarchies. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Scenario } from "../fixture/fake-language-server.ts";
import { fakedApp } from "../fixture/faked-app.ts";
import type { Body } from "../fixture/served-servers.ts";

setDefaultTimeout(60_000);

const FILES = {
  "a.ts": "export interface A {\n  run(): void;\n}\nexport function top() {}\n",
  "b.ts": 'import type { A } from "./a";\nexport class B implements A {\n  run() {}\n}\nexport class C {}\n',
  "c.py": "def run():\n    pass\n",
};

type Json = Record<string, unknown>;
const range = (line: number, from: number, to: number) => ({
  start: { line, character: from },
  end: { line, character: to },
});
const at = (file: string, line: number, from: number, to: number) => ({
  uri: `$root/${file}`,
  range: range(line, from, to),
});
/** An entry of a hierarchy: a name on one line of a file. */
const item = (name: string, file: string, line: number, from: number, kind = 12): Json => {
  const here = range(line, from, from + name.length);
  return { name, kind, uri: file.includes(":") ? file : `$root/${file}`, range: here, selectionRange: here };
};
const TOP = item("top", "a.ts", 3, 16);
const A = item("A", "a.ts", 0, 17, 11);
const B = item("B", "b.ts", 1, 13, 5);
const C = item("C", "b.ts", 4, 13, 5);
const GONE = item("gone", "gone.ts", 0, 0);
const FAR = item("far", "jar:///lib.jar!/Far.class", 7, 0);
const call = (from: Json, ...lines: number[]): Json => ({ from, fromRanges: lines.map((line) => range(line, 0, 1)) });

const with_ = (capabilities: object, replies: Scenario["replies"]): Scenario => ({
  capabilities: { textDocumentSync: 1, ...capabilities },
  ...(replies && { replies }),
});
const served = (one: Scenario) => fakedApp(FILES, { one });

interface Rows {
  implementations: { path: string; name_path?: string; info?: string }[];
  declarations: { path: string; name_path?: string; info?: string }[];
  outside?: { file: string; line: number; info?: string }[];
  rows: {
    level: number;
    path: string;
    name_path?: string;
    name?: string;
    mark?: string;
    is_library?: true;
    call_lines?: number[];
  }[];
  server_problem?: string;
}
const tree = ({ answer }: Body<Rows>) =>
  answer.rows.map(({ level, path, name_path, name, mark = "" }) =>
    `${level} ${path} ${name_path ?? name} ${mark}`.trim(),
  );

test("uses that a server lists are the answer although it keeps silent about the files that it is shown then", async () => {
  const references = "textDocument/references";
  const scenario = with_(
    { referencesProvider: true },
    { [references]: [{ result: [at("c.ts", 1, 0, 3)] }, { hang: true }] },
  );
  const files = {
    "a.ts": "export function top() {}\n",
    "b.ts": 'import { top } from "./a";\ntop();\n',
    "c.ts": 'import { top } from "./a";\ntop();\n',
  };
  await using waymark = await fakedApp(
    files,
    { one: scenario },
    { spec: { leaves_out: true }, settings: { tool_timeout_s: 10 } },
  );
  const { source, complete, reason, answer } = await waymark.call<{ places: { path: string; line: number }[] }>(
    "find_referencing_symbols",
    { name_path: "top", path: "a.ts" },
  );
  expect({ source, complete, places: answer.places }).toMatchObject({
    source: "server",
    complete: false,
    places: [{ path: "c.ts", line: 2 }],
  });
  expect(reason).toContain("did not answer in time about other files that have the name");
});

describe("implementations", () => {
  const IMPLEMENTATION = "textDocument/implementation";
  const ask = (waymark: Awaited<ReturnType<typeof served>>, input: object) =>
    waymark.call<Rows>("find_implementations", { path: "a.ts", ...input });

  test("a type is refined to the member that was asked for, what is said twice is given once, gone files are told", async () => {
    const places = [
      at("b.ts", 1, 13, 14),
      at("b.ts", 1, 13, 14),
      { uri: "$root/b.ts", range: { start: { line: 1, character: 0 }, end: { line: 3, character: 1 } } },
      at("b.ts", 2, 2, 5),
      at("a.ts", 1, 2, 5),
      at("gone.ts", 0, 0, 1),
      { uri: "jar:///lib.jar!/Far.class", range: range(7, 0, 1) },
    ];
    const reply = { [IMPLEMENTATION]: { result: places } };
    await using waymark = await served(with_({ implementationProvider: true }, reply));
    const found = await ask(waymark, { name_path: "A/run" });
    expect(found.answer.implementations.map(({ path, name_path }) => `${path} ${name_path}`)).toEqual(["b.ts B/run"]);
    expect(found.answer.outside).toEqual([{ file: "jar:///lib.jar!/Far.class", line: 8 }]);
    expect(found).toMatchObject({
      total: 1,
      complete: false,
      reason: expect.stringContaining("1 files that are gone"),
    });
  });

  test("a server that has only a hierarchy of types is asked for all subtypes, and the answer says so", async () => {
    const replies = {
      "textDocument/prepareTypeHierarchy": { result: [A] },
      "typeHierarchy/subtypes": { result: [B, C, A] },
    };
    await using waymark = await served(with_({ typeHierarchyProvider: true }, replies));
    const types = await ask(waymark, { name_path: "A" });
    expect(types.answer.implementations.map(({ name_path }) => name_path)).toEqual(["B", "C"]);
    expect(types).toMatchObject({ complete: false, reason: expect.stringContaining("does not list implementations") });
    const members = await ask(waymark, { name_path: "A/run" });
    expect(members.answer.implementations.map(({ name_path }) => name_path)).toEqual(["B/run"]);
  });

  test("a server that says it can and cannot is named with what it lacks, and one that can is asked in its place", async () => {
    const one = with_({ implementationProvider: true }, {});
    await using waymark = await served(one);
    // TypeScript's declarations can be read, and the fake server has no references either.
    expect(await ask(waymark, { name_path: "top" })).toMatchObject({
      code: "unavailable",
      detail: expect.stringContaining(`does not support ${IMPLEMENTATION}`),
    });
    const two = with_({ implementationProvider: true }, { [IMPLEMENTATION]: { result: [at("b.ts", 1, 13, 14)] } });
    await using both = await fakedApp(FILES, { one, two });
    const found = await ask(both, { name_path: "top" });
    expect([found.answer.implementations[0]!.name_path, found.complete]).toEqual(["B", true]);
  });

  test("info that does not come is left out, and said, and does not hold up the rest", async () => {
    const replies = { [IMPLEMENTATION]: { result: [at("b.ts", 1, 13, 14)] }, "textDocument/hover": { hang: true } };
    await using waymark = await served(with_({ implementationProvider: true, hoverProvider: true }, replies));
    const found = await ask(waymark, { name_path: "A", include_info: true });
    expect(found.answer.implementations).toMatchObject([{ path: "b.ts", name_path: "B" }]);
    expect(found).toMatchObject({ complete: false, reason: expect.stringContaining("no info for 1") });
    const cancelled = async () => (await waymark.received("one", "$/cancelRequest")).length;
    while ((await cancelled()) === 0) await Bun.sleep(10); // it may still be on its way
    expect(await cancelled()).toBe(1);
  });
});

describe("declarations", () => {
  const ask = (waymark: Awaited<ReturnType<typeof served>>, input: object) =>
    waymark.call<Rows>("find_declaration", { path: "b.ts", ...input });

  test("a declaration is asked for where no definition is known, or no such request", async () => {
    const declared = { "textDocument/declaration": { result: at("a.ts", 0, 17, 18) } };
    const empty = { "textDocument/definition": { result: null }, ...declared };
    for (const [capabilities, replies] of [
      [{ definitionProvider: true, declarationProvider: true }, empty],
      [{ declarationProvider: true }, declared],
    ] as const) {
      await using waymark = await served(with_(capabilities, replies));
      const found = await ask(waymark, { name_path: "A" });
      expect(found.answer.declarations).toMatchObject([{ path: "a.ts", name_path: "A" }]);
      expect(found).toMatchObject({ complete: true, source: "server" });
    }
  });

  test("places that are gone are told, and what is no file is given by its name with what the server says of it", async () => {
    const hover = { "textDocument/hover": { result: { contents: "class Far" } } };
    const far = { uri: "jar:///lib.jar!/Far.class", range: range(7, 0, 1) };
    const replies = { "textDocument/definition": { result: [at("gone.ts", 0, 0, 1), far] }, ...hover };
    await using waymark = await served(with_({ definitionProvider: true, hoverProvider: true }, replies));
    const found = await ask(waymark, { name_path: "A" });
    expect(found.answer.declarations).toEqual([]);
    expect(found.answer.outside).toEqual([{ file: "jar:///lib.jar!/Far.class", line: 8, info: "class Far" }]);
    expect(found).toMatchObject({ complete: false, reason: expect.stringContaining("gone") });
  });

  test("a symbol of the file is where the file has it, whatever the server does not know", async () => {
    const replies = { "textDocument/definition": { result: [] } };
    await using waymark = await served(with_({ definitionProvider: true }, replies));
    const found = await ask(waymark, { name_path: "B" });
    expect(found.answer.declarations).toMatchObject([{ path: "b.ts", name_path: "B" }]);
    expect(found).toMatchObject({ source: "syntax", complete: false });
  });

  test("a server that crashes leaves what is known by name", async () => {
    const replies = { "textDocument/definition": { crash: 3, steps: [{ stderr: "boom\n" }] } };
    await using waymark = await served(with_({ definitionProvider: true }, replies));
    const found = await ask(waymark, { name_path: "A" });
    expect(found.answer.declarations).toMatchObject([{ path: "a.ts", name_path: "A" }]);
    expect(found).toMatchObject({ complete: false, reason: expect.stringContaining("by name, not by meaning") });
    expect(found.answer.server_problem).toContain("boom");
  });
});

describe("hierarchies", () => {
  const calls = (waymark: Awaited<ReturnType<typeof served>>, input: object = {}) =>
    waymark.call<Rows>("get_call_hierarchy", { path: "a.ts", name_path: "top", ...input });
  const CALLS = { callHierarchyProvider: true };
  const INCOMING = "callHierarchy/incomingCalls";
  const prepared = { "textDocument/prepareCallHierarchy": { result: [TOP] } };

  test("what is said twice is one with the lines of both, gone files are left out and told, libraries are marked", async () => {
    const found = { result: [call(B, 2, 1), call(FAR, 9), call(B, 4, 1), call(GONE, 0)] };
    await using waymark = await served(with_(CALLS, { ...prepared, [INCOMING]: found }));
    const body = await calls(waymark);
    expect(tree(body)).toEqual(["0 a.ts top", "1 b.ts B", "1 jar:///lib.jar!/Far.class far"]);
    expect(body.answer.rows.map(({ call_lines, is_library }) => [call_lines, is_library])).toEqual([
      [undefined, undefined],
      [[2, 3, 5], undefined],
      [[10], true],
    ]);
    expect(body).toMatchObject({ total: 3, complete: false, reason: expect.stringContaining("1 files that are gone") });
  });

  test("several roots each have their tree, and what is twice in it is shown once", async () => {
    const roots = { "textDocument/prepareCallHierarchy": { result: [TOP, A, TOP] } };
    const replies = { ...roots, [INCOMING]: [{ result: [call(B, 1)] }, { result: [call(B, 2)] }, { result: [] }] };
    await using waymark = await served(with_(CALLS, replies));
    expect(tree(await calls(waymark, { depth: 2 }))).toEqual([
      "0 a.ts A",
      "1 b.ts B shown_elsewhere",
      "0 a.ts top",
      "1 b.ts B",
    ]);
  });

  test("a server that crashes in the middle is asked once more; when it goes on so, what it told is given and the rest said", async () => {
    const boom = { crash: 3, steps: [{ stderr: "boom\n" }] };
    const dying = with_(CALLS, { ...prepared, [INCOMING]: [{ result: [call(B, 1), call(C, 2)] }, boom] });
    const living = with_(CALLS, { ...prepared, [INCOMING]: [{ result: [call(B, 1)] }, { result: [] }] });
    await using twice = await served({ each_run: [dying, living] });
    expect(await calls(twice, { depth: 2 })).toMatchObject({ complete: true, total: 2 });
    await using again = await served({ each_run: [dying, dying] });
    const body = await calls(again, { depth: 2 });
    expect(tree(body)).toEqual(["0 a.ts top", "1 b.ts B", "1 b.ts C"]);
    expect(body).toMatchObject({ complete: false, reason: expect.stringContaining("before it had told all") });
    expect(body.answer.server_problem).toContain("boom");
    await using atOnce = await served(with_(CALLS, { ...prepared, [INCOMING]: boom }));
    expect(await calls(atOnce)).toMatchObject({ code: "unavailable", detail: expect.stringContaining("boom") });
  });

  test("an entry about which the server answers with an error is marked, and the others are there", async () => {
    const fault = { error: { code: -32603, message: "no such item" } };
    const replies = {
      ...prepared,
      [INCOMING]: [{ result: [call(B, 1), call(C, 2)] }, fault, { result: [call(A, 0)] }],
    };
    await using waymark = await served(with_(CALLS, replies));
    const body = await calls(waymark, { depth: 2 });
    expect(tree(body)).toEqual(["0 a.ts top", "1 b.ts B failed", "1 b.ts C", "2 a.ts A"]);
    expect(body).toMatchObject({ complete: false, reason: expect.stringContaining("no such item") });
  });

  test("a server that lacks calls is named; one with a hierarchy of types is asked for it", async () => {
    const replies = {
      "textDocument/prepareTypeHierarchy": { result: [A] },
      "typeHierarchy/subtypes": [{ result: [B] }, { result: [A] }],
      "typeHierarchy/supertypes": { result: [] },
    };
    await using waymark = await served(with_({ typeHierarchyProvider: true }, replies));
    expect(await calls(waymark)).toMatchObject({
      code: "unavailable",
      detail: expect.stringContaining("does not support textDocument/prepareCallHierarchy"),
    });
    const types = (input: object) =>
      waymark.call<Rows>("get_type_hierarchy", { path: "a.ts", name_path: "A", ...input });
    const body = await types({ depth: 3 });
    expect([tree(body), body.complete]).toEqual([["0 a.ts A", "1 b.ts B", "2 a.ts A cycle"], true]);
    expect(tree(await types({ direction: "supertypes" }))).toEqual(["0 a.ts A"]);
  });
});
