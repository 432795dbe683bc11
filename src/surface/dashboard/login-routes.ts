/** The way in by a one-time link, and the way out. */
import type { Hono } from "hono";
import { UserError } from "../../base/error.ts";
import { type Login, setCookie } from "../login.ts";
import { assertOwnForm, formFields } from "./form.ts";
import { seeOther } from "./headers.ts";

export function addLogin(routes: Hono, login: Login): void {
  routes.get("/login", async (context) => {
    if (!login.isNeeded) return seeOther("/");
    const cookie = context.req.raw.method === "HEAD" ? undefined : await login.take(context.req.query("code") ?? "");
    if (cookie === undefined) {
      throw new UserError("unauthorized", "The login link is wrong, was used or is older than a few minutes.", {
        hint: "`waymark dashboard` prints a new one.",
      });
    }
    return seeOther("/", setCookie(cookie));
  });

  routes.post("/logout", (context) => {
    const cookie = context.req.header("cookie") ?? null;
    if (login.session(cookie)) assertOwnForm(context, login, formFields(context));
    login.end(cookie);
    return seeOther("/", setCookie(undefined));
  });
}
