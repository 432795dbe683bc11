import { expect, test } from "bun:test";
import { join } from "node:path";
import { testApp } from "../fixture/app.ts";
import { callTool } from "../fixture/call.ts";

const SIX = "one\r\ntwo\r\nthree\r\nfour\r\nfive\r\nsix\r\n";

async function edited(content: string | Uint8Array, edits: { old_text: string; new_text: string }[]) {
  await using shop = await testApp({ files: { "e.txt": content } });
  const response = await shop.post("/tools/edit_file", { path: "e.txt", edits });
  const body = (await response.json()) as { code: string; detail: string; errors?: { pointer: string }[] };
  return { status: response.status, body, file: await Bun.file(join(shop.project, "e.txt")).bytes() };
}
const bytes = (text: string) => new TextEncoder().encode(text);

test("H87, H09: edits are meant against the original text, and keep its line ends", async () => {
  const { status, file } = await edited(SIX, [
    { old_text: "two", new_text: "2a\n2b\n2c" },
    { old_text: "four\n", new_text: "" },
    { old_text: "six", new_text: "two" },
  ]);
  expect([status, new TextDecoder().decode(file)]).toEqual([200, "one\r\n2a\r\n2b\r\n2c\r\nthree\r\nfive\r\ntwo\r\n"]);
});

test("H87: edits that overlap are refused with their indexes, and the file stays", async () => {
  const { status, body, file } = await edited(SIX, [
    { old_text: "one\ntwo", new_text: "x" },
    { old_text: "two\nthree", new_text: "y" },
  ]);
  expect([status, body.code]).toEqual([422, "invalid_arguments"]);
  expect(body.detail).toContain("edits[0] and edits[1] overlap");
  expect(file).toEqual(bytes(SIX));
});

test("H87: an edit whose text is missing, or is there twice, is refused with its index, and none is made", async () => {
  const missing = await edited(SIX, [
    { old_text: "one", new_text: "1" },
    { old_text: "seven", new_text: "7" },
    { old_text: "Two", new_text: "2" },
  ]);
  expect([missing.status, missing.body.code]).toEqual([404, "not_found"]);
  expect(missing.body.errors?.map(({ pointer }) => pointer)).toEqual(["/edits/1/old_text", "/edits/2/old_text"]);
  expect(missing.file).toEqual(bytes(SIX));
  const twice = await edited("a = 1\nb = 1\n", [{ old_text: "= 1", new_text: "= 2" }]);
  expect([twice.status, twice.body.code]).toEqual([409, "ambiguous"]);
  expect(twice.body.detail).toContain("edits[0].old_text stands in it 2 times, at lines 1, 2");
});

test("H82: new text is written as it is given", async () => {
  const text = 'log("$& ok $$ $1 $` $\' $!1 \\1");';
  const { file } = await edited('log("done");\n', [{ old_text: 'log("done");', new_text: text }]);
  expect(new TextDecoder().decode(file)).toBe(`${text}\n`);
});

test("a file whose grammar the edit would break stays as it is, unless the user lets such edits through", async () => {
  const files = { "a.ts": "export function f() {\n  return 1;\n}\n" };
  const input = { path: "a.ts", edits: [{ old_text: "return 1;\n}", new_text: "return 1;" }] };
  const refused = await callTool(files, "edit_file", input);
  expect([refused.status, refused.body.code]).toEqual([409, "refused"]);
  expect(refused.body.detail).toContain("would no longer follow its grammar");
  expect(refused.body.hint).toContain("allow_syntax_errors");
  const allowed = await callTool(files, "edit_file", input, { settings: { allow_syntax_errors: true } });
  expect(allowed.body.answer).toMatchObject({ applied: true, files: [{ syntax: "errors" }] });
});

test("the answer is the evidence: what changed where, and the hash that reading shows", async () => {
  await using shop = await testApp({ files: { "a.ts": "const a = 1;\nconst b = 1;\n" } });
  const input = { path: "a.ts", edits: [{ old_text: "b = 1", new_text: "b = 2" }] };
  const answer = (await (await shop.post("/tools/edit_file", input)).json()) as { answer: Record<string, unknown> };
  const read = (await (await shop.post("/tools/read_file", { path: "a.ts" })).json()) as { answer: { hash: string } };
  expect(answer.answer).toEqual({
    change_id: "c1",
    applied: true,
    files: [
      {
        path: "a.ts",
        kind: "edited",
        ranges: [{ start_line: 2, end_line: 2 }],
        added: 1,
        removed: 1,
        hash: read.answer.hash,
        syntax: "valid",
      },
    ],
  });
});
