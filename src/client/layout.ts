/** How a document is laid out, so that what is added looks like the rest. */

export interface Layout {
  newline: "\n" | "\r\n";
  /** One step of indentation. */
  unit: string;
  /** The document has no line end but perhaps a last one, and is no mere `{}`. */
  isOneLine: boolean;
}

export function layoutOf(text: string): Layout {
  const lineEnds = text.match(/\r?\n/g) ?? [];
  const windows = lineEnds.filter((end) => end === "\r\n").length;
  const body = text.trim();
  return {
    newline: windows * 2 > lineEnds.length ? "\r\n" : "\n",
    unit: /^[ \t]+(?=\S)/m.exec(text)?.[0].replace(/^ {9,}$/, "  ") ?? "  ",
    isOneLine: !body.includes("\n") && !/^(\{\s*\})?$/.test(body),
  };
}

/** The white space that the line of `offset` begins with. */
export function indentOf(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))![0];
}
