/** Makes characters visible that could change how text from a repository reads: control and bidirectional ones. */

// C0 without tab and newline, DEL, C1, and the characters that reorder or hide text.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** The text with each hidden character as `\u{202e}`; a carriage return before a newline is kept. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (char, offset: number) =>
    char === "\r" && text[offset + 1] === "\n" ? char : `\\u{${char.codePointAt(0)!.toString(16)}}`,
  );
}

/** The text between fences that it cannot close itself, control characters made visible. */
export function fenced(text: string, language = ""): string {
  const shown = visible(text);
  const longest = Math.max(2, ...Array.from(shown.matchAll(/`{3,}/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${shown}${shown.endsWith("\n") || shown === "" ? "" : "\n"}${fence}`;
}
