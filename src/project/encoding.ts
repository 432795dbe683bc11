/** Bytes of a file as text, without loss: what cannot be written back as it was is not called text. */
import chardet from "chardet";

export interface DecodedText {
  /** Without a byte order mark; line ends as they are. */
  text: string;
  /** WHATWG name, such as `utf-8`, `utf-16le`, `windows-1252`. */
  encoding: string;
  hasByteOrderMark: boolean;
}

const MARKS: { encoding: string; bytes: number[] }[] = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
];

/** Enough for the detector; it is quadratic in nothing, but reading megabytes tells it no more. */
const SAMPLE_BYTES = 64 * 1024;

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Of a line, before its first byte that is not ASCII: enough to know the word that it stands in. */
const LEAD_BYTES = 1024;

/** Every byte has a character here, so it is what remains when nothing else fits. */
const LAST_RESORT = "windows-1252";

/**
 * The text of a file's bytes, or undefined for what is not text. UTF-8 first, then what a byte order mark says, then
 * what the bytes look like.
 * @param fallback encoding to try before detecting, from the settings.
 */
export function decodeText(bytes: Uint8Array, fallback?: string): DecodedText | undefined {
  const mark = MARKS.find((known) => known.bytes.every((byte, index) => bytes[index] === byte));
  if (mark) {
    const text = decoded(bytes.subarray(mark.bytes.length), mark.encoding);
    // UTF-32 starts with the same two bytes as UTF-16.
    return text === undefined || text.includes("\0")
      ? undefined
      : { text, encoding: mark.encoding, hasByteOrderMark: true };
  }
  if (bytes.includes(0)) return undefined;
  const utf8 = decoded(bytes, "utf-8");
  if (utf8 !== undefined) return { text: utf8, encoding: "utf-8", hasByteOrderMark: false };
  for (const encoding of [fallback, detected(bytes), LAST_RESORT]) {
    const text = encoding === undefined ? undefined : decoded(bytes, encoding);
    if (text !== undefined && !looksBinary(text))
      return { text, encoding: new TextDecoder(encoding as Bun.Encoding).encoding, hasByteOrderMark: false };
  }
  return undefined;
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding as Bun.Encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function detected(bytes: Uint8Array): string | undefined {
  const name = chardet.detect(tellingLines(bytes)) ?? undefined;
  return name?.startsWith("UTF-") ? undefined : name;
}

/**
 * The lines with other bytes than ASCII. The detector weighs all that it sees, so that lines of code which come and go would
 * change what it takes the rest for, and a file would read as another text after an edit elsewhere.
 */
function tellingLines(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE_BYTES);
  let [size, start, first] = [0, 0, -1];
  for (let at = 0; at <= bytes.length && size < SAMPLE_BYTES; at++) {
    const byte = bytes[at] ?? NEWLINE;
    if (byte >= 0x80 && first < 0) first = at;
    if (byte !== NEWLINE && byte !== RETURN) continue;
    if (first >= 0) {
      const line = bytes.subarray(Math.max(start, first - LEAD_BYTES), at);
      sample.set(line.subarray(0, SAMPLE_BYTES - size), size);
      size += Math.min(line.length, SAMPLE_BYTES - size);
      if (size < SAMPLE_BYTES) sample[size++] = NEWLINE;
    }
    [start, first] = [at + 1, -1];
  }
  return sample.subarray(0, size);
}

/** Text has hardly any control characters besides white space, form feeds and escape sequences. */
function looksBinary(text: string): boolean {
  const sample = text.slice(0, SAMPLE_BYTES);
  const controls = sample.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g)?.length ?? 0;
  return controls > sample.length / 100;
}
