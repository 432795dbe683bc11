/** Brings text that was written at one depth, or with other white space, to what its place has. */
import { indentation, onlyIndent, stepOf } from "./file-style.ts";

interface Line {
  indent: string;
  /** Without line end. */
  text: string;
  end: string;
}

/** The lines of a text, its line ends kept. */
function linesOf(text: string): Line[] {
  const parts = text.split(/(\r\n|\n|\r)/);
  return Array.from({ length: (parts.length + 1) / 2 }, (_, at) => {
    const line = parts[at * 2]!;
    return { text: line, indent: /^[^\S\r\n]*/.exec(line)![0], end: parts[at * 2 + 1] ?? "" };
  });
}

/** Text of a declaration without blank lines before it and white space behind it; its first line keeps its indentation. */
export function bareText(text: string): string {
  return text.replace(/^(?:[^\S\r\n]*(?:\r\n|\n|\r))+/, "").trimEnd();
}

/** The text to stand behind the indentation of its place, its other lines as they are. */
export function unindentedFirst(bare: string): string {
  return bare.trimStart();
}

/**
 * The text with tabs where it has spaces, or the other way, when its file has one kind alone and the text the other.
 * @param file its text.
 * @param isFixed as `atDepth` has it.
 */
export function inIndentOf(file: string, bare: string, isFixed: (line: number) => boolean): string {
  const all = linesOf(bare);
  const code = all.flatMap(({ text }, at) => (isFixed(at) ? [] : [text])).join("\n");
  const [theirs, own] = [onlyIndent(file), onlyIndent(code)];
  if (theirs === undefined || own === undefined || theirs === own) return bare;
  const from = own === "tabs" ? "\t" : " ".repeat(indentation(code).size);
  const to = stepOf(file);
  const lines = all.map(({ text, indent, end }, at) => {
    const steps = Math.floor(indent.length / from.length);
    const rest = indent.slice(steps * from.length);
    return `${isFixed(at) ? text : to.repeat(steps) + rest + text.slice(indent.length)}${end}`;
  });
  return lines.join("");
}

export interface Depths {
  /** As `unindentedFirst`, with the other lines at the depth of the place. */
  shifted: string;
  /** Whether the text shows that it was written at another depth. Else only a parser can tell. */
  isCertain: boolean;
}

/**
 * The text at the depth of its place, if it may have been written at another: by someone who knew only the text itself, or
 * took it from elsewhere. Text that was read keeps its first line's indentation in the file, so that its other lines are right.
 * @param bare as `bareText` gives it.
 * @param indent of the place.
 * @param isFixed whether the line of a number, from 0, begins within a literal, where each space counts.
 * @param old what stands in the place: where that ends further left than it begins, so may the text.
 * @returns undefined when it is at its depth for sure, or at none that is known.
 */
export function atDepth(
  bare: string,
  indent: string,
  isFixed: (line: number) => boolean,
  old?: string,
): Depths | undefined {
  const [first, ...others] = linesOf(bare);
  const own = first!.indent;
  const isMoved = ({ text }: Line, at: number) => text.trim() !== "" && !isFixed(at + 1);
  const moved = others.filter(isMoved);
  const last = moved.at(-1);
  if (own === indent || !last || !moved.every((line) => line.indent.startsWith(own))) return undefined;
  const oldLast = old === undefined ? undefined : linesOf(old.trimEnd()).slice(1).at(-1)?.indent;
  if (oldLast === last.indent && !oldLast.startsWith(indent)) return undefined;
  const lines = others.map((line, at) => {
    return `${isMoved(line, at) ? indent + line.text.slice(own.length) : line.text}${line.end}`;
  });
  // What closes a declaration stands below its beginning.
  const isCertain = !indent.startsWith(own) || !last.indent.startsWith(indent);
  return { shifted: first!.text.trimStart() + first!.end + lines.join(""), isCertain };
}
