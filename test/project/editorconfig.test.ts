/** What `.editorconfig` files say of a file. */
import { expect, test } from "bun:test";
import { editorStyle } from "../../src/project/editorconfig.ts";
import { indentation } from "../../src/symbol/file-style.ts";

const style = (path: string, files: Record<string, string>) =>
  editorStyle(path, { textIfFile: async (one) => files[one] });

test("the nearest file and the last section win, up to one that says it is the root", async () => {
  const files = {
    ".editorconfig": "[*]\nindent_style = tab\ntab_width = 2\ntrim_trailing_whitespace = true\n",
    "a/.editorconfig":
      "; a comment\nRoot = TRUE\n[*]\nindent_size = 8 ; wide\n\n[*.{ts,js}]\nindent_size=3\n[/b/x.ts]\nindent_size = tab\ntab_width = 5\n",
  };
  expect(await style("x.ts", files)).toMatchObject({
    usesTabs: true,
    indentSize: undefined,
    tabWidth: 2,
    trimsLines: true,
  });
  expect(await style("a/x.ts", files)).toMatchObject({ usesTabs: undefined, indentSize: 3, trimsLines: undefined });
  expect(await style("a/c/x.py", files)).toMatchObject({ indentSize: 8, tabWidth: 8 });
  expect(await style("a/b/x.ts", files)).toMatchObject({ indentSize: 5, tabWidth: 5 });
  expect(await style("a/c/b/x.ts", files)).toMatchObject({ indentSize: 3 });
});

test("what is not said, unset, or nonsense counts for nothing", async () => {
  expect(await style("x.ts", {})).toBeUndefined();
  expect(await style("x.ts", { ".editorconfig": "[*.py]\nindent_size = 2\n" })).toBeUndefined();
  const odd = {
    ".editorconfig": "[*]\nindent_style = both\nindent_size = unset\n[****a****a****]\nindent_size = 2\n[{]\nx\n",
  };
  expect(await style("x.ts", odd)).toEqual({
    usesTabs: undefined,
    indentSize: undefined,
    tabWidth: undefined,
    trimsLines: undefined,
    endsLastLine: undefined,
  });
});

test.each([
  ["", false, 4],
  ["a\n  b\n    c\n  d\n      e\n", false, 2],
  ["a\n   b\na\n   b\n", false, 3],
  ["a\n\tb\n\t\tc\n    d\n", true, 4],
  ["/**\n * a\n */\nf(\n    x,\n)\n", false, 4],
])("a file without one shows its own indentation: %j", (text, usesTabs, size) => {
  expect(indentation(text)).toEqual({ usesTabs, size });
});
