/** The tool `format_file`: by real servers, and by one that does what a scenario says. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Reply, Scenario } from "../fixture/fake-language-server.ts";
import { installServers } from "../fixture/real-servers.ts";
import { appWith, REAL } from "../fixture/served-servers.ts";

setDefaultTimeout(60_000);
beforeAll(installServers, 120_000);

interface Formatted {
  change_id?: string;
  applied: boolean;
  server?: string;
  files: { path: string; added: number; removed: number }[];
}

const METHOD = "textDocument/formatting";
const SETTINGS = {
  servers: { typescript: REAL.typescript, pyright: REAL.pyright },
  language_servers: { typescript: ["typescript"], python: ["pyright", "ruff"] },
};

describe("a real server", () => {
  test("formats a file as .editorconfig says; line ends and the byte order mark stay, and undo brings it back", async () => {
    const files = {
      ".editorconfig": "root = true\n[*.ts]\nindent_style = space\nindent_size = 3\n[deep/**]\nindent_size = 1\n",
      "a.ts": "\ufeffexport function f( a:number ) {\r\n\treturn  a;\r\n}\r\n",
      "deep/b.ts": "export function f() {\n\treturn 1;\n}\n",
      "plain/c.js": "function f() {\n  if (f) {\nf( );\n  }\n}\n",
    };
    await using one = await appWith({
      files,
      settings: { ...SETTINGS, language_servers: { typescript: ["typescript"], javascript: ["typescript"] } },
    });
    const bytes = await Bun.file(one.path("a.ts")).bytes();
    const done = await one.call<Formatted>("format_file", { path: "a.ts" });
    expect(done).toMatchObject({ source: "server", answer: { applied: true, server: "typescript" } });
    const wanted = "\ufeffexport function f(a: number) {\r\n   return a;\r\n}\r\n";
    expect(await Bun.file(one.path("a.ts")).bytes()).toEqual(new TextEncoder().encode(wanted));

    const again = await one.call<Formatted>("format_file", { path: "a.ts" });
    expect(again).toMatchObject({ hint: expect.stringContaining("already"), answer: { applied: false, files: [] } });
    await one.call("undo_change", { change_id: done.answer.change_id });
    expect(await Bun.file(one.path("a.ts")).bytes()).toEqual(bytes);

    await one.call("format_file", { path: "deep/b.ts" });
    expect(await Bun.file(one.path("deep/b.ts")).text()).toBe("export function f() {\n return 1;\n}\n");
    await one.call("format_file", { path: "plain/c.js" });
    expect(await Bun.file(one.path("plain/c.js")).text()).toBe("function f() {\n  if (f) {\n    f();\n  }\n}\n");
  });

  test("that does not format is named, and so are those that may", async () => {
    await using one = await appWith({ files: { "a.py": "x  =  1\n" }, settings: SETTINGS });
    const said = await one.call("format_file", { path: "a.py" });
    expect(said).toMatchObject({ code: "unavailable", detail: expect.stringContaining('"pyright" does not support') });
    expect(said.hint).toContain("ruff");
    expect(await Bun.file(one.path("a.py")).text()).toBe("x  =  1\n");
  });
});

const TEXT = "a = 1\nb = 2\n";
const at = (line: number, from: number, to: number, newText: string) => ({
  range: { start: { line, character: from }, end: { line, character: to } },
  newText,
});

function formatting(reply: Reply | Reply[], more: Partial<Scenario> = {}): Scenario {
  const { capabilities, replies } = more;
  return {
    ...more,
    capabilities: { textDocumentSync: 1, documentFormattingProvider: true, ...capabilities },
    replies: { [METHOD]: reply, ...replies },
  };
}

const world = (scenario: Scenario, files: Record<string, string> = { "a.ts": TEXT }) =>
  appWith({ files, fakes: { fake: { scenario } } });

describe("a server that", () => {
  test("sends null, or the text as it is, changes nothing", async () => {
    const whole = { range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } }, newText: TEXT };
    await using one = await world(formatting([{ result: null }, { result: [whole] }]));
    for (const _ of [1, 2]) {
      const said = await one.call<Formatted>("format_file", { path: "a.ts" });
      expect(said).toMatchObject({ hint: expect.stringContaining("already"), answer: { applied: false, files: [] } });
    }
    const asked = await one.received("fake", METHOD);
    expect(asked.map(({ params }) => (params as { options?: object }).options)).toEqual([
      { tabSize: 4, insertSpaces: true },
      { tabSize: 4, insertSpaces: true },
    ]);
  });

  test("sends edits that overlap, or none that are edits, is named and nothing is written", async () => {
    const overlapping = [at(0, 0, 3, "x"), at(0, 2, 5, "y")];
    await using one = await world(formatting([{ result: overlapping }, { result: [{ range: 7 }] }, { result: "no" }]));
    for (const _ of [1, 2, 3]) {
      const said = await one.call("format_file", { path: "a.ts" });
      expect(said).toMatchObject({ code: "unavailable", detail: expect.stringContaining('"fake"') });
    }
    expect(await Bun.file(one.path("a.ts")).text()).toBe(TEXT);
  });

  test("breaks the file is refused", async () => {
    await using one = await world(formatting({ result: [at(0, 0, 5, "a = (")] }));
    expect(await one.call("format_file", { path: "a.ts" })).toMatchObject({ code: "refused" });
    expect(await Bun.file(one.path("a.ts")).text()).toBe(TEXT);
  });

  test("dies in the middle is asked anew, and one change is made", async () => {
    const good = formatting({ result: [at(0, 0, 5, "a=1")] });
    const dying = formatting({ crash: 3 });
    await using one = await world({ ...good, each_run: [dying, {}] });
    expect((await one.call<Formatted>("format_file", { path: "a.ts" })).answer.applied).toBe(true);
    expect(await one.starts("fake")).toBe(2);
    expect(await Bun.file(one.path("a.ts")).text()).toBe("a=1\nb = 2\n");
  });

  test("only adds to others formats where the first does not, and goes first where the project has its file", async () => {
    const scenario = (text: string) => formatting({ result: [at(0, 0, 5, text)] });
    const beside = { scenario: scenario("a=2"), spec: { role: "secondary" } };
    const asked = {
      scenario: scenario("a=3"),
      spec: { role: "secondary", needs_root: true, roots: [{ any: ["fmt"] }] },
    };
    const first: Scenario = { capabilities: { textDocumentSync: 1 } };
    const fakes = { first: { scenario: first }, beside, asked };
    for (const [files, server] of [
      [{ "a.ts": TEXT }, "beside"],
      [{ "a.ts": TEXT, fmt: "" }, "asked"],
    ] as const) {
      await using one = await appWith({ files, fakes });
      expect((await one.call<Formatted>("format_file", { path: "a.ts" })).answer.server).toBe(server);
    }
  });
});

test("what is no text, and what is not there, is shown to no server", async () => {
  await using one = await world(formatting({ result: null }), { "a.ts": "\0\0" });
  expect(await one.call("format_file", { path: "a.ts" })).toMatchObject({ code: "refused" });
  expect(await one.call("format_file", { path: "b.ts" })).toMatchObject({ code: "not_found" });
  expect(await one.starts("fake")).toBe(0);
});
