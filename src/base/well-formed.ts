/** Half of a surrogate pair is no character, and no file can hold it. */
import { UserError } from "./error.ts";

/**
 * @param pointer RFC 6901, to the field that holds the text.
 * @throws UserError `invalid_arguments`.
 */
export function assertWellFormed(text: string, pointer: string): void {
  if (text.isWellFormed()) return;
  const message = `Field "${pointer.slice(1).replaceAll("/", ".")}" holds half of a surrogate pair, which no file can hold.`;
  throw new UserError("invalid_arguments", message, { errors: [{ pointer, message }] });
}
