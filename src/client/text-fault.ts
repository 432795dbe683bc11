/** A place in a text that stops an edit. */
export class TextFault extends Error {
  override readonly name = "TextFault";
  readonly offset: number;

  /** @param offset in UTF-16 units. */
  constructor(offset: number, why: string) {
    super(why);
    this.offset = offset;
  }
}

/** `line:column`, both from 1, columns in UTF-16 units. */
export function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return `${before.split("\n").length}:${offset - lineStart + 1}`;
}
