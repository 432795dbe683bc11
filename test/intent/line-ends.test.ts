import { expect, test } from "bun:test";
import { lineStarts } from "../../src/base/text.ts";
import { lineEnds, utf8Place } from "../../src/intent/line-ends.ts";
import { seeded } from "../fixture/vectors.ts";

const PIECES = ["a", "\n", "\r\n", "\r", "word ", "é", "日本", "😀", "\n\n", "xxxxxxxxxxxxxxxx", "\u2028", "J"];

/** Texts of random pieces, the first ones without a carriage return. */
function texts(): string[] {
  const random = seeded(7);
  return Array.from({ length: 400 }, (_, at) => {
    const pieces = at < 200 ? PIECES.filter((piece) => !piece.includes("\r")) : PIECES;
    return Array.from({ length: at % 60 }, () => pieces[Math.floor(random() * pieces.length)]).join("");
  });
}

test("as many lines end before a place as begin after the first, wherever the bytes lie in memory", () => {
  for (const text of texts()) {
    const bytes = new TextEncoder().encode(text);
    const ends = lineStarts(`${text}x`).length - 1; // what follows shows whether the last line has ended
    expect(lineEnds(bytes)).toBe(ends);
    const moved = new Uint8Array(bytes.length + 3);
    moved.set(bytes, 3);
    expect(lineEnds(moved.subarray(3))).toBe(ends);
  }
});

test("an offset in UTF-16 units has its place in UTF-8", () => {
  for (const text of texts()) {
    const bytes = new TextEncoder().encode(text);
    for (let offset = 0; offset <= text.length; offset++) {
      if (/[\udc00-\udfff]/.test(text[offset] ?? "")) continue; // within a character
      const place = new TextEncoder().encode(text.slice(0, offset)).length;
      expect(utf8Place(bytes, offset)).toBe(place);
      const half = [...text.slice(0, offset)].slice(0, 5).join("");
      expect(utf8Place(bytes, offset - half.length, new TextEncoder().encode(half).length)).toBe(place);
    }
  }
});
