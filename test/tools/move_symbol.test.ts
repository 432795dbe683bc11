/** The tool `move_symbol`: by TypeScript 5's server, and what is said where no server moves symbols. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Scenario } from "../fixture/fake-language-server.ts";
import { filesIn } from "../fixture/files-in.ts";
import { installServers, typescript5Server, typescriptServer } from "../fixture/real-servers.ts";
import { appWith, type Body, REAL } from "../fixture/served-servers.ts";

setDefaultTimeout(120_000);
beforeAll(installServers, 120_000);

interface Moved {
  change_id?: string;
  applied: boolean;
  server?: string;
  files: { path: string; kind: string; diff?: string }[];
}

const FILES = {
  "tsconfig.json":
    '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "types": [], "noEmit": true } }',
  "a.ts":
    'import { base } from "./base";\n\n/** Doubles. */\nexport function twice(n: number): number {\n  return base + n * 2;\n}\n\nexport class Cart {\n  total() {\n    return twice(3);\n  }\n}\n',
  "base.ts": "export const base = 1;\n",
  "there.ts": "export const there = 1;\n",
  "use.ts": 'import { Cart, twice } from "./a";\n\nexport const sum = twice(2) + new Cart().total();\n',
};

const move = (one: Awaited<ReturnType<typeof appWith>>, more: object = {}): Promise<Body<Moved>> =>
  one.call<Moved>("move_symbol", { name_path: "twice", path: "a.ts", target_path: "math/new.ts", ...more });

describe("TypeScript 5's server", () => {
  const world = () =>
    appWith({
      files: FILES,
      settings: {
        servers: { typescript: REAL.typescript, "typescript-language-server": typescript5Server() },
        language_servers: { typescript: ["typescript", "typescript-language-server"] },
      },
    });
  async function errors(root: string): Promise<string> {
    const child = Bun.spawn([typescriptServer()[0], "-p", "."], { cwd: root, stdout: "pipe", stderr: "ignore" });
    const [said] = await Promise.all([child.stdout.text(), child.exited]);
    return said.trim();
  }

  test("moves a function into a new file, or one that is there; the compiler has nothing to say, and undo brings all back", async () => {
    await using one = await world();
    const shown = await move(one, { dry_run: true });
    expect(shown.answer).toMatchObject({ applied: false, server: "typescript-language-server" });
    expect(await filesIn(one.app.project)).toEqual(FILES);

    const done = await move(one);
    expect(done.answer.files.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      "a.ts edited",
      "math/new.ts created",
      "use.ts edited",
    ]);
    expect(await Bun.file(one.path("math/new.ts")).text()).toMatch(/\/\*\* Doubles\. \*\/\n+export function twice\(/);
    expect(await Bun.file(one.path("a.ts")).text()).not.toContain("function twice");
    expect(await errors(one.app.project)).toBe("");
    await one.call("undo_change", { change_id: done.answer.change_id });
    expect(await filesIn(one.app.project)).toEqual(FILES);

    const joined = await move(one, { target_path: "there.ts" });
    expect(joined.answer.applied).toBe(true);
    expect(await Bun.file(one.path("there.ts")).text()).toContain("export const there = 1;");
    expect(await Bun.file(one.path("there.ts")).text()).toContain("function twice(");
    expect(await errors(one.app.project)).toBe("");
  });

  test("does its refactorings as code actions, and leaves no empty file behind a dry run", async () => {
    await using one = await world();
    await using other = await appWith({
      files: FILES,
      settings: {
        servers: { "typescript-language-server": typescript5Server() },
        language_servers: { typescript: ["typescript-language-server"] },
      },
    });
    const query = { path: "a.ts", start_line: 4, end_line: 6, kind: "refactor.move.newFile" };
    type Listed = { actions: { action_id: string; title: string }[] };
    const listed = await other.call<Listed>("list_code_actions", query);
    const { action_id } = listed.answer.actions[0]!;
    const shown = await other.call<Moved>("apply_code_action", { action_id, dry_run: true });
    expect(shown.answer.files.map(({ path }) => path)).toContain("twice.ts");
    expect(await filesIn(other.app.project)).toEqual(FILES);
    expect((await other.call<Moved>("apply_code_action", { action_id })).answer.applied).toBe(true);
    expect(await errors(other.app.project)).toBe("");
    expect(await filesIn(one.app.project)).toEqual(FILES);
  });

  test("is not asked for a member, or for the file that the symbol is in", async () => {
    await using one = await world();
    expect(await move(one, { name_path: "Cart/total" })).toMatchObject({ code: "refused" });
    expect(await move(one, { target_path: "a.ts" })).toMatchObject({ code: "invalid_arguments" });
    expect(await move(one, { name_path: "none" })).toMatchObject({ code: "not_found" });
    expect(await filesIn(one.app.project)).toEqual(FILES);
  });
});

describe("where no server moves symbols", () => {
  test.each([
    ["typescript", "a.ts", "twice", { typescript: ["typescript"] }],
    ["pyright", "a.py", "twice", { python: ["pyright"] }],
  ])("%s is named, and what works by hand", async (server, path, name_path, language_servers) => {
    const files = { "a.ts": FILES["a.ts"], "a.py": "def twice(n):\n    return n\n" };
    await using one = await appWith({ files, settings: { servers: REAL, language_servers } });
    const said = await move(one, { path, name_path });
    expect(said).toMatchObject({
      code: "unavailable",
      detail: expect.stringContaining(`"${server}" does not support`),
    });
    expect(said.hint).toContain("safe_delete_symbol");
    expect(await filesIn(one.app.project)).toEqual(files);
  });
});

describe("a server that moves into a new file of its own naming", () => {
  const text = "package a\n\nfunc Twice(n int) int {\n\treturn n * 2\n}\n\nconst One = 1\n";
  const place = { start: { line: 2, character: 0 }, end: { line: 6, character: 0 } };
  const edit = {
    documentChanges: [
      { textDocument: { uri: "$root/a.go", version: null }, edits: [{ range: place, newText: "" }] },
      { kind: "create", uri: "$root/twice.go" },
      {
        textDocument: { uri: "$root/twice.go", version: null },
        edits: [
          {
            range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
            newText: "package a\n\nfunc Twice(n int) int {\n\treturn n * 2\n}\n",
          },
        ],
      },
    ],
  };
  const scenario: Scenario = {
    capabilities: { textDocumentSync: 1, executeCommandProvider: { commands: ["gopls.extract_to_new_file"] } },
    replies: {
      "workspace/executeCommand": {
        result: null,
        steps: [{ ask: { method: "workspace/applyEdit", params: { edit } } as never, asked: true }],
      },
    },
  };
  const world = () => appWith({ files: { "a.go": text }, fakes: { fake: { scenario, spec: { languages: ["go"] } } } });

  test("moves into the file that was wanted", async () => {
    await using one = await world();
    const query = { path: "a.go", name_path: "Twice", target_path: "math.go" };
    expect((await move(one, query)).answer.applied).toBe(true);
    expect(await filesIn(one.app.project)).toEqual({
      "a.go": "package a\n\nconst One = 1\n",
      "math.go": "package a\n\nfunc Twice(n int) int {\n\treturn n * 2\n}\n",
    });
    const [asked] = await one.received("fake", "workspace/executeCommand");
    expect(asked!.params).toMatchObject({ arguments: [{ range: { start: { line: 2 }, end: { line: 4 } } }] });
  });

  test("says that it does so alone", async () => {
    await using one = await world();
    const said = await move(one, { path: "a.go", name_path: "Twice", target_path: "other/math.go" });
    expect(said).toMatchObject({ code: "unavailable", detail: expect.stringContaining("same folder") });
    expect(await filesIn(one.app.project)).toEqual({ "a.go": text });
  });
});
