/** The one place that an expression marks. */
import { expect, test } from "bun:test";
import { markedPlace } from "../../src/project/marked.ts";

const marked = (text: string, source: string, start = 0, end = text.length) => {
  const found = markedPlace(text, source, { field: "regex", span: { start, end }, where: "here" });
  return [found.start, text.slice(found.start, found.end)] as const;
};

test("the group marks, other groups that do not count are allowed, spaces before the identifier are passed over", () => {
  expect(marked("a.b(c)", "(?:a|x)\\.(b)\\(")).toEqual([2, "b"]);
  expect(marked("let  sum = 1", "let( +sum)")).toEqual([5, "sum"]);
});

test("only a part of the text is searched, and its place is that in the whole", () => {
  expect(marked("b\nb\nb\n", "^(b)$", 2, 3)).toEqual([2, "b"]);
  expect(() => marked("b\nb\nb\n", "^(b)$")).toThrow("on lines 1, 2, 3");
});

test("line ends of every system are line ends, and places stay those of the text", () => {
  expect(marked("x\r\na\r\nb c;\r\n", "^a$.^b (c);$")).toEqual([8, "c"]);
  expect(marked("x\ra\rb", "^a$.(b)")).toEqual([4, "b"]);
  expect(marked("x\r\n\r\ny", "x(\n\ny)")).toEqual([5, "y"]);
});

test("a group that takes no part marks nothing", () => {
  expect(() => marked("ab", "a(x)?b")).toThrow("marks nothing");
});

test("matches beyond what is counted are many", () => {
  expect(() => marked("a".repeat(5_000), "(a)")).toThrow("1000 or more times");
});
