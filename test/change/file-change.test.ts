/** What becomes of one file's bytes. */
import { describe, expect, test } from "bun:test";
import chardet from "chardet";
import fc from "fast-check";
import { lineStarts } from "../../src/base/text.ts";
import { assertUnspelt, createdFile, editedFile, rewrittenFile } from "../../src/change/file-change.ts";
import type { TextEdit } from "../../src/change/text-edit.ts";
import { encodePiece } from "../../src/project/encode.ts";
import { decodeText } from "../../src/project/encoding.ts";
import type { FileContent } from "../../src/project/files.ts";

/** A file of these bytes, as `Files.read` gives it. */
function read(content: string | readonly number[] | Uint8Array, fallback?: string): FileContent {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : Uint8Array.from(content);
  return { bytes, ...decodeText(bytes, fallback)! };
}

/** The edit that puts `text` in the place of the one occurrence of `old`. */
function replacing(content: FileContent, old: string, text: string): TextEdit {
  const start = content.text.indexOf(old);
  expect(start).toBe(content.text.lastIndexOf(old));
  return { start, end: start + old.length, text };
}

const edited = (content: FileContent, ...edits: TextEdit[]) => editedFile("a.txt", content, edits).after!;
const words = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

/** Words that each of these encodings has, and bytes for which its encoder knows a better spelling. */
const ENCODINGS: Record<string, { words: string[]; odd?: number[][]; mark?: number[] }> = {
  "utf-8": { words: ["é", "日本", "🚀", "\u2028"] },
  "utf-8 with a mark": { words: ["é", "日本", "🚀"], mark: [0xef, 0xbb, 0xbf] },
  "utf-16le with a mark": { words: ["é", "日本", "🚀"], mark: [0xff, 0xfe] },
  "utf-16be with a mark": { words: ["é", "日本", "🚀"], mark: [0xfe, 0xff] },
  "windows-1252": { words: ["é", "ñandú", "€", "“x”"], odd: [[0x81], [0x9d]] },
  "iso-8859-2": { words: ["ž", "kůň", "Ł"] },
  "windows-1251": { words: ["ё", "цена"] },
  shift_jis: {
    words: ["日本語", "ｶﾅ", "表", "～"],
    odd: [
      [0x87, 0x90],
      [0xed, 0x40],
      [0xf0, 0x40],
    ],
  },
  "euc-jp": {
    words: ["日本語", "表"],
    odd: [
      [0xa1, 0xc1],
      [0xad, 0xe2],
    ],
  },
  gbk: {
    words: ["中文", "丂", "€"],
    odd: [
      [0xa2, 0xe3],
      [0xa3, 0xa0],
    ],
  },
  gb18030: { words: ["中文", "🚀", "ḿ"], odd: [[0x80], [0xa3, 0xa0]] },
  big5: { words: ["中文", "許功蓋"], odd: [[0x8e, 0x69]] },
  "euc-kr": { words: ["한국어", "똠"] },
};

/** The bytes of a piece of text within a file. */
function pieceOf(text: string, encoding: string): Uint8Array {
  if (!encoding.startsWith("utf-16"))
    return encoding === "utf-8" ? new TextEncoder().encode(text) : encodePiece(text, encoding, "a.txt");
  const bytes = Buffer.from(text, "utf16le");
  return encoding === "utf-16be" ? bytes.swap16() : bytes;
}

describe("an edited file", () => {
  test("H09: a one-line edit of a file with \\r\\n changes that line alone", () => {
    const content = read("def a():\r\n    return 1\r\n\r\ndef b():\r\n    return 2\r\n");
    const body = replacing(content, "def b():\r\n    return 2", "def b():\n    return 3");
    expect(words(edited(content, body))).toBe("def a():\r\n    return 1\r\n\r\ndef b():\r\n    return 3\r\n");
  });

  test("H10: a file keeps its one byte order mark, whether the new text brings one or not", () => {
    const content = read("\ufeffexport function first() {\r\n  return 1;\r\n}\r\n");
    expect(content.text.indexOf("first")).toBe(16);
    const body = content.text.slice(0, content.text.lastIndexOf("\r\n"));
    for (const mark of ["", "\ufeff"]) {
      const after = edited(content, replacing(content, body, `${mark}export function first() { return 2; }`));
      expect(words(after)).toBe("\ufeffexport function first() { return 2; }\r\n");
    }
    const inserted = edited(content, { start: 0, end: 0, text: "\ufeff// one\n" });
    expect(words(inserted)).toStartWith("\ufeff// one\r\nexport");
  });

  test.each(["\f", "\v", "\x85", "\u2028"])(
    "H12: %j ends no line, and the line that shows line2 is the one that goes",
    (char) => {
      const content = read(`line0\n${char}line1\nline2\n`);
      const starts = lineStarts(content.text);
      expect(starts).toHaveLength(3);
      expect(words(edited(content, { start: starts[2]!, end: content.text.length, text: "" }))).toBe(
        `line0\n${char}line1\n`,
      );
    },
  );

  test("H13: a last line without a newline is deleted and replaced, and no newline is added", () => {
    const content = read("a\nb\nc");
    expect(words(edited(content, { start: 4, end: 5, text: "" }))).toBe("a\nb\n");
    expect(words(edited(content, { start: 4, end: 5, text: "d" }))).toBe("a\nb\nd");
  });

  test("H15: places after emoji are those of UTF-16 units", () => {
    const content = read('const tag = "🚀🚀"; export const fuel = tag.length;\n');
    expect(content.text.indexOf("fuel")).toBe(33);
    expect(words(edited(content, { start: 33, end: 37, text: "burn" }))).toBe(
      'const tag = "🚀🚀"; export const burn = tag.length;\n',
    );
  });

  test("H82: new text with dollar signs and backslashes is written as it is given", () => {
    const text = 'log("$& ok $$ $1 $` $\' \\1");';
    const content = read('a();\nlog("done");\nb();\n');
    expect(words(edited(content, replacing(content, 'log("done");', text)))).toBe(`a();\n${text}\nb();\n`);
  });

  test("H87: edits that are faulty leave no change at all", () => {
    const content = read("abc\n");
    const overlapping = [
      { start: 0, end: 2, text: "" },
      { start: 1, end: 3, text: "" },
    ];
    expect(() => edited(content, ...overlapping)).toThrow("edits[0] and edits[1] overlap");
    expect(() => edited(content, { start: 0, end: 9, text: "\n" })).toThrow("within 0 to 4");
  });

  test.each(Object.entries(ENCODINGS))(
    "in %s: bytes outside of the edits are what they were",
    (name, { words, odd = [], mark = [] }) => {
      const encoding = name.split(" ")[0]!;
      const written = fc.constantFrom(...words, "a", "x = 1;", "").map((text) => pieceOf(text, encoding));
      const ends = fc.constantFrom("\n", "\r\n", "\r").map((text) => pieceOf(text, encoding));
      const piece = fc.oneof(
        written,
        ends,
        fc.constantFrom(new Uint8Array(), ...odd.map((bytes) => Uint8Array.from(bytes))),
      );
      const change = fc.option(fc.constantFrom(...words, "a", "yy", ""), { nil: undefined });
      let count = 0;
      fc.assert(
        fc.property(fc.array(fc.tuple(piece, change), { maxLength: 12 }), (pieces) => {
          const content = { bytes: Buffer.concat([Uint8Array.from(mark), ...pieces.map(([bytes]) => bytes)]) };
          const decoded = decodeText(content.bytes, encoding);
          const decoder = new TextDecoder(encoding as Bun.Encoding, { ignoreBOM: true });
          const texts = pieces.map(([bytes]) => decoder.decode(bytes));
          fc.pre(decoded?.encoding === encoding && decoded.text === texts.join(""));
          const edits: TextEdit[] = [];
          texts.reduce((start, text, index) => {
            const added = pieces[index]![1];
            if (added !== undefined) edits.push({ start, end: start + text.length, text: added });
            return start + text.length;
          }, 0);
          fc.pre(
            edits.every(
              ({ start, end }) =>
                ![start, end].some((at) => decoded.text.slice(Math.max(0, at - 1), at + 1) === "\r\n"),
            ),
          );
          const expected = Buffer.concat([
            Uint8Array.from(mark),
            ...pieces.map(([bytes, added]) => (added === undefined ? bytes : pieceOf(added, encoding))),
          ]);
          if (decodeText(expected, encoding)?.encoding !== encoding) return; // by accident UTF-8, or ASCII alone
          count++;
          expect(edited({ ...content, ...decoded }, ...edits)).toEqual(new Uint8Array(expected));
        }),
      );
      expect(count).toBeGreaterThan(20);
    },
  );

  test("H11: whatever encoding the detector names, an edit in ASCII leaves all else as it was", () => {
    const samples = [
      "Съешь ещё этих мягких булок",
      "日本語の文章を書きます。これは例です。",
      "한국어로 쓴 문장입니다",
      "我能吞下玻璃而不伤身体",
      "où est l'été à Noël",
      "Příliš žluťoučký kůň úpěl",
      "ฉันกินกระจกได้",
      "אני יכול לאכול זכוכית",
      "أنا قادر على أكل الزجاج",
    ];
    const named = new Set<string | null>();
    for (const encoding of [
      "windows-1252",
      "iso-8859-2",
      "iso-8859-5",
      "koi8-r",
      "windows-1251",
      "windows-1255",
      "windows-1256",
      "windows-874",
      ...Object.keys(ENCODINGS).slice(7),
    ]) {
      for (const sample of samples) {
        const lines = (): Uint8Array => encodePiece(`${sample}\n`.repeat(5), encoding, "a.txt");
        let bytes: Uint8Array;
        try {
          bytes = lines();
        } catch {
          continue; // another language's encoding
        }
        named.add(chardet.detect(bytes));
        const content = read(bytes);
        const after = edited(content, { start: content.text.length, end: content.text.length, text: "ok\n" });
        expect(after).toEqual(Uint8Array.from([...bytes, 0x6f, 0x6b, 0x0a]));
      }
    }
    expect(named.size).toBeGreaterThan(10);
  });

  test("H11: a character that the file's encoding lacks is refused, and never becomes a question mark", () => {
    for (const [encoding, text] of [
      ["windows-1251", "цена 日"],
      ["shift_jis", "表 ñ"],
      ["euc-jp", "日本語 🚀"],
    ] as const) {
      const content = read(encodePiece(text.split(" ")[0]!.repeat(4), encoding, "a.txt"), encoding);
      expect(content.encoding).toBe(encoding);
      const lacking = { start: 0, end: 0, text: `${text}\n` };
      expect(() => edited(content, lacking)).toThrow(`File "a.txt" is in ${encoding}, which has no character U+`);
    }
  });

  test("H11: an edit after which the file would be read in another encoding is refused", () => {
    const content = read(encodePiece("né à Noël", "windows-1252", "a.txt"));
    expect(content.encoding).toBe("windows-1252");
    expect(() => edited(content, { start: 0, end: 9, text: "Ã©" })).toThrow("new bytes would be taken for utf-8");
    expect(edited(content, { start: 0, end: 9, text: "ok" })).toEqual(new Uint8Array([0x6f, 0x6b]));
  });

  test("two characters that are one sequence of bytes are not parted", () => {
    const content = read([0x88, 0x62, 0x0a, 0xa4, 0xa4, 0xa4, 0xe5], "big5");
    expect(content.text).toBe("\u00ca\u0304\n中文");
    expect(() => edited(content, { start: 1, end: 2, text: "" })).toThrow(
      "two characters at the edit are written as one",
    );
    expect(edited(content, { start: 0, end: 2, text: "x" })).toEqual(
      new Uint8Array([0x78, 0x0a, 0xa4, 0xa4, 0xa4, 0xe5]),
    );
  });
});

describe("a rewritten file", () => {
  const rewritten = (content: FileContent, text: string) => rewrittenFile("a.txt", content, text).after!;

  test.each([
    ["line ends \\r\\n", "a\r\nb\r\n", "x\ny\n", "x\r\ny\r\n"],
    ["line ends \\r", "a\rb\r", "x\ny\n", "x\ry\r"],
    ["a byte order mark", "\ufeffa\n", "x\n", "\ufeffx\n"],
    ["both", "\ufeffa\r\n", "x\n", "\ufeffx\r\n"],
    ["a mark that the new text brings, too", "\ufeffa\n", "\ufeffx\n", "\ufeffx\n"],
    ["mixed line ends, which teach nothing", "a\r\nb\n", "x\ny\n", "x\ny\n"],
    ["no line ends, which teach nothing", "a", "x\ny\n", "x\ny\n"],
    ["line ends \\r\\n, unless the new text has its own", "a\r\n", "x\r\ny\n", "x\r\ny\n"],
    ["line ends \\n, unless the new text has its own", "a\n", "x\r\ny\n", "x\r\ny\n"],
  ])("H09, H10: takes over %s", (_, before, text, after) => {
    expect(words(rewritten(read(before), text))).toBe(after);
  });

  test("H11: keeps its encoding, or is refused for what that lacks", () => {
    expect(rewritten(read([0x63, 0xe9]), "dé\n")).toEqual(new Uint8Array([0x64, 0xe9, 0x0a]));
    expect(rewritten(read([0xff, 0xfe, 0x61, 0]), "é")).toEqual(new Uint8Array([0xff, 0xfe, 0xe9, 0]));
    expect(() => rewritten(read([0x63, 0xe9]), "日")).toThrow("windows-1252, which has no character U+65E5");
  });

  test("a body that was taken from an answer, where hidden characters are spelt out, is refused", () => {
    const content = read("const a = '\u202e';\n");
    expect(() => rewritten(content, "const a = '\\u{202e}';\n")).toThrow("spells \\u{202e}");
    expect(words(rewritten(content, "const a = '';\n"))).toBe("const a = '';\n");
    expect(() => assertUnspelt("a.txt", "a\rb", "a\\u{d}c")).toThrow("spells \\u{d}");
  });
});

test("a created file is UTF-8 with the text as it is given", () => {
  expect(words(createdFile("a.txt", "\ufeffa\r\nb\n日\r").after!)).toBe("\ufeffa\r\nb\n日\r");
  expect(createdFile("a.txt", "").after).toHaveLength(0);
  expect(() => createdFile("a.txt", "a\ud800")).toThrow("half of a surrogate pair (U+D800) on line 1");
});
