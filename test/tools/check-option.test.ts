/** The option `check`, with TypeScript's own server and without any. */
import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { installServers } from "../fixture/real-servers.ts";
import { appWith, REAL } from "../fixture/served-servers.ts";

setDefaultTimeout(90_000);
beforeAll(installServers, 120_000);

const FILES = {
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "noLib": true, "types": [] } }',
  "a.ts": 'export const one: number = "old problem";\nexport function two(): number {\n  return 2;\n}\n',
};
const SETTINGS = { servers: { typescript: REAL.typescript }, language_servers: { typescript: ["typescript"] } };

interface Changed {
  applied: boolean;
  new_problems?: { path: string; line: number; severity: string; code?: string; message: string }[];
  files: { diff?: string }[];
}

test("a change is checked: the problem that it makes is told, with the diff, and not the one that was there before", async () => {
  await using waymark = await appWith({ files: FILES, settings: SETTINGS });
  const edit = {
    path: "a.ts",
    edits: [{ old_text: "return 2", new_text: 'const x = 1;\n  return "two"' }],
    check: true,
  };
  const body = await waymark.call<Changed>("edit_file", edit);
  expect(body).toMatchObject({ complete: true, total: 1, answer: { applied: true } });
  expect(body.answer.new_problems).toMatchObject([{ path: "a.ts", line: 4, severity: "error", code: "2322" }]);
  expect(body.answer.files[0]!.diff).toContain('+  return "two";');

  const mended = { path: "a.ts", needle: '"two"', replacement: "2", mode: "literal", check: true };
  const after = await waymark.call<Changed>("replace_content", mended);
  expect(after).toMatchObject({ complete: true, total: 0, answer: { applied: true, new_problems: [] } });
});

test("edits of symbols are checked in the same way, and what an edit had to say besides stays said", async () => {
  await using waymark = await appWith({ files: FILES, settings: SETTINGS });
  const two = { name_path: "two", path: "a.ts", check: true };
  const body = 'export function two(): number {\n  return "two";\n}';
  const replaced = await waymark.call<Changed>("replace_symbol_body", { ...two, body });
  expect(replaced).toMatchObject({ complete: true, total: 1, answer: { applied: true } });
  expect(replaced.answer.new_problems).toMatchObject([{ path: "a.ts", line: 3, severity: "error", code: "2322" }]);
  expect(replaced.answer.files[0]!.diff).toContain('+  return "two";');

  const above = await waymark.call<Changed>("insert_before_symbol", { ...two, body: "export const a: string = 1;" });
  expect(above.answer.new_problems).toMatchObject([{ line: 2, code: "2322" }]);
  const below = await waymark.call<Changed>("insert_after_symbol", { ...two, body: "export const b = two();" });
  expect(below).toMatchObject({ complete: true, total: 0, answer: { applied: true, new_problems: [] } });

  const renamed = { ...two, body: "export function three(): number {\n  return 3;\n}" };
  const noted = await waymark.call<Changed>("replace_symbol_body", renamed);
  expect(noted.answer.new_problems).toMatchObject([{ code: expect.stringMatching(/2304|2552/) }]);
  expect(noted.hint).toContain("another name");
});

test("without a server the change is made all the same, and the answer says that nobody looked", async () => {
  await using waymark = await appWith({ files: FILES, settings: { language_servers: { typescript: [] } } });
  const edit = { path: "a.ts", edits: [{ old_text: "return 2", new_text: 'return "two"' }], check: true };
  const body = await waymark.call<Changed>("edit_file", edit);
  expect(body).toMatchObject({ complete: false, answer: { applied: true, new_problems: [] } });
  expect(body.reason).toContain("no language server");
});
