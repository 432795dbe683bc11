/** Text as bytes of an encoding, without loss: the inverse of `decodeText`. What an encoding lacks is refused, never replaced. */
import { UserError } from "../base/error.ts";
import { lineStarts } from "../base/text.ts";
import { type DecodedText, decodeText } from "./encoding.ts";
import { shownPath } from "./file-error.ts";

/** How a file holds its text. */
export type TextForm = Pick<DecodedText, "encoding" | "hasByteOrderMark">;

/** WHATWG names of encodings in which a character may take several bytes; in the others, UTF apart, each byte is one. */
const MULTI_BYTE: readonly string[] = ["big5", "euc-jp", "euc-kr", "gb18030", "gbk", "iso-2022-jp", "shift_jis"];

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/** Whether a character may take several bytes. */
export function isMultiByte(encoding: string): boolean {
  return MULTI_BYTE.includes(encoding);
}

/**
 * The bytes from which `decodeText` gives the text again.
 * @param text without a byte order mark; one at the start of a text without `hasByteOrderMark` becomes the file's.
 * @param path for messages.
 * @throws UserError `invalid_arguments` for half of a surrogate pair; `refused` for a character that the encoding lacks, and
 * for bytes that would be read as something else.
 */
export function encodeText(text: string, form: TextForm, path: string): Uint8Array {
  assertHoldable(text, path);
  const { encoding, hasByteOrderMark } = form;
  const marked = hasByteOrderMark ? `\ufeff${text}` : text;
  if (encoding === "utf-8") return new TextEncoder().encode(marked);
  const bytes = encoding.startsWith("utf-16")
    ? utf16(marked, encoding === "utf-16be")
    : encodePiece(text, encoding, path);
  if (!hasByteOrderMark) assertReadAs(bytes, text, encoding, path);
  return bytes;
}

/**
 * The bytes of a piece of a text in an encoding that is not UTF.
 * @throws UserError `refused` for a character that the encoding lacks.
 */
export function encodePiece(text: string, encoding: string, path: string): Uint8Array {
  const bytes = isMultiByte(encoding) ? multiByte(text, encoding, path) : singleByte(text, encoding);
  const back = new TextDecoder(encoding as Bun.Encoding, { ignoreBOM: true }).decode(bytes);
  if (back !== text) throw lacking(text, firstDifference(text, back), encoding, path);
  return bytes;
}

/** @throws UserError `refused` when `decodeText` would read the bytes as another text, or as none. */
export function assertReadAs(bytes: Uint8Array, text: string, encoding: string, path: string): void {
  const read = decodeText(bytes, encoding);
  if (read?.text === text) return;
  const taken = read ? `taken for ${read.encoding}` : "taken for no text";
  const message = `File "${shownPath(path)}" is in ${encoding}, and its new bytes would be ${taken}, so it is not written.`;
  throw new UserError("refused", message, { hint: "Convert the file to UTF-8 outside first." });
}

/** @throws UserError `invalid_arguments`, `refused` for what no text file holds, whatever its encoding. */
export function assertHoldable(text: string, path: string): void {
  const half = text.isWellFormed() ? null : /\p{Surrogate}/u.exec(text);
  if (half) {
    const message = `The text for "${shownPath(path)}" holds half of a surrogate pair (${codePoint(half[0])}) on line ${lineOf(text, half.index)}, which no encoding can write.`;
    throw new UserError("invalid_arguments", message, { hint: "Give both halves: the whole character." });
  }
  const nul = text.indexOf("\0");
  if (nul === -1) return;
  throw new UserError(
    "refused",
    `The text for "${shownPath(path)}" holds a NUL character (U+0000) on line ${lineOf(text, nul)}, and a file with one is no text.`,
    { hint: "Write it as an escape of the file's language, such as \\0." },
  );
}

function utf16(text: string, isBigEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const high = isBigEndian ? 0 : 1;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    bytes[at * 2 + high] = unit >> 8;
    bytes[at * 2 + 1 - high] = unit & 0xff;
  }
  return bytes;
}

/** Turns our own decoder round; what it lacks becomes `?`, which the caller notices. */
function singleByte(text: string, encoding: string): Uint8Array {
  const chars = new TextDecoder(encoding as Bun.Encoding).decode(ALL_BYTES);
  const byteOf = new Map(Array.from(ALL_BYTES, (byte) => [chars.charCodeAt(byte), byte]));
  byteOf.delete(0xfffd); // stands for each byte that has no character
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = byteOf.get(text.charCodeAt(at)) ?? 0x3f;
  return bytes;
}

/** @throws UserError `refused` for an encoding that is read only. */
function multiByte(text: string, encoding: string, path: string): Uint8Array {
  // Hardly any file needs it, and it takes tens of milliseconds to load.
  const iconv: typeof import("iconv-lite") = require("iconv-lite");
  if (iconv.encodingExists(encoding)) return iconv.encode(text, encoding);
  throw new UserError("refused", `File "${shownPath(path)}" is in ${encoding}, which is read but not written.`, {
    hint: "Convert the file to UTF-8 outside first.",
  });
}

function lacking(text: string, index: number, encoding: string, path: string): UserError {
  const char = String.fromCodePoint(text.codePointAt(index)!);
  return new UserError(
    "refused",
    `File "${shownPath(path)}" is in ${encoding}, which has no character ${codePoint(char)} (${JSON.stringify(char)}), on line ${lineOf(text, index)} of the new text.`,
    {
      hint: "Write it as an escape of the file's language, use another character, or convert the file to UTF-8 outside first.",
    },
  );
}

/** Index of the first character that differs, never within a surrogate pair. */
function firstDifference(text: string, other: string): number {
  let at = 0;
  while (text[at] === other[at]) at++;
  return /[\udc00-\udfff]/.test(text[at] ?? "") ? at - 1 : at;
}

function codePoint(char: string): string {
  return `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

function lineOf(text: string, index: number): number {
  return lineStarts(text.slice(0, index + 1)).length;
}
