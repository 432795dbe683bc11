/** Who may talk to the HTTP surface: Host, Origin and token are checked before any route, known or not. */
import type { MiddlewareHandler } from "hono";
import { UserError } from "../base/error.ts";

export interface GuardOptions {
  /** `host:port` values that name this server; asked for at each request because the port is known only after binding. */
  hosts(): ReadonlySet<string>;
  /** The bearer token; undefined only when the user turned it off for loopback. */
  token: string | undefined;
}

/** Routes that need no token; they tell nothing. */
const OPEN_ROUTES = new Set(["/healthz"]);

export function guard({ hosts, token }: GuardOptions): MiddlewareHandler {
  return async (context, next) => {
    const { headers, url } = context.req.raw;
    const host = headers.get("host") ?? new URL(url).host;
    if (!hosts().has(host.toLowerCase())) {
      throw new UserError("forbidden", `Host ${JSON.stringify(host)} is not this server.`, {
        hint: "Use the address that the server printed when it started.",
      });
    }
    const origin = headers.get("origin");
    if (origin !== null && !isOwnOrigin(origin, hosts())) {
      throw new UserError("forbidden", `Origin ${JSON.stringify(origin)} is not allowed.`);
    }
    if (token !== undefined && !OPEN_ROUTES.has(context.req.path) && !carries(headers.get("authorization"), token)) {
      throw new UserError("unauthorized", "The bearer token is missing or wrong.", {
        hint: "Send `Authorization: Bearer <token>`; `waymark token` prints it.",
      });
    }
    await next();
  };
}

function isOwnOrigin(origin: string, hosts: ReadonlySet<string>): boolean {
  const separator = origin.indexOf("://");
  return separator > 0 && origin.slice(0, separator) === "http" && hosts.has(origin.slice(separator + 3).toLowerCase());
}

/** Compares in constant time; the scheme must be Bearer. */
function carries(authorization: string | null, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? "";
  let difference = given.length ^ token.length;
  for (let index = 0; index < token.length; index++) {
    difference |= token.charCodeAt(index) ^ (given.charCodeAt(index) || 0);
  }
  return difference === 0;
}
