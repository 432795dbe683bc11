import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { shortHash } from "../../src/base/hash.ts";
import { testApp } from "../fixture/app.ts";
import type { Called } from "../fixture/call.ts";

interface Replaced extends Called {
  text: string;
}

/** Replaces the body of one symbol in a file of its own. */
async function replaced(
  path: string,
  content: string,
  name_path: string,
  body: string | ((read: string) => string),
  more: Record<string, unknown> = {},
): Promise<Replaced> {
  await using shop = await testApp({ files: { [path]: content } });
  const read = async () => {
    const found = await shop.post("/tools/find_symbol", { name_path, path, include_body: true });
    return ((await found.json()) as { answer: { symbols: { body: string }[] } }).answer.symbols[0]!.body;
  };
  const given = typeof body === "string" ? body : body(await read());
  const response = await shop.post("/tools/replace_symbol_body", { name_path, path, body: given, ...more });
  const text = await Bun.file(join(shop.project, path)).text();
  return { status: response.status, body: (await response.json()) as Called["body"], text };
}

test("H09: a file with CRLF keeps it when the body comes with LF", async () => {
  const content = "def a():\r\n    return 1\r\n\r\ndef b():\r\n    return 2\r\n";
  const { text, body } = await replaced("m.py", content, "b", "def b():\n    return 3");
  expect(body.answer).toMatchObject({ applied: true, files: [{ path: "m.py", added: 1, removed: 1, syntax: "valid" }] });
  expect(text).toBe(content.replace("2", "3"));
});

test("H10: a byte order mark stays where it is, once", async () => {
  const content = "\ufeffexport function first() {\r\n  return 1;\r\n}\r\n";
  const { text } = await replaced("bom.ts", content, "first", "export function first() { return 2; }");
  expect(text).toBe("export function first() { return 2; }\r\n"); // `text()` drops the mark
});
