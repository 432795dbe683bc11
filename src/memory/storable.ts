/** Which texts memories and notes can hold. */
import { UserError } from "../base/error.ts";
import { speltOnly } from "../base/visible.ts";
import { MOST_MEMORY_CHARS } from "./mirror-files.ts";

/** @throws UserError `too_large`, `invalid_arguments`. */
export function assertStorable(text: string): void {
  if (text.length > MOST_MEMORY_CHARS)
    throw new UserError(
      "too_large",
      `A memory has at most ${MOST_MEMORY_CHARS} characters; this one has ${text.length}.`,
    );
  assertWellFormed(text, "content");
}

/** @throws UserError `invalid_arguments` for a text that no file and no database can hold. */
export function assertWellFormed(text: string, field: string): void {
  if (text.isWellFormed()) return;
  const message = `The ${field} holds half of a surrogate pair, which is no character.`;
  throw new UserError("invalid_arguments", message, { errors: [{ pointer: `/${field}`, message }] });
}

/** Guards characters that answers spell out: whoever took the text from one must not destroy them. */
export function assertUnspelt(name: string, before: string, after: string): void {
  const spelling = speltOnly(before, after);
  if (spelling === undefined) return;
  throw new UserError("refused", `The text spells ${spelling} where memory "${name}" holds the character itself.`, {
    hint: "Write the character, or leave that part alone with edit_memory.",
  });
}
