/** Text to bytes and back, in every encoding that is read. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { byteOffsets } from "../../src/project/byte-offsets.ts";
import { encodePiece, encodeText, isMultiByte } from "../../src/project/encode.ts";
import { decodeText } from "../../src/project/encoding.ts";

const SINGLE = [
  ...["ibm866", "koi8-r", "koi8-u", "macintosh", "x-mac-cyrillic", "x-user-defined", "iso-8859-8-i", "windows-874"],
  ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((part) => `iso-8859-${part}`),
  ...[1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258].map((page) => `windows-${page}`),
];
const MULTI = ["gbk", "gb18030", "big5", "euc-jp", "shift_jis", "euc-kr"];
const unmarked = (encoding: string) => ({ encoding, hasByteOrderMark: false });

const tried = (act: () => unknown): boolean => {
  try {
    act();
    return true;
  } catch {
    return false;
  }
};
const canWrite = (text: string, encoding: string) => tried(() => encodeText(text, unmarked(encoding), "a.txt"));

/** What an encoding spells with one or two bytes, as its decoder gives it. */
function charactersOf(encoding: string): string[] {
  const decoder = new TextDecoder(encoding as Bun.Encoding);
  const sequences = isMultiByte(encoding)
    ? Array.from({ length: 126 * 190 }, (_, at) => [0x81 + (at % 126), 0x40 + Math.floor(at / 126)])
    : Array.from({ length: 128 }, (_, at) => [0x80 + at]);
  const texts = sequences.map((bytes) => decoder.decode(Uint8Array.from(bytes)));
  return [...new Set(texts)].filter((text) => !/[\ufffd\u0000-\u001f]/.test(text));
}

/** Text in the characters of an encoding, as the language of a file has them in words. */
function textOf(encoding: string): fc.Arbitrary<string> {
  const known = charactersOf(encoding);
  const some = known.filter((text, at) => at % Math.ceil(known.length / 500) === 0 && canWrite(`${text}\n`, encoding));
  const word = fc.array(fc.constantFrom(...some), { minLength: 1, maxLength: 6 }).map((chars) => chars.join(""));
  return fc
    .array(fc.oneof(word, fc.constantFrom("a = 1;", "\n", "\r\n", "\r", "\t", "$&")))
    .map((parts) => parts.join(""));
}

const refusal = (text: string, encoding: string, hasByteOrderMark = false) => {
  try {
    encodeText(text, { encoding, hasByteOrderMark }, "src/a.txt");
  } catch (error) {
    return error as Error & { code: string; hint: string };
  }
  throw new Error("was not refused");
};

describe("encoding a text", () => {
  test.each(["utf-8", "utf-16le", "utf-16be"])("H10: %s with a mark gives the text and the mark again", (encoding) => {
    const text = fc.string({ unit: "binary" }).filter((drawn) => !drawn.includes("\0"));
    fc.assert(
      fc.property(text, (drawn) => {
        const bytes = encodeText(drawn, { encoding, hasByteOrderMark: true }, "a.txt");
        expect(decodeText(bytes)).toEqual({ text: drawn, encoding, hasByteOrderMark: true });
      }),
    );
  });

  test("UTF-8 without a mark gives the text again; what starts with a mark has one", () => {
    const text = fc.string({ unit: "binary" }).filter((drawn) => !/^\ufeff|\0/.test(drawn));
    fc.assert(
      fc.property(text, (drawn) => {
        const bytes = encodeText(drawn, unmarked("utf-8"), "a.txt");
        expect(decodeText(bytes)).toEqual({ text: drawn, encoding: "utf-8", hasByteOrderMark: false });
      }),
    );
    const bytes = encodeText("\ufeffa", unmarked("utf-8"), "a.txt");
    expect(decodeText(bytes)).toEqual({ text: "a", encoding: "utf-8", hasByteOrderMark: true });
  });

  test.each(SINGLE)("%s: every byte that the decoder takes is written again", (encoding) => {
    const chars = new TextDecoder(encoding as Bun.Encoding).decode(Uint8Array.from({ length: 256 }, (_, at) => at));
    for (let byte = 0x80; byte < 256; byte++) {
      const char = chars[byte]!;
      if (char === "\ufffd") continue;
      const line = `the quick brown ${char} fox\n`;
      const bytes = encodeText(line, unmarked(encoding), "a.txt");
      expect([bytes[16], bytes.length]).toEqual([byte, line.length]);
    }
  });

  test.each([...SINGLE, ...MULTI])("%s: what is written is read as the same text, or it is refused", (encoding) => {
    let written = 0;
    fc.assert(
      fc.property(fc.oneof(textOf(encoding), fc.string({ unit: "grapheme" })), (text) => {
        let bytes: Uint8Array;
        try {
          bytes = encodeText(text, unmarked(encoding), "a.txt");
        } catch (error) {
          expect((error as { code: string }).code).toBe("refused");
          return;
        }
        written++;
        expect(new TextDecoder(encoding as Bun.Encoding, { fatal: true }).decode(bytes)).toBe(text);
        expect(decodeText(bytes, encoding)?.text).toBe(text);
      }),
    );
    expect(written).toBeGreaterThan(20);
  });

  test.each(MULTI)("%s: hardly any of the characters that it has cannot be written", (encoding) => {
    const all = charactersOf(encoding).filter((text) => !/\p{Co}/u.test(text)); // private ones have no meaning
    const lost = all.filter((text) => !tried(() => encodePiece(text, encoding, "a.txt")));
    expect(all.length).toBeGreaterThan(6_000);
    expect(lost.length).toBeLessThan(all.length / 500);
  });

  test.each([
    ["iso-8859-5", "ok\nцена €", "€", "U+20AC", 2],
    ["windows-1252", "a\r\n\r\né 日", "日", "U+65E5", 3],
    ["shift_jis", "日本\r¥", "¥", "U+00A5", 2],
    ["shift_jis", "🚀", "🚀", "U+1F680", 1],
    ["euc-kr", "가\n?\né", "é", "U+00E9", 3],
    ["gbk", "中\n🚀", "🚀", "U+1F680", 2],
    ["iso-8859-6", "\ufffd", "\ufffd", "U+FFFD", 1],
  ])("%s: a character that it lacks is named and never becomes a question mark", (encoding, text, char, name, line) => {
    const { code, message, hint } = refusal(text, encoding);
    expect(code).toBe("refused");
    expect(message).toBe(
      `File "src/a.txt" is in ${encoding}, which has no character ${name} ("${char}"), on line ${line} of the new text.`,
    );
    expect(hint).toContain("UTF-8");
  });

  test("half of a surrogate pair is named, in every encoding", () => {
    for (const encoding of ["utf-8", "utf-16le", "utf-16be", "windows-1252", "gb18030"]) {
      const { code, message } = refusal("a\nb\ud83dc", encoding);
      expect([code, message]).toEqual([
        "invalid_arguments",
        'The text for "src/a.txt" holds half of a surrogate pair (U+D83D) on line 2, which no encoding can write.',
      ]);
    }
  });

  test("a NUL character is refused, since the file would be taken for binary", () => {
    for (const encoding of ["utf-8", "utf-16le", "windows-1252"])
      expect(refusal("a\n\0", encoding, encoding === "utf-16le").message).toContain("(U+0000) on line 2");
  });

  test("H11: bytes that would be read as another encoding are refused", () => {
    expect(refusal("Ã©", "windows-1252").message).toContain("taken for utf-8");
    expect(refusal("ÿþab", "windows-1252").message).toContain("taken for utf-16le");
    expect(refusal("日a", "utf-16le").message).toContain("taken for no text");
    expect(encodeText("日本", unmarked("utf-16le"), "a.txt")).toEqual(new Uint8Array([0xe5, 0x65, 0x2c, 0x67]));
  });
});

describe("the encoding that is seen in a file without a mark", () => {
  const NAMES = [
    "windows-1251",
    "koi8-r",
    "iso-8859-2",
    "windows-1252",
    "shift_jis",
    "euc-jp",
    "gbk",
    "big5",
    "euc-kr",
  ];
  const SAMPLES = [
    "// цена товара",
    "# Příliš žluťoučký kůň",
    "# für größe à Noël",
    "# 合計を表示",
    "// 计算总金额",
    "# 주문의 합계",
  ];

  test("H11: does not change when lines in ASCII come or go", () => {
    let count = 0;
    for (const encoding of NAMES)
      for (const sample of SAMPLES) {
        if (!tried(() => encodePiece(sample, encoding, "a.txt"))) continue;
        count++;
        const bytes = encodePiece(`${sample}\n`, encoding, "a.txt");
        const read = decodeText(bytes)!;
        for (const code of ["const a = 1;\n", "for (const x of y) {}\r\n", "return foo(bar);\n"])
          for (const times of [1, 7, 100, 10_000]) {
            const around = [new TextEncoder().encode(code.repeat(times)), bytes, new TextEncoder().encode(code)];
            const after = decodeText(Buffer.concat(around))!;
            expect([after.encoding, after.text]).toEqual([read.encoding, code.repeat(times) + read.text + code]);
          }
      }
    expect(count).toBeGreaterThan(12);
  });

  test("H11: is seen on a line of any length, wherever its words stand", () => {
    const word = encodePiece("合計を計算して表示する関数", "shift_jis", "a.txt");
    for (const parts of [
      [word, "x".repeat(200_000)],
      ["x".repeat(200_000), word],
      [" ".repeat(3_000), word, "\r", "x".repeat(99_999)],
    ]) {
      const read = decodeText(Buffer.concat(parts.map((part) => Buffer.from(part))));
      expect([read?.encoding, read?.text.includes("合計を計算")]).toEqual(["shift_jis", true]);
    }
  });
});

describe("places in the bytes of a text", () => {
  test.each(MULTI)("H15: %s: the bytes before a place spell the text before it", (encoding) => {
    const decoder = new TextDecoder(encoding as Bun.Encoding, { fatal: true });
    fc.assert(
      fc.property(textOf(encoding), (text) => {
        fc.pre(canWrite(text, encoding));
        const bytes = encodeText(text, unmarked(encoding), "a.txt");
        const offsets = [0, ...Array.from(text.matchAll(/./gsu), ({ index, 0: char }) => index + char.length)];
        const places = byteOffsets(bytes, text, encoding, offsets);
        if (!places) return; // two characters that are one sequence
        expect(places.map((at) => decoder.decode(bytes.subarray(0, at)))).toEqual(
          offsets.map((offset) => text.slice(0, offset)),
        );
      }),
    );
  });
});
