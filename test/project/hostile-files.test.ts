import { describe, expect, test } from "bun:test";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { testApp } from "../fixture/app.ts";
import { git } from "../fixture/project.ts";

type Body = {
  code?: string;
  detail?: string;
  complete?: boolean;
  reason?: string;
  answer: { files: { path: string }[]; text: string };
};

const SHIFT_JIS = new Uint8Array([
  0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xcc, 0x83, 0x65, 0x83, 0x4c, 0x83, 0x58, 0x83, 0x67, 0x0a,
]);
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return new Uint8Array(isBig ? bytes.swap16() : bytes);
};

async function ask(
  app: Awaited<ReturnType<typeof testApp>>,
  tool: string,
  input: Record<string, unknown>,
): Promise<Body> {
  return (await (await app.post(`/tools/${tool}`, input)).json()) as Body;
}

describe("H11: files in other encodings", () => {
  const files = {
    "a.py": "def greet(): return 1\n",
    "b.py": "from a import greet\ngreet()\n",
    "old/little.py": utf16("from a import greet\r\ngreet()\r\n"),
    "old/big.py": utf16("greet()\n", true),
    "old/odd.py": utf16("greet()\n").slice(0, -1),
    "old/utf32.py": new Uint8Array([0xff, 0xfe, 0, 0, 0x67, 0, 0, 0]),
    "old/nul.py": "greet()\0\n",
    "old/latin.py": new Uint8Array([...Buffer.from("# caf"), 0xe9, ...Buffer.from(" greet\n")]),
    "old/sjis.txt": SHIFT_JIS,
  };

  test("are read when a mark or their bytes tell which, and say so", async () => {
    await using app = await testApp({ files });
    for (const [path, text, encoding] of [
      ["old/little.py", "from a import greet\r\ngreet()\r\n", "utf-16le"],
      ["old/big.py", "greet()\n", "utf-16be"],
      ["old/latin.py", "# café greet\n", "windows-1252"],
    ])
      expect((await ask(app, "read_file", { path })).answer).toMatchObject({ text, encoding });
  });

  test("are refused in words when they cannot be decoded, and searches go on without them", async () => {
    await using app = await testApp({ files });
    for (const path of ["old/odd.py", "old/utf32.py", "old/nul.py"]) {
      const { code, detail } = await ask(app, "read_file", { path });
      expect([code, detail]).toEqual(["refused", expect.stringContaining("is not text")]);
    }
    const { answer } = await ask(app, "search_for_pattern", { pattern: "greet" });
    expect(answer.files.map(({ path }) => path)).toEqual([
      "a.py",
      "b.py",
      "old/big.py",
      "old/latin.py",
      "old/little.py",
    ]);
  });

  test("are read in the encoding that the settings name", async () => {
    await using app = await testApp({ files: { ...files, ".waymark/project.yaml": "encoding: shift_jis\n" } });
    expect((await ask(app, "read_file", { path: "old/sjis.txt" })).answer).toMatchObject({
      text: "日本語のテキスト\n",
      encoding: "shift_jis",
    });
  });
});

test("a search over links to devices and pipes ends, and finds what the other files hold", async () => {
  const many = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`f${index}.txt`, `wanted ${index}\n`]));
  await using app = await testApp({ files: many });
  git(app.project, "init", "--quiet");
  await symlink("/dev/zero", join(app.project, "zero.txt"));
  await symlink("f1.txt", join(app.project, "g.txt"));
  Bun.spawnSync(["mkfifo", join(app.project, "pipe")]);
  await symlink("pipe", join(app.project, "to-pipe.txt"));
  const { answer } = await ask(app, "search_for_pattern", { pattern: "wanted 1\\b" });
  expect(answer.files.map(({ path }) => path)).toEqual(["f1.txt", "g.txt"]);
}, 30_000);

describe.each([
  ["walked", false],
  ["git's", true],
])("over a list of files that is %s, every tool that takes a path", (_, isRepository) => {
  const shop = async () => {
    const app = await testApp({
      files: {
        "Büro projé 雪/src/été ü.ts": "pâte\n",
        "src/a.ts": "loud\n",
        "src/A.ts": "LOUD\n",
        ".ci/tool.py": "ship\n",
        "pkgs/a/index.ts": "loud\n",
      },
      settings: { included_optional_tools: ["run_command"] },
    });
    await symlink("..", join(app.project, "pkgs/a/dep"));
    await symlink(".", join(app.project, "loop"));
    await symlink("/nonexistent/store", join(app.project, "store"));
    await symlink("/etc", join(app.project, "ext"));
    if (isRepository) git(app.project, "init", "--quiet");
    else await mkdir(join(app.project, ".git"));
    await Bun.write(join(app.project, ".git/h.py"), "ship\n");
    return app;
  };
  const TOOLS: [string, (path: string) => Record<string, unknown>][] = [
    ["read_file", (path) => ({ path })],
    ["read_file_lines", (path) => ({ path, start_line: 1, end_line: 1 })],
    ["create_text_file", (path) => ({ path, content: "x", overwrite: true })],
    ["list_dir", (path) => ({ path })],
    ["find_file", (path) => ({ path, query: "*" })],
    ["get_file_structure", (path) => ({ path })],
    ["search_for_pattern", (path) => ({ path, pattern: "o" })],
    ["replace_content", (path) => ({ path, needle: "o", replacement: "0", mode: "literal" })],
    [
      "replace_in_files",
      (path) => ({ path, needle: "o", replacement: "0", mode: "literal", dry_run: false, expected_count: 1 }),
    ],
    ["get_recent_commits", (path) => ({ path })],
    ["run_command", (path) => ({ cwd: path, command: ["ls"] })],
  ];

  test.each(TOOLS)("H03, H05, H06: %s refuses what lies outside, with a reason", async (tool, input) => {
    await using app = await shop();
    for (const [path, code] of [
      ["C:\\proj\\x.ts", "invalid_arguments"],
      ["../x.ts", "outside_project"],
      ["src/../../x.ts", "outside_project"],
      [`${app.project}-other/x.ts`, "outside_project"],
      ["ext/passwd", "outside_project"],
      ["ext", "outside_project"],
      [".git/h.py", "forbidden"],
      [".git", "forbidden"],
      ["a\0b", "invalid_arguments"],
    ] as const)
      expect([path, (await ask(app, tool, input(path))).code]).toEqual([path, code]);
  });

  test("H01, H04, H05, H07, H08: finds each file once, spelt as on the disk, past links that lead nowhere", async () => {
    await using app = await shop();
    const { answer } = await ask(app, "search_for_pattern", { pattern: "loud|pâte|ship", ignore_case: true });
    expect(answer.files.map(({ path }) => path)).toEqual([
      ".ci/tool.py",
      "Büro projé 雪/src/été ü.ts",
      "pkgs/a/index.ts",
      "src/A.ts",
      "src/a.ts",
    ]);
    for (const path of ["src/a.ts", "./src/./a.ts", `${app.project}/src/a.ts`, "src\\a.ts"])
      expect((await ask(app, "read_file", { path })).answer).toMatchObject({ path: "src/a.ts", text: "loud\n" });
    expect((await ask(app, "read_file", { path: "SRC/a.ts" })).code).toBe("not_found");
    const created = await ask(app, "create_text_file", { path: "Büro projé 雪\\neu\\日本.txt", content: "x" });
    expect(created.answer).toMatchObject({ files: [{ path: "Büro projé 雪/neu/日本.txt" }] });
  });
});
