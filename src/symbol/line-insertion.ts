/** Where new code goes beside a symbol that shares its line with other code: `class A { x() {} }`. */
import { behindText, indentationAt, isLineEnd } from "./line-place.ts";
import type { Unit } from "./unit.ts";

interface InsertedText {
  start: number;
  /** Of the white space that goes for it. */
  end: number;
  text: string;
  /** Where the code begins in it. */
  from: number;
}

/** Ways to do it, the likeliest first: on the same line, on it behind a semicolon, on lines of its own. */
export function placesInLine(
  text: string,
  { span, isFirst, isLast }: Unit,
  side: "before" | "after",
  code: string,
  indent: string,
): InsertedText[] {
  const isLine = ![...code].some(isLineEnd);
  const { start, end } = span;
  const lined = (between: string): InsertedText =>
    side === "before"
      ? { start, end: start, text: code + between, from: 0 }
      : { start: end, end, text: between + code, from: between.length };
  const apart = side === "before" ? above() : below();
  return isLine ? [lined(" "), lined("; "), apart] : [apart, lined(" ")];

  function above(): InsertedText {
    if (isFirst) return { start, end: start, text: `${code}\n${indent}`, from: 0 };
    const lead = `\n${indent}`;
    return { start: behindText(text, start), end: start, text: `${lead}${code}\n${indent}`, from: lead.length };
  }

  function below(): InsertedText {
    const rest = /^[^\S\r\n]*/.exec(text.slice(end))![0].length;
    const closes = /^[)\]}]/.test(text.slice(end + rest));
    const tail = isLast ? "" : `\n${closes ? indentationAt(text, start) : indent}`;
    const lead = `\n${indent}`;
    return { start: end, end: isLast ? end : end + rest, text: lead + code + tail, from: lead.length };
  }
}
