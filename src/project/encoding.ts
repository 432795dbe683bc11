/** Bytes of a file as text. */

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** The text of UTF-8 bytes without their byte order mark; undefined for bytes that are not UTF-8 text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return UTF8.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
