/** Text as HTML. */
import { visible } from "../../base/visible.ts";

/** The very text, for values that come back with a form. */
export function exact(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** The text as somebody reads it: characters that could change how it reads are spelt out. */
export function shown(text: string): string {
  return exact(visible(text));
}
