import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestApp, testApp } from "../fixture/app.ts";
import { callTool } from "../fixture/call.ts";

type Input = Record<string, unknown>;

interface Body {
  code?: string;
  detail: string;
  hint?: string;
  errors?: { pointer: string }[];
  answer: { change_id: string; applied: boolean; files: { path: string }[] };
}

async function call(shop: TestApp, input: Input): Promise<Body> {
  return (await (await shop.post("/tools/replace_content", input)).json()) as Body;
}

/** What a file is after one call; the problem when it is refused, and then the file is as it was. */
async function after(before: string | Uint8Array, input: Input): Promise<string | Body> {
  await using shop = await testApp({ files: { "a.txt": before } });
  const body = await call(shop, { path: "a.txt", ...input });
  const now = await readFile(join(shop.project, "a.txt"));
  if (body.code === undefined) return now.toString("latin1");
  expect(now).toEqual(Buffer.from(before));
  return body;
}

const literal = (needle: string, replacement: string) => ({ needle, replacement, mode: "literal" });
const regex = (needle: string, replacement: string) => ({ needle, replacement, mode: "regex" });

test("replace_content replaces the one place, tells what it did, and undo_change takes it back", async () => {
  await using shop = await testApp({ files: { "src/a.ts": "const a = 1;\nconst b = 2;\n" } });
  const body = await call(shop, { path: "src/a.ts", ...literal("b = 2", "b = 3") });
  expect(body.answer).toMatchObject({ applied: true, files: [{ path: "src/a.ts", kind: "edited", syntax: "valid" }] });
  expect(await readFile(join(shop.project, "src/a.ts"), "utf8")).toBe("const a = 1;\nconst b = 3;\n");
  await shop.post("/tools/undo_change", { change_id: body.answer.change_id });
  expect(await readFile(join(shop.project, "src/a.ts"), "utf8")).toBe("const a = 1;\nconst b = 2;\n");
});

test("H09: a file with \\r\\n keeps every line end, for a needle and a replacement with \\n", async () => {
  const before = "def a():\r\n    return 1\r\n\r\ndef b():\r\n    return 2\r\n";
  const input = literal("def b():\n    return 2\n", "def b():\n    return 3\n");
  expect(await after(before, input)).toBe(before.replace("2", "3"));
});

test("serena.md 3.9: mixed line ends, a mark and another encoding are kept outside of the place and adopted in it", async () => {
  expect(await after("a\r\nb\nc\rd", literal("b", "x\ny"))).toBe("a\r\nx\r\ny\nc\rd");
  expect(await after("\ufeffa\nb", literal("a\nb", "c"))).toBe("\u00ef\u00bb\u00bfc");
  expect(await after(Buffer.from("caf\u00e9 ol\u00e9 na\u00efve\r\n", "latin1"), literal("olé", "à"))).toBe(
    "caf\u00e9 \u00e0 na\u00efve\r\n",
  );
});

test("H82: new text is written as it stands through the whole path of a call", async () => {
  const given = 'log("$& ok $$ $1 $` $\' \\1");';
  expect(await after('log("done");\n', literal('log("done");', given))).toBe(`${given}\n`);
  expect(await after('log("done");\n', regex('log\\("done"\\);', given))).toBe(`${given}\n`);
  expect(await after("name=alpha\nname=beta\n", { ...regex("name=(\\w+)", "id=$!1"), expected_count: 2 })).toBe(
    "id=alpha\nid=beta\n",
  );
});

test("more places than expected are refused with their number and lines, and so are fewer", async () => {
  const text = "x = 1\ny = 2\nx = 3\n";
  expect(await after(text, literal("x", "z"))).toMatchObject({
    code: "ambiguous",
    detail: 'File "a.txt" holds the needle 2 times, not 1, at lines 1, 3; nothing was replaced.',
    hint: expect.stringContaining("expected_count to 2"),
  });
  expect(await after(text, { ...literal("x", "z"), expected_count: 3 })).toMatchObject({ code: "not_found" });
  expect(await after(text, { ...literal("x", "z"), expected_count: 2 })).toBe("z = 1\ny = 2\nz = 3\n");
});

test("serena.md 12.1: a match that holds another one is refused, even where so many are expected", async () => {
  const refused = await after("start A\nstart B\nend\n", regex("(?s)start.*?end", "x"));
  expect(refused).toMatchObject({ code: "ambiguous", detail: expect.stringContaining("at lines 1-3") });
  expect(await after("start A\nstart B\nend\n", regex("start B[^{]*end", "x"))).toBe("start A\nx\n");
});

/** What a refusal says where something is there that differs in what is easily overlooked. */
const NEAR: [what: string, text: string, input: Input, hint: string][] = [
  ["case", "a\nFoo Bar\n", literal("foo bar", ""), 'Upper and lower case differ: line 2 has "Foo Bar".'],
  ["case in an expression", "FOO\n", regex("fo+", ""), 'Upper and lower case differ: line 1 has "FOO".'],
  ["white space", "if (a)\n\treturn  1;\n", literal("if (a)\n  return 1;", ""), "White space differs: lines 1-2 have"],
  ["white space at the ends", "a b\n", literal("a b ", ""), 'White space differs: line 1 has "a b".'],
  ["backslashes too many", 'say("a")\n', literal('say(\\"a\\")', ""), "It is there without the needle's backslashes"],
  ["line ends written out", "a\nb\n", literal("a\\nb", ""), "It is there without the needle's backslashes"],
  ["backslashes too few", 'x = "say \\"a\\""\n', literal('say "a"', ""), "It is there with escapes"],
  ["line ends", "a\nb\n", literal("a\r\nb", ""), "Line ends differ"],
  ["a hidden character", "a\u200bb\n", literal("a\\u{200b}b", ""), "It holds the hidden character itself"],
  ["the other mode", "a1\n", literal("a\\d", ""), 'which mode "regex" looks for: line 1 has "a1".'],
  ["the other mode, too", "f(1)\n", regex("f(1)", ""), 'which mode "literal" looks for: line 1 has "f(1)".'],
  ["the third line", "a\nb\nc\n", literal("a\nb\nd\n", ""), 'Its first 2 lines are there, but line 3 is "c", not "d".'],
  ["the end of the file", "a\nb\n", literal("b\nc", ""), "but line 3 is the end of the file"],
  ["nothing at all", "a\n", literal("zzz", ""), "Read the lines that you mean, or search for a part of them."],
];

test.each(NEAR)("a needle that is not there is refused, and the reason is told: %s", async (_, text, input, hint) => {
  const refused = (await after(text, input)) as Body;
  expect(refused.code).toBe("not_found");
  expect(refused.hint).toContain(hint);
});

test("H85: an invalid expression is refused with its place and the way out", async () => {
  const refused = await after("foo(\n", regex("foo(", ""));
  expect(refused).toMatchObject({
    code: "invalid_arguments",
    detail: expect.stringContaining("position 4"),
    errors: [{ pointer: "/needle" }],
    hint: expect.stringContaining('mode "literal"'),
  });
});

test("H73: a field with another product's name is understood, and an unknown one is refused with the nearest", async () => {
  const old = { old_string: "a", new_string: "b", mode: "literal" };
  expect(await after("a\n", old)).toBe("b\n");
  expect(await after("a\n", { ...literal("a", "b"), needel: "x" })).toMatchObject({
    code: "invalid_arguments",
    detail: expect.stringContaining('"needel"'),
  });
});

test("a needle is literal where no mode is named", async () => {
  expect(await after("abc a.c\n", { needle: "a.c", replacement: "b" })).toBe("abc b\n");
});

test("H59: two clients edit one file fifty times, and no change that was reported is lost", async () => {
  const text = (a: number, b: number) => `a = ${a}\n${"\n".repeat(7)}b = ${b}\n`;
  await using shop = await testApp({ files: { "two.ts": text(0, 0) } });
  const counts = { a: 0, b: 0 };
  for (let round = 0; round < 50; round++) {
    await Promise.all(
      (["a", "b"] as const).map(async (name) => {
        const input = literal(`${name} = ${counts[name]}\n`, `${name} = ${counts[name] + 1}\n`);
        if ((await call(shop, { path: "two.ts", ...input })).code === undefined) counts[name]++;
      }),
    );
    expect(await readFile(join(shop.project, "two.ts"), "utf8")).toBe(text(counts.a, counts.b));
  }
  expect(counts.a + counts.b).toBeGreaterThan(0);
}, 60_000);

test("folders, binary files, missing ones and paths outside are refused by name", async () => {
  const files = { "src/a.ts": "", "b.bin": new Uint8Array([0, 1, 2, 97]), ".env": "a=1\n" };
  const codes = await Promise.all(
    ["src", "b.bin", "c.ts", "../d.ts", ".env"].map(async (path) => {
      const { body } = await callTool(files, "replace_content", { path, ...literal("a", "b") });
      return body.code;
    }),
  );
  expect(codes).toEqual(["not_found", "refused", "not_found", "outside_project", "forbidden"]);
});

test("a change that breaks the grammar is refused, and one that changes nothing is none", async () => {
  await using shop = await testApp({ files: { "a.ts": "function f() { return 1; }\n" } });
  expect((await call(shop, { path: "a.ts", ...literal("1; }", "1;") })).code).toBe("refused");
  const { answer } = await call(shop, { path: "a.ts", ...literal("1", "1") });
  expect(answer as unknown).toEqual({ applied: false, files: [] });
});
