/** Name paths: the table of behaviours that users of other products know, and our escapes. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { matchesNamePath, type PathPart, parseNamePath, printNamePath } from "../../src/syntax/name-path.ts";

/** Pattern, symbols written as paths, substring, whether it matches. */
const TABLE: [string, string[], boolean, boolean][] = [
  ["foo", ["foo", "bar/foo", "path/to/foo"], false, true],
  ["foo/", ["foo"], false, true],
  ["foo", ["foobar", "bar/foobar"], false, false],
  ["/foo", ["foo"], false, true],
  ["/foo", ["foo/bar", "bar", "bar/foo"], false, false],
  ["foo", ["foobar", "bar/foobar", "barfoo", "my_foobar_func", "ClassA/my_foobar_method"], true, true],
  ["foo", ["baz", "bar/baz", "my_bar_func"], true, false],
  ["/foo", ["foobar", "barfoobaz"], true, true],
  ["/foo/", ["foobar"], true, true],
  ["/foo", ["foo/bar", "bar", "bar/foo"], true, false],
  ["/foo/", ["foo/bar", "bar", "bar/foo"], true, false],
  ["bar/foo", ["bar/foo", "mod/bar/foo"], false, true],
  ["bar/foo", ["bar/foo/baz", "bar", "baz/foo", "bar/baz", "foo", "other/foo", "bar/otherfoo"], false, false],
  [
    "bar/foo",
    ["bar/foobar", "mod/bar/foobar", "bar/bazfoo", "bar/my_foobar_method", "mod/bar/my_foobar_method"],
    true,
    true,
  ],
  ["bar/fo", ["bar/foo"], true, true],
  ["bar/f", ["bar/foo"], true, true],
  ["bar/foo", ["bar/baz", "baz/foobar", "bar/another_method", "other/my_foobar_method"], true, false],
  ["/bar/foo", ["bar/foo"], false, true],
  ["/bar/foo", ["bar/foo/baz", "bar", "baz/foo", "baz/bar/foo", "bar/baz"], false, false],
  ["/bar/foo", ["bar/foobar", "bar/bazfoo"], true, true],
  ["/bar/fo", ["bar/foo"], true, true],
  ["/bar/foo", ["bar/baz", "baz/foobar"], true, false],
  ["bar/foo", ["bar/foo[0]", "bar/foo[1]", "bar[0]/foo", "bar[0]/foo[1]"], false, true],
  ["bar/foo[0]", ["bar/foo[0]"], false, true],
  ["bar/foo[0]", ["bar/foo"], false, false],
  ["bar/foo[1]", ["bar/foo[0]"], false, false],
  ["bar[0]/foo", ["bar[0]/foo"], false, true],
  ["bar[0]/foo[1]", ["bar[0]/foo[1]"], false, true],
  ["bar[0]/foo[1]", ["bar[1]/foo[0]"], false, false],
];

describe("a name path", () => {
  for (const [pattern, symbols, isSubstring, expected] of TABLE) {
    const how = isSubstring ? " as a piece" : "";
    test(`${pattern}${how} ${expected ? "means" : "does not mean"} ${symbols.join(", ")}`, () => {
      for (const symbol of symbols) {
        const { parts } = parseNamePath(symbol);
        expect([symbol, matchesNamePath(parseNamePath(pattern), parts, isSubstring)]).toEqual([symbol, expected]);
      }
    });
  }

  test.each([
    [[{ name: "weird/name" }], "weird%2Fname"],
    [[{ name: "a%2Fb" }], "a%252Fb"],
    [[{ name: "100%" }], "100%"],
    [[{ name: "x[3]" }], "x%5B3%5D"],
    [[{ name: "x[3]", index: 1 }], "x%5B3%5D[1]"],
    [[{ name: "operator[]" }], "operator[]"],
    [[{ name: "foo[-1]" }], "foo[-1]"],
    [[{ name: "two\nlines" }], "two%{a}lines"],
    [[{ name: "turned\u202etext" }], "turned%{202e}text"],
    [[{ name: "A", index: 0 }, { name: "b" }], "A[0]/b"],
  ] as [PathPart[], string][])("%j is printed as %s and read again", (parts, printed) => {
    expect(printNamePath(parts)).toBe(printed);
    expect(parseNamePath(printed)).toEqual({ isAbsolute: false, parts });
  });

  test("is read as it was printed, whatever the names hold", () => {
    const name = fc.string({ minLength: 1, unit: "binary" }).map((text) => text.replaceAll(/[\ud800-\udfff]/g, "s"));
    const part = fc.record({ name, index: fc.nat(99) }, { requiredKeys: ["name"] });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        expect(parseNamePath(printNamePath(parts)).parts).toEqual(parts as PathPart[]);
      }),
      { numRuns: 2_000 },
    );
  });
});
