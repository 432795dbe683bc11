import { expect, test } from "bun:test";
import { passageText, pathWords } from "../../src/embed/passage.ts";

test.each([
  ["src/http/server/retry_policy.test.ts", "retry_policy retry_policy src http server"],
  ["a/b/c/d/main.go", "main main b c d"],
  ["Makefile", "Makefile Makefile"],
  [".bashrc", ".bashrc .bashrc"],
])("of %s the model sees %p", (path, expected) => {
  expect(pathWords(path)).toBe(expected);
});

test("the words of the path stand before the text", () => {
  expect(passageText({ path: "lib/queue.rb", text: "def push(job)" })).toBe("queue queue lib\ndef push(job)");
});
