/** What is wrong in a file or folder, by TypeScript's own server and pyright. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestApp, testApp } from "../fixture/app.ts";
import { type Answer, said } from "../fixture/diagnostics.ts";
import { git } from "../fixture/project.ts";
import { installServers } from "../fixture/real-servers.ts";
import { type Body, REAL } from "../fixture/served-servers.ts";

setDefaultTimeout(120_000);

const FILES = {
  "tsconfig.json": '{"compilerOptions": {"strict": true, "noUnusedLocals": false}, "include": ["src"]}',
  "src/a.ts": "export function add(a: number, b: number): number {\n  return a + b;\n}\n",
  "src/b.ts":
    'import { add } from "./a";\nexport class Sum {\n  three(): number {\n    return add(1, "2");\n  }\n}\nlet top: string = 1;\n',
  "py/use.py": "import late\n\n\ndef run():\n    return late.z()\n",
  "README.md": "# Read me\n",
};

const SETTINGS = { servers: REAL, language_servers: { typescript: ["typescript"], python: ["pyright"] } };
const NONE = { language_servers: { typescript: [], python: [], json: [] } };

let shop: TestApp;
const at = (path: string) => join(shop.project, path);
async function ask(input: Record<string, unknown>, from = shop): Promise<Body<Answer>> {
  return (await (await from.post("/tools/get_diagnostics_for_file", input)).json()) as Body<Answer>;
}
/** The answer once it is complete; on a busy machine news of files may come late, which every answer before says. */
async function complete(input: Record<string, unknown>): Promise<Body<Answer>> {
  for (;;) {
    const body = await ask(input);
    if (body.complete) return body;
    expect(body.reason).toMatch(/changed|indexed/);
  }
}

beforeAll(async () => {
  await installServers();
  shop = await testApp({ files: FILES, settings: SETTINGS });
  git(shop.project, "init", "--quiet");
  git(shop.project, "add", ".");
  git(shop.project, "commit", "--quiet", "--message", "one");
}, 120_000);
afterAll(() => shop[Symbol.asyncDispose]());

const USE = "src/b.ts 4 in Sum/three: Argument of type 'string' is not assignable to parameter of type 'number'.";
const TOP = "src/b.ts 7 in top: Type 'number' is not assignable to type 'string'.";
const LATE = 'py/use.py 1: Import "late" could not be resolved';

describe("by TypeScript's own server and pyright", () => {
  test("H27 the first call after the start has all of a file, by the symbols around them", async () => {
    const body = await complete({ path: "src/b.ts", min_severity: "warning" });
    expect(said(body.answer)).toEqual([USE, TOP]);
    expect(body).toMatchObject({ source: "server", total: 2, answer: { servers: ["typescript"], files_checked: 1 } });
    const [group] = body.answer.files[0]!.symbols;
    expect(group).toEqual({
      within: "Sum/three",
      kind: "method",
      problems: [
        { severity: "error", line: 4, column: 19, message: USE.slice(USE.indexOf("Arg")), code: "2345", source: "ts" },
      ],
    });
  });

  test("only lines and severities that are asked for are given", async () => {
    expect(said((await ask({ path: "src/b.ts", start_line: 5, min_severity: "warning" })).answer)).toEqual([TOP]);
    expect(said((await ask({ path: "src/b.ts", end_line: 4 })).answer)).toEqual([USE]);
    const { answer, total } = await ask({ path: "src/b.ts", min_severity: "hint" });
    expect([total, answer.counts]).toEqual([3, { error: 2, warning: 0, information: 0, hint: 1 }]);
  });

  test("fields that do not go together are refused by name", async () => {
    expect(await ask({ path: "src", start_line: 2 })).toMatchObject({
      code: "invalid_arguments",
      detail: expect.stringContaining('"src" is a folder'),
    });
    expect(await ask({ path: "src/b.ts", start_line: 3, end_line: 2 })).toMatchObject({ code: "invalid_arguments" });
    expect(await ask({ path: "src/none.ts" })).toMatchObject({ code: "not_found" });
  });

  test("a folder is answered whole, by the servers of its languages; a language without one is named once", async () => {
    const body = await complete({ path: "py" });
    expect(said(body.answer)).toEqual([LATE]);
    const whole = await ask({ path: ".", min_severity: "error" });
    expect(said(whole.answer)).toEqual([LATE, USE, TOP]);
    expect(whole.answer.servers).toEqual(["pyright", "typescript"]);
    expect(whole.answer.without_server).toEqual([
      { language: "Markdown", files: 1 },
      { language: "JSON", files: 1 },
    ]);
    expect(whole).toMatchObject({ complete: false, reason: "no language server for JSON" });
    expect(whole.answer.server_problems).toEqual([expect.stringContaining("waymark install json")]);
  });

  test("H28 an error comes with an edit of the file, or of the one it uses, and goes with the next", async () => {
    const errors = async (path: string) => said((await complete({ path, min_severity: "error" })).answer);
    expect(await errors("src/a.ts")).toEqual([]);
    writeFileSync(at("src/a.ts"), `\n\n${FILES["src/a.ts"].replace("a + b", "a + c")}`);
    expect(await errors("src/a.ts")).toEqual(["src/a.ts 4 in add: Cannot find name 'c'."]);
    writeFileSync(at("src/a.ts"), FILES["src/a.ts"].replace("b: number", "b: string"));
    expect(await errors("src/b.ts")).toEqual([TOP]);
    writeFileSync(at("src/a.ts"), FILES["src/a.ts"]);
    expect(await errors("src")).toEqual([USE, TOP]);
  });

  test("H29 an import is found as soon as the module has been made, and not any more when it is gone", async () => {
    writeFileSync(at("py/late.py"), "def z() -> int:\n    return 1\n");
    expect(said((await complete({ path: "py/use.py" })).answer)).toEqual([]);
    writeFileSync(at("py/late.py"), "def y() -> int:\n    return 1\n");
    expect(said((await complete({ path: "py/use.py" })).answer)).toEqual([
      'py/use.py 5 in run: "z" is not a known attribute of module "late"',
    ]);
    rmSync(at("py/late.py"));
    expect(said((await complete({ path: "py/use.py" })).answer)).toEqual([LATE]);
  });

  test("H37 a folder that was renamed has only its new paths", async () => {
    mkdirSync(at("src/old"));
    writeFileSync(at("src/old/x.ts"), "export const x: string = 1;\n");
    expect((await complete({ path: "src/old" })).total).toBe(1);
    renameSync(at("src/old"), at("src/new"));
    expect(said((await complete({ path: "src", min_severity: "error" })).answer)).toEqual([
      USE,
      TOP,
      "src/new/x.ts 1 in x: Type 'number' is not assignable to type 'string'.",
    ]);
    expect(await ask({ path: "src/old/x.ts" })).toMatchObject({ code: "not_found" });
    rmSync(at("src/new"), { recursive: true });
  });

  test("changed_only looks at what differs from the last commit, new files too", async () => {
    const none = await ask({ path: ".", changed_only: true });
    expect(none).toMatchObject({ complete: true, total: 0, hint: "No file there differs from the last commit." });
    writeFileSync(at("src/new.ts"), "export const n: string = 1;\n");
    writeFileSync(at("src/a.ts"), `${FILES["src/a.ts"]}export const later: boolean = 1;\n`);
    const body = await complete({ path: ".", changed_only: true });
    expect(said(body.answer)).toEqual([
      "src/a.ts 4 in later: Type 'number' is not assignable to type 'boolean'.",
      "src/new.ts 1 in n: Type 'number' is not assignable to type 'string'.",
    ]);
    expect(body.answer.files_checked).toBe(2);
    rmSync(at("src/new.ts"));
    writeFileSync(at("src/a.ts"), FILES["src/a.ts"]);
  });

  test("other names for fields are understood, and an answer that is too long becomes shorter", async () => {
    const body = await ask({ relative_path: "src/b.ts", severity: "error" });
    expect(body.total).toBe(2);
    const long = Array.from({ length: 100 }, (_, at) => `export const x${at}: string = ${at};\n`).join("");
    writeFileSync(at("src/long.ts"), long);
    const details: string[] = [];
    for (const max_answer_chars of [400_000, 15_000, 1_000]) {
      details.push((await ask({ path: "src/long.ts", max_answer_chars })).detail!);
    }
    expect(details).toEqual(["full", "brief", "files"]);
    rmSync(at("src/long.ts"));
  });
});

describe("where no server is there", () => {
  test("the parser's own errors of a file are given, and that this is not all", async () => {
    await using without = await testApp({ files: { "a.ts": "function f() {\n  return (1;\n}\n" }, settings: NONE });
    const body = await ask({ path: "a.ts" }, without);
    expect(body).toMatchObject({
      source: "syntax",
      complete: false,
      reason: "no language server for TypeScript",
      answer: { without_server: [{ language: "TypeScript", files: 1 }] },
    });
    const [problem] = body.answer.files[0]!.symbols[0]!.problems;
    expect(problem).toMatchObject({ severity: "error", line: 2, source: "syntax" });
  });

  test("a file of which nothing is known to be wrong is no clean file, but an error with the remedy", async () => {
    await using without = await testApp({ files: FILES, settings: { language_servers: { python: ["pyright"] } } });
    const fault = await ask({ path: "py/use.py" }, without);
    expect(fault).toMatchObject({
      code: "unavailable",
      detail: expect.stringContaining("Its syntax shows no error, which is all that is known"),
      hint: expect.stringContaining("waymark install python"),
    });
    expect(await ask({ path: "LICENSE" }, without)).toMatchObject({ code: "not_found" });
    const folder = await ask({ path: "py" }, without);
    expect(folder).toMatchObject({ source: "syntax", complete: false, total: 0, answer: { files_checked: 0 } });
  });

  test("changed_only is not to be had without git", async () => {
    await using without = await testApp({ files: FILES, settings: NONE });
    expect(await ask({ path: ".", changed_only: true }, without)).toMatchObject({ code: "unavailable" });
  });
});
