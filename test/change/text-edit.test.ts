/** Several edits of one text, all against the original. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { applyEdits, type TextEdit } from "../../src/change/text-edit.ts";
import { anyText } from "../fixture/texts.ts";

const edit = (start: number, end: number, text: string): TextEdit => ({ start, end, text });
const refused = (text: string, edits: TextEdit[]) => {
  try {
    applyEdits(text, edits);
  } catch (error) {
    return error as Error & { code: string; errors: { pointer: string; message: string }[] };
  }
  throw new Error("was not refused");
};

test("H87: edits of one call are all meant against the original, in whatever order they are given", () => {
  const text = "one\ntwo\nthree\nfour\nfive\nsix\n";
  const edits = [edit(24, 27, "SIX"), edit(4, 8, "2a\n2b\n2c\n"), edit(14, 19, "")];
  for (const order of [edits, edits.toReversed()])
    expect(applyEdits(text, order)).toBe("one\n2a\n2b\n2c\nthree\nfive\nSIX\n");
});

test("H87: overlapping edits are refused with their indexes", () => {
  const error = refused("abcdefgh", [edit(6, 7, ""), edit(0, 5, "x"), edit(1, 2, "y"), edit(4, 6, "z")]);
  expect(error.code).toBe("invalid_arguments");
  expect(error.errors.map(({ pointer }) => pointer)).toEqual(["/edits/2", "/edits/3"]);
  expect(error.message).toContain("edits[1] and edits[2] overlap");
  expect(error.errors[1]!.message).toContain("edits[1] and edits[3] overlap");
});

test.each([[edit(-1, 2, "")], [edit(3, 2, "")], [edit(0, 6, "")], [edit(0.5, 1, "")], [edit(Number.NaN, 1, "")]])(
  "an edit outside of the text is refused: %j",
  (bad) => {
    const error = refused("abcde", [edit(0, 1, ""), bad]);
    expect([error.code, error.errors[0]!.pointer]).toEqual(["invalid_arguments", "/edits/1"]);
    expect(error.message).toContain("within 0 to 5");
  },
);

test("H15: no edit cuts a surrogate pair, at either side", () => {
  for (const bad of [edit(0, 2, ""), edit(2, 3, ""), edit(2, 2, "x")])
    expect(refused("a🚀b", [bad]).message).toContain("edits[0] cuts the character 🚀 at offset 1 in two");
  expect(applyEdits("a🚀🚀b", [edit(3, 5, "é")])).toBe("a🚀éb");
});

test("H09: no edit cuts a line end in two", () => {
  for (const bad of [edit(0, 2, ""), edit(2, 3, ""), edit(2, 2, "x")])
    expect(refused("a\r\nb", [bad]).message).toContain("cuts the line end \\r\\n at offset 1 in two");
  expect(applyEdits("a\r\nb", [edit(1, 3, "")])).toBe("ab");
});

test("insertions at one place keep their order, and may stand at both borders of a replacement", () => {
  const edits = [edit(1, 1, "1"), edit(2, 2, "4"), edit(1, 2, "3"), edit(1, 1, "2"), edit(2, 2, "5")];
  expect(applyEdits("abc", edits)).toBe("a12345c");
  expect(refused("abc", [edit(0, 3, ""), edit(1, 1, "x")]).message).toContain("edits[0] and edits[1] overlap");
  expect(refused("abc", [edit(0, 3, "x"), edit(0, 3, "x")]).message).toContain("edits[0] and edits[1] overlap");
});

test("H82: dollar signs and backslashes are characters like others", () => {
  const text = 'log("$& ok $$ $1 $` $\' \\1");';
  expect(applyEdits('a log("done"); b', [edit(2, 14, text)])).toBe(`a ${text} b`);
});

test("edits give what pieces of the original and the new texts give, joined", () => {
  const cuts = fc.tuple(anyText, fc.array(fc.tuple(fc.nat(60), fc.string(), fc.boolean()), { maxLength: 8 }));
  fc.assert(
    fc.property(cuts, ([text, drawn]) => {
      const whole = (at: number) =>
        !/^(\r\n|[\ud800-\udbff][\udc00-\udfff])$/.test(text.slice(Math.max(0, at - 1), at + 1));
      const places = [...new Set(drawn.map(([at]) => at))].filter((at) => at <= text.length && whole(at));
      places.sort((one, other) => one - other);
      const edits: TextEdit[] = [];
      let expected = text.slice(0, places[0]);
      places.forEach((start, index) => {
        const next = places[index + 1] ?? text.length;
        const [, added, replaces] = drawn[index]!;
        edits.push(edit(start, replaces ? next : start, added));
        expected += replaces ? added : added + text.slice(start, next);
      });
      expect(applyEdits(text, edits.toReversed())).toBe(expected);
    }),
  );
});
