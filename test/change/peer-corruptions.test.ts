/**
 * What an earlier product of this kind is known to do to files, each with the result that is right here. Named after the
 * section of our notes on it that tells of the fault.
 */
import { describe, expect, test } from "bun:test";
import { chmodSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { testApp } from "../fixture/app.ts";

interface Case {
  fault: string;
  /** `file.txt` when left out: a name that shows no language. */
  path?: string;
  before: string | Uint8Array;
  tool: string;
  /** Besides the path. */
  input: Record<string, unknown>;
  /** What the file holds then. */
  after: string | Uint8Array;
  /** Of the answer, where it is no success. */
  code?: string;
}

const literal = (needle: string, replacement: string) => ({ needle, replacement, mode: "literal" });
const regex = (needle: string, replacement: string) => ({ needle, replacement, mode: "regex" });
const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...new Uint8Array(Buffer.from(text, "utf16le"))]);
const latin = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

const CASES: Case[] = [
  {
    fault: "3.9 every line end of a file is rewritten to the configured one",
    before: "a\r\nb\r\nc\r\n",
    tool: "replace_content",
    input: literal("b", "B"),
    after: "a\r\nB\r\nc\r\n",
  },
  {
    fault: "3.9 mixed line ends and a lone CR are lost",
    before: "a\rb\nc\r\nd\n",
    tool: "replace_content",
    input: literal("d", "D"),
    after: "a\rb\nc\r\nD\n",
  },
  {
    fault: "3.9 a file that was decoded by guess is written back in another encoding",
    before: latin("prix: 5 \u00a3, caf\u00e9\n"),
    tool: "replace_content",
    input: literal("5", "6"),
    after: latin("prix: 6 \u00a3, caf\u00e9\n"),
  },
  {
    fault: "3.9 a file in UTF-16 is written back in another encoding",
    before: utf16("eins\r\nzwei\r\n"),
    tool: "edit_file",
    input: { edits: [{ old_text: "zwei", new_text: "zwei\ndrei" }] },
    after: utf16("eins\r\nzwei\r\ndrei\r\n"),
  },
  {
    fault: "3.9 a byte order mark counts as a column",
    before: "\ufeffconst a = 1;\n",
    tool: "replace_content",
    input: regex("^const", "let"),
    after: "\ufefflet a = 1;\n",
  },
  {
    fault: "3.9 characters of two UTF-16 units shift the places of edits",
    before: "const t = '🚀🚀'; const fuel = 1;\n",
    tool: "replace_content",
    input: literal("fuel", "burn"),
    after: "const t = '🚀🚀'; const burn = 1;\n",
  },
  {
    fault: "3.9 a file without a final line end gets one",
    before: "a\nb",
    tool: "replace_lines",
    input: { start_line: 2, end_line: 2, content: "c\n" },
    after: "a\nc",
  },
  {
    fault: "4.1 a group reference is interpreted in literal mode",
    before: "price\n",
    tool: "replace_content",
    input: literal("price", "$!0 $!1 \\1 $&"),
    after: "$!0 $!1 \\1 $&\n",
  },
  {
    fault: "4.1 backslashes of the replacement are interpreted in regex mode",
    before: "a = 1\n",
    tool: "replace_content",
    input: regex("= \\d", "= '\\n\\1\\\\'"),
    after: "a = '\\n\\1\\\\'\n",
  },
  {
    fault: "4 a group that took no part leaves its placeholder",
    before: "ab\n",
    tool: "replace_content",
    input: regex("a(x)?b", "[$!1]"),
    after: "[]\n",
  },
  {
    fault: "4 a group that there is not ends in an internal error",
    before: "ab\n",
    tool: "replace_content",
    input: regex("a(b)", "$!2"),
    after: "ab\n",
    code: "invalid_arguments",
  },
  {
    fault: "4.1 an empty match puts text everywhere",
    before: "ab\n",
    tool: "replace_content",
    input: { ...regex("x*", "-"), expected_count: 4 },
    after: "ab\n",
    code: "invalid_arguments",
  },
  {
    fault: "4.1 a match over lines may take more than was meant",
    before: "start A\nstart B\nend\n",
    tool: "replace_content",
    input: regex("(?s)start.*?end", "x"),
    after: "start A\nstart B\nend\n",
    code: "ambiguous",
  },
  {
    fault: "4 a backtracking pattern hangs the server",
    before: `${"a".repeat(40)}!\n`,
    tool: "replace_content",
    input: regex("(a+)+$", "x"),
    after: `${"a".repeat(40)}!\n`,
    code: "not_found",
  },
  {
    fault: "4.3 lines are deleted without a look at what they hold",
    before: "a\nb\nc\n",
    tool: "delete_lines",
    input: { start_line: 2, end_line: 2, expected_text: "x" },
    after: "a\nb\nc\n",
    code: "stale",
  },
  {
    fault: "4.3 a range beyond the file deletes something else, or fails without words",
    before: "a\nb",
    tool: "delete_lines",
    input: { start_line: 2, end_line: 3 },
    after: "a\nb",
    code: "invalid_arguments",
  },
  {
    fault: "4.3, H13 the last line without a line end cannot be deleted",
    before: "a\nb\nc",
    tool: "delete_lines",
    input: { start_line: 3, end_line: 3 },
    after: "a\nb\n",
  },
  {
    fault: "12.3, H12 the line that reading numbers is not the one that is deleted",
    before: "line0\n\x0cline1\u2028x\x85y\x0bz\nline2\n",
    tool: "delete_lines",
    input: { start_line: 3, end_line: 3 },
    after: "line0\n\x0cline1\u2028x\x85y\x0bz\n",
  },
  {
    fault: "13.1 an edit that breaks the file is written",
    path: "file.ts",
    before: "export class A {\n  go() {\n    return 1;\n  }\n}\n",
    tool: "replace_lines",
    input: { start_line: 4, end_line: 4, content: "" },
    after: "export class A {\n  go() {\n    return 1;\n  }\n}\n",
    code: "refused",
  },
];

const OFF_BY_DEFAULT = ["delete_lines", "replace_lines", "insert_at_line", "delete_file"];

describe("a known corruption comes out right", () => {
  test.each(CASES.map((one) => [one.fault, one] as const))(
    "%s",
    async (_, { path = "file.txt", before, tool, input, after, code }) => {
      const settings = { included_optional_tools: OFF_BY_DEFAULT };
      await using shop = await testApp({ files: { [path]: before }, settings });
      const file = join(shop.project, path);
      chmodSync(file, 0o640);
      utimesSync(file, 1, 1);
      const response = await shop.post(`/tools/${tool}`, { path, ...input });
      const body = (await response.json()) as { code?: string; answer?: { applied: boolean } };
      expect([body.code, body.answer?.applied]).toEqual([code, code === undefined ? true : undefined]);
      const wanted = typeof after === "string" ? new TextEncoder().encode(after) : after;
      expect([...(await Bun.file(file).bytes())]).toEqual([...wanted]);
      const { mode, mtimeMs } = statSync(file);
      expect([mode & 0o777, mtimeMs === 1_000]).toEqual([0o640, code !== undefined]); // what is refused is not touched
    },
  );
});
