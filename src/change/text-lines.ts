/** Lines of a text by offset and number. */
import { lineStarts } from "../base/text.ts";

export class TextLines {
  readonly text: string;
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.text = text;
    this.#starts = lineStarts(text);
  }

  get count(): number {
    return this.#starts.length;
  }

  /** 1-based number of the line that holds an offset; a line holds its line end. */
  at(offset: number): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return Math.max(1, low);
  }

  /** First and last line of a place; one that ends with a line end does not reach the next line. */
  of({ start, end }: { start: number; end: number }): [first: number, last: number] {
    return [this.at(start), this.at(Math.max(start, end - 1))];
  }

  /** Offset at which a line starts; behind the last line, where the text ends. */
  start(line: number): number {
    return this.#starts[line - 1] ?? this.text.length;
  }

  /** A line without its line end; empty where there is none. */
  line(line: number): string {
    return this.text.slice(this.start(line), this.start(line + 1)).replace(/(\r\n|\n|\r)$/, "");
  }
}
