/** Makes characters visible that could change how text from a repository reads: control and bidirectional ones. */

// C0 without tab and newline, DEL, C1, soft hyphen, and the characters that reorder, hide or smuggle text.
export const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** The text with each hidden character as `\u{202e}`; a carriage return before a newline is kept. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (char, offset: number) =>
    char === "\r" && text[offset + 1] === "\n" ? char : spelt(char),
  );
}

/**
 * A hidden character of `before` as `visible` spells it, when `after` holds nothing but that spelling of it: such a text
 * was taken from an answer, and to write it would destroy the character.
 */
export function speltOnly(before: string, after: string): string | undefined {
  return [...new Set(before.match(HIDDEN))]
    .filter((char) => !after.includes(char) && !before.includes(spelt(char)))
    .map(spelt)
    .find((spelling) => after.includes(spelling));
}

/** A name on one line: what could forge further lines is made visible, too. */
export function visibleName(name: string): string {
  return visible(name).replace(/[\n\r\t]/g, spelt);
}

function spelt(char: string): string {
  return `\\u{${char.codePointAt(0)!.toString(16)}}`;
}

/** JSON in which each hidden character is escaped; it parses to the same value. */
export function visibleJson(value: unknown): string {
  const unit = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(HIDDEN, (char) => char.split("").map(unit).join(""));
}

/** The text between fences that it cannot close itself, control characters made visible. */
export function fenced(text: string, language = ""): string {
  const shown = visible(text);
  const longest = Math.max(2, ...Array.from(shown.matchAll(/`{3,}/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${shown}${shown.endsWith("\n") || shown === "" ? "" : "\n"}${fence}`;
}
