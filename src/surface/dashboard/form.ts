/** The body of a form, and whether one of our own pages sent it. */
import type { Context } from "hono";
import { UserError } from "../../base/error.ts";
import { equalInConstantTime } from "../constant-time.ts";
import type { Login } from "../login.ts";

/**
 * Its fields, the last of each name.
 * @throws UserError `wrong_media_type`.
 */
export function formFields(context: Context): Record<string, string> {
  const type = context.req.header("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    throw new UserError(
      "wrong_media_type",
      `The body must be a form, but its content type is ${JSON.stringify(type)}.`,
    );
  }
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(context.get("body"))));
}

/** @throws UserError `forbidden` without the token that our pages give. */
export function assertOwnForm(context: Context, login: Login, { csrf = "" }: Readonly<Record<string, string>>): void {
  if (equalInConstantTime(csrf, login.csrf(context.req.header("cookie") ?? null))) return;
  throw new UserError(
    "forbidden",
    "The form did not come from this server's page, or from one of before its start or your login.",
    {
      hint: "Nothing was done; the form of this page can be sent.",
    },
  );
}
