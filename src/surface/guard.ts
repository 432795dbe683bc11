/** Who may talk to the HTTP surface: Host, Origin and token are checked before any route, known or not. */
import type { Context, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { UserError } from "../base/error.ts";
import type { BodyLimits } from "./body.ts";
import { equalInConstantTime } from "./constant-time.ts";
import { isPagePath } from "./dashboard/address.ts";
import { OPEN_ASSETS } from "./dashboard/assets.ts";
import type { Login } from "./login.ts";

export interface GuardOptions {
  /** `host:port` values that name this server; asked for at each request because the port is known only after binding. */
  hosts(): ReadonlySet<string>;
  /** Origins of web pages that may use it, besides its own. */
  origins?: ReadonlySet<string>;
  /** The bearer token; undefined only when the user turned it off for loopback. */
  token: string | undefined;
  /** What bodies may be, where it is not as usual. */
  body?: BodyLimits;
}

/** Routes that need no token: they tell nothing, or ask for a code of their own. */
const OPEN_ROUTES = new Set(["/healthz", "/login", ...OPEN_ASSETS]);

/** What pages of allowed origins may do: the methods and headers of MCP in both eras and of the mirror. */
const share = cors({
  origin: (origin) => origin, // only those come here that the guard has let in
  allowMethods: ["GET", "POST", "DELETE"],
  allowHeaders: [
    "authorization",
    "content-type",
    "mcp-session-id",
    "mcp-protocol-version",
    "mcp-method",
    "mcp-name",
    "last-event-id",
  ],
  exposeHeaders: ["Mcp-Session-Id", "WWW-Authenticate"],
  maxAge: 600,
});

/** Ways in for agents alone: a browser's cookie opens none of them. */
const AGENT_ROUTES = new Set(["/mcp", "/attach"]);

/** @param login cookies of browsers that came through a one-time link. */
export function guard({ hosts, origins, token }: GuardOptions, login: Login): MiddlewareHandler {
  return async (context, next) => {
    const { headers } = context.req.raw;
    const host = hostOf(context);
    if (!hosts().has(host)) {
      throw new UserError("forbidden", `Host ${JSON.stringify(host)} is not this server.`, {
        hint: "Use the address that the server printed when it started, or list the host in allowed_hosts.",
      });
    }
    const origin = headers.get("origin");
    if (origin !== null && !isOwnOrigin(origin, hosts()) && !origins?.has(origin.toLowerCase())) {
      throw new UserError("forbidden", `Origin ${JSON.stringify(origin)} is not allowed.`, {
        hint: "The user's setting allowed_origins lists the origins that are.",
      });
    }
    const admitted = async () => {
      if (!isAdmitted(context, token, login)) {
        throw new UserError("unauthorized", "The bearer token is missing or wrong.", {
          hint: "Send `Authorization: Bearer <token>`, which `waymark token` prints; a browser opens the link of `waymark dashboard`.",
        });
      }
      await next();
    };
    // A preflight carries no token and is answered before it is asked for; it lets nothing in by itself.
    return origin === null ? admitted() : share(context, admitted);
  };
}

function isAdmitted(context: Context, token: string | undefined, login: Login): boolean {
  if (OPEN_ROUTES.has(context.req.path)) return true;
  // Where no cookie is asked for, a picture in a page of anybody's could look at our pages, which opens projects.
  if (token === undefined) return !isPagePath(context.req.path) || isOwnPage(context);
  const { headers } = context.req.raw;
  if (carries(headers.get("authorization"), token)) return true;
  return (
    !AGENT_ROUTES.has(context.req.path) && isOwnPage(context) && login.session(headers.get("cookie")) !== undefined
  );
}

/** The host that the client asked for, in lower case. */
export function hostOf({ req: { raw } }: Context): string {
  // Requests made in this process have no such header, those of HTTP/1.0 neither it nor a whole address.
  return (raw.headers.get("host") ?? URL.parse(raw.url)?.host ?? "").toLowerCase();
}

/**
 * Whether a browser sent the request from our own page or because its user asked for it. Cookies travel with requests of
 * pages on other ports of the same machine, too, and those must not count as the user.
 */
function isOwnPage(context: Context): boolean {
  const { headers } = context.req.raw;
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  return (
    (origin === null || isOwnOrigin(origin, new Set([hostOf(context)]))) &&
    (site === null || site === "same-origin" || site === "none")
  );
}

function isOwnOrigin(origin: string, hosts: ReadonlySet<string>): boolean {
  const separator = origin.indexOf("://");
  return separator > 0 && origin.slice(0, separator) === "http" && hosts.has(origin.slice(separator + 3).toLowerCase());
}

/** The scheme must be Bearer; an empty token opens nothing. */
function carries(authorization: string | null, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
  return given !== undefined && equalInConstantTime(given, token);
}
