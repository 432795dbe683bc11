/** Where characters stand in the bytes of a file whose encoding has characters of several bytes. */

const NEWLINE = 0x0a;

/**
 * Byte offsets of places in a text.
 * @param bytes which decode to `text`, in an encoding without state in which byte 0x0a is nothing but a newline.
 * @param offsets UTF-16 units in the text, ascending.
 * @returns undefined when a place lies within what one sequence of bytes spells.
 */
export function byteOffsets(
  bytes: Uint8Array,
  text: string,
  encoding: string,
  offsets: readonly number[],
): number[] | undefined {
  const decoder = new TextDecoder(encoding as Bun.Encoding, { fatal: true, ignoreBOM: true });
  const found: number[] = [];
  let at = 0;
  let unit = 0;
  for (const offset of offsets) {
    const line = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
    while (unit < line) {
      at = bytes.indexOf(NEWLINE, at) + 1;
      unit = text.indexOf("\n", unit) + 1;
    }
    // A character comes out with the last of its bytes.
    while (unit < offset) unit += decoder.decode(bytes.subarray(at, ++at), { stream: true }).length;
    if (unit !== offset) return undefined;
    found.push(at);
  }
  return found;
}
