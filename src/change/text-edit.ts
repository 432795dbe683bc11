/** A piece of a file's text and what comes in its place; several of a file are all meant against the same original. */

export interface TextEdit {
  /** Offsets in the text as `Files.read` gives it, UTF-16 units; `end` is exclusive. */
  start: number;
  end: number;
  /** With `\n` alone it takes on the line ends of its surroundings. */
  text: string;
}
