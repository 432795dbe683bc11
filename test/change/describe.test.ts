/** What is said of a change of a file whose encoding was guessed. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { editedFile } from "../../src/change/file-change.ts";
import { encodePiece } from "../../src/project/encode.ts";
import { decodeText } from "../../src/project/encoding.ts";
import { engineAt } from "../fixture/changes.ts";
import { tmp } from "../fixture/tmp.ts";

test("H11: lines that an edit left alone are not told as changed, though the whole file would be guessed otherwise now", async () => {
  await using dir = await tmp({ "a.txt": encodePiece("цена товара\nцена\n", "windows-1251", "a.txt") });
  await using memory = await tmp();
  using engine = await engineAt(dir.path, { memory: memory.path });
  const { changes, project } = engine;
  const before = await project.files.read("a.txt");
  expect(before.encoding).toBe("windows-1251");
  const edit = { start: 0, end: 0, text: "x = 1; y = 2; // the sum of all of them ".repeat(3) };
  const plan = async () => [editedFile("a.txt", before, [edit])];
  const options = { signal: new AbortController().signal, wantsDiff: true };
  const change = await changes.carryOut({ tool: "test", caller: "tester" }, plan, options);
  const after = await Bun.file(join(dir.path, "a.txt")).bytes();
  expect(decodeText(after)?.encoding).not.toBe("windows-1251"); // else this tests nothing
  expect(change.files[0]).toMatchObject({ added: 1, removed: 1, ranges: [{ start: 1, end: 1 }] });
  expect(change.files[0]!.diff).toBe(`@@ -1,2 +1,2 @@\n-цена товара\n+${edit.text}цена товара\n цена\n`);
});
