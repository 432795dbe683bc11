/** The body of a form that one of our own pages sent. */
import type { Context } from "hono";
import { UserError } from "../../base/error.ts";
import { equalInConstantTime } from "../constant-time.ts";
import type { Login } from "../login.ts";

/**
 * Its fields, the last of each name.
 * @throws UserError `wrong_media_type`; `forbidden` without the token that our pages give.
 */
export function checkedForm(context: Context, login: Login): Record<string, string> {
  const type = context.req.header("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    throw new UserError(
      "wrong_media_type",
      `The body must be a form, but its content type is ${JSON.stringify(type)}.`,
    );
  }
  const fields = Object.fromEntries(new URLSearchParams(new TextDecoder().decode(context.get("body"))));
  if (!equalInConstantTime(fields.csrf ?? "", login.csrf(context.req.header("cookie") ?? null))) {
    throw new UserError("forbidden", "The form did not come from this server's page.", { hint: "Reload the page." });
  }
  return fields;
}
