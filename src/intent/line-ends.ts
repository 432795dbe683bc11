/** Counts lines in bytes of which ASCII characters are one each: of UTF-8, and of all encodings of a byte a character. */

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** How many lines end in some bytes: with a line feed, a carriage return, or both. */
export function lineEnds(bytes: Uint8Array): number {
  return bytes.includes(CARRIAGE_RETURN) ? mixedEnds(bytes) : lineFeeds(bytes);
}

function mixedEnds(bytes: Uint8Array): number {
  let ends = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === CARRIAGE_RETURN || (bytes[at] === LINE_FEED && bytes[at - 1] !== CARRIAGE_RETURN)) ends++;
  }
  return ends;
}

/** Four bytes at a time: a byte of `other` is 0 where there is a line feed, and only there the top bit of `marks` is set. */
function lineFeeds(bytes: Uint8Array): number {
  const fours = fourBytes(bytes);
  let count = 0;
  for (let at = 0; at < fours.length; at++) {
    const other = fours[at]! ^ 0x0a0a0a0a;
    const marks = ~(((other & 0x7f7f7f7f) + 0x7f7f7f7f) | other | 0x7f7f7f7f);
    if (marks !== 0) count += (marks >>> 31) + ((marks >>> 23) & 1) + ((marks >>> 15) & 1) + ((marks >>> 7) & 1);
  }
  for (let at = fours.length * 4; at < bytes.length; at++) if (bytes[at] === LINE_FEED) count++;
  return count;
}

/**
 * The place in UTF-8 of an offset in UTF-16 units; beyond the end when it is not within these bytes.
 * @param from a place where a character begins.
 */
export function utf8Place(bytes: Uint8Array, offset: number, from = 0): number {
  const fours = fourBytes(bytes);
  let at = from;
  for (let units = 0; units < offset && at < bytes.length; units++) {
    if ((at & 3) === 0) {
      const start = at;
      while (offset - units >= at - start + 4 && at >> 2 < fours.length && (fours[at >> 2]! & 0x80808080) === 0)
        at += 4;
      units += at - start;
      if (units >= offset || at >= bytes.length) break;
    }
    const byte = bytes[at]!;
    if (byte < 0x80) at++;
    else if (byte < 0xe0) at += 2;
    else if (byte < 0xf0) at += 3;
    else {
      at += 4;
      units++; // two of UTF-16
    }
  }
  return at;
}

/** All whole fours, from the start; none where they do not lie so that they can be read. */
function fourBytes({ buffer, byteOffset, length }: Uint8Array): Int32Array {
  return byteOffset % 4 === 0 ? new Int32Array(buffer, byteOffset, length >> 2) : new Int32Array();
}
