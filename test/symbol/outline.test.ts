import { expect, test } from "bun:test";
import { rowText } from "../../src/symbol/outline.ts";

const row = (name_path: string, signature: string, kind = "method") =>
  ({ name_path, kind, start_line: 1, end_line: 3, signature }) as Parameters<typeof rowText>[0];

test.each([
  [
    "a name within the type of its receiver",
    "w/Write",
    "func (w *responseWriter) Write(data []byte) error",
    "Write(data []byte) error",
  ],
  [
    "a name that is the type of its receiver",
    "Write/Write",
    "func (w *Write) Write(data []byte)",
    "Write(data []byte)",
  ],
  ["a name that begins another word before it", "a/get", "getter get(key: string)", "get(key: string)"],
  ["a name that is a parameter, too", "a/write", "pub fn write<T>(write: T)", "write<T>(write: T)"],
  ["an operator", "V/operator+", "V operator+(V other) const", "operator+(V other) const"],
])("the outline shows what follows %s", (_, name, signature, shown) => {
  expect(rowText(row(name, signature), name.slice(name.indexOf("/") + 1))).toBe(`1-3 method ${shown}`);
});
