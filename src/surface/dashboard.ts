/** The page of `/` with its way in and out. The page holds little yet; who may see it is settled. */
import { type Context, Hono } from "hono";
import { UserError } from "../base/error.ts";
import { equalInConstantTime } from "./constant-time.ts";
import { type Login, type LoginSession, setCookie } from "./login.ts";

const HEADERS = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

export function dashboardRoutes(version: string, login: Login): Hono {
  const routes = new Hono();
  routes.get("/", (context) => {
    const session = login.session(context.req.header("cookie") ?? null);
    const headers = { ...HEADERS, "content-type": "text/html; charset=utf-8" };
    return new Response(page(version, session), { headers });
  });

  routes.get("/login", async (context) => {
    if (!login.isNeeded) return seeOther();
    const cookie = context.req.raw.method === "HEAD" ? undefined : await login.take(context.req.query("code") ?? "");
    if (cookie === undefined) {
      throw new UserError("unauthorized", "The login link is wrong, was used or is older than a few minutes.", {
        hint: "`waymark dashboard` prints a new one.",
      });
    }
    return seeOther(setCookie(cookie));
  });

  routes.post("/logout", (context) => {
    const cookie = context.req.header("cookie") ?? null;
    const session = login.session(cookie);
    if (session && !equalInConstantTime(formField(context, "csrf"), session.csrf)) {
      throw new UserError("forbidden", "The form did not come from this server's page.", { hint: "Reload the page." });
    }
    login.end(cookie);
    return seeOther(setCookie(undefined));
  });
  return routes;
}

function seeOther(cookie?: string): Response {
  const headers = { ...HEADERS, location: "/", ...(cookie !== undefined && { "set-cookie": cookie }) };
  return new Response(null, { status: 303, headers });
}

function formField(context: Context, name: string): string {
  const type = context.req.header("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    throw new UserError(
      "wrong_media_type",
      `The body must be a form, but its content type is ${JSON.stringify(type)}.`,
    );
  }
  return new URLSearchParams(new TextDecoder().decode(context.get("body"))).get(name) ?? "";
}

/** @param session of a browser; a client with the token has none, and nothing to log out of. */
function page(version: string, session: LoginSession | undefined): string {
  const form = `<form method="post" action="/logout">
<input type="hidden" name="csrf" value="${session?.csrf}">
<button>Log out</button>
</form>
`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Waymark</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; color-scheme: light dark }</style>
</head>
<body>
<h1>Waymark ${version}</h1>
<p>The server is running. <a href="/docs">API reference</a></p>
${session ? form : ""}</body>
</html>
`;
}
