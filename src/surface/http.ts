/**
 * The HTTP surface as one pure `Request -> Response` function: guards, then routes. It opens no socket, so it runs
 * wherever fetch handlers run.
 */
import { Hono } from "hono";
import { UserError } from "../base/error.ts";
import { didYouMean } from "../base/near.ts";
import type { App } from "./app.ts";
import { BODY_LIMITS, FORM_LIMITS, readsBodies } from "./body.ts";
import { ROOM } from "./dashboard/address.ts";
import { PAGES } from "./dashboard/pages/_all.ts";
import { problemPage, wantsPage } from "./dashboard/problem-page.ts";
import { dashboardRoutes } from "./dashboard/routes.ts";
import { docsRoutes } from "./docs.ts";
import { answerFunctionCalls } from "./function-call.ts";
import { FUNCTION_FORMATS, type FunctionFormat, functionDefinitions } from "./functions.ts";
import { type GuardOptions, guard } from "./guard.ts";
import { rpcProblem } from "./json-rpc.ts";
import { Login } from "./login.ts";
import { type McpOptions, mountMcp } from "./mcp-http.ts";
import { type OpenApiVersion, openApiDocument, openApiVersion } from "./openapi.ts";
import { problemOf, problemResponse } from "./problem.ts";
import { DEFAULT_CONTEXT, jsonBody, restRoutes, sceneQuery } from "./rest.ts";

/** Routes with the methods they take, for clients that used another one. */
const METHODS: Record<string, string> = {
  "/": "GET",
  "/login": "GET",
  "/logout": "POST",
  "/mcp": "POST, GET, DELETE",
  "/openapi.json": "GET",
  "/openapi-3.0.json": "GET",
  "/functions": "GET",
  "/functions/call": "POST",
  "/docs": "GET",
  "/healthz": "GET",
};

/** What is not as usual. */
export interface HttpOptions {
  mcp?: Partial<McpOptions>;
  /** Fires when the server begins to end: streams without an end are ended then. */
  leaving?: AbortSignal;
}

export function httpApp(app: App, guards: GuardOptions, { mcp = {}, leaving }: HttpOptions = {}): Hono {
  const http = new Hono();
  http.onError((error, { req }) => answerOf(error, req.path, req.header("accept")));
  http.notFound((context) => {
    const { path } = context.req;
    const allowed = allowedOf(path);
    const error = allowed
      ? new UserError("wrong_method", `${path} takes ${allowed}, not ${context.req.method}.`)
      : new UserError("not_found", `There is no route ${JSON.stringify(path.slice(0, 120))}${near(path)}`, {
          hint: `Routes: /tools/<name>, ${ROOM}/<page>, ${Object.keys(METHODS).join(", ")}.`,
        });
    return answerOf(error, path, context.req.header("accept"));
  });
  http.use(async (context, next) => {
    const { method, path } = context.req;
    const startedAt = performance.now();
    await next();
    const ms = Math.round(performance.now() - startedAt);
    // Neither the query, which may hold a login code, nor a path that is none of ours.
    app.log("debug", "http", { method, route: routeOf(path), status: context.res.status, ms });
  });
  const login = new Login(guards.token);
  http.use(guard(guards, login));
  http.use(readsBodies((path) => guards.body ?? (path.startsWith(`${ROOM}/do/`) ? FORM_LIMITS : BODY_LIMITS)));
  http.get("/healthz", () => Response.json({ status: "ok" }));
  http.route("/", restRoutes(app));
  mountMcp(http, app, mcp);
  http.route("/", docsRoutes());
  http.route("/", dashboardRoutes(app, login, leaving));
  http.get("/openapi.json", (context) => openApi(context, "3.1.0"));
  http.get("/openapi-3.0.json", (context) => openApi(context, "3.0.3"));
  http.get("/functions", async (context) => {
    const scene = await app.scene(sceneQuery(context, ["format", "strict"]), DEFAULT_CONTEXT);
    return Response.json(
      functionDefinitions(app, scene, formatOf(context.req.query("format")), isStrict(context.req.query("strict"))),
    );
  });
  http.post("/functions/call", async (context) => {
    const scene = await app.scene(sceneQuery(context, ["format", "strict"]), DEFAULT_CONTEXT);
    const format = formatOf(context.req.query("format"));
    return Response.json(await answerFunctionCalls(app, scene, format, jsonBody(context), context.req.raw.signal));
  });
  return http;

  /** `/mcp` says in JSON-RPC what goes wrong, a page for people in HTML, every other route in a problem document. */
  function answerOf(error: unknown, path: string, accept: string | undefined): Response {
    const problem = problemOf(error, path, app.log);
    if (wantsPage(path, accept)) return problemPage(problem);
    const headers = methodsOf(path);
    return path === "/mcp" ? rpcProblem(problem, headers) : problemResponse(problem, path, headers);
  }

  async function openApi(context: Parameters<typeof sceneQuery>[0], version: OpenApiVersion): Promise<Response> {
    const scene = await app.scene(sceneQuery(context), DEFAULT_CONTEXT);
    return Response.json(
      openApiDocument(
        app,
        scene,
        openApiVersion(scene, version),
        new URL(context.req.url).origin,
        guards.token !== undefined,
      ),
    );
  }
}

function routeOf(path: string): string {
  if (METHODS[path]) return path;
  if (path.startsWith(`${ROOM}/`)) return `${ROOM}/`;
  return /^\/(tools|docs)\//.exec(path)?.[0] ?? "(none)";
}

function methodsOf(path: string): Record<string, string> {
  const allowed = allowedOf(path) ?? (path.startsWith("/tools/") ? "POST" : undefined);
  return allowed ? { allow: allowed } : {};
}

function allowedOf(path: string): string | undefined {
  const form = `${ROOM}/do/`;
  if (path.startsWith(form) && !path.slice(form.length).includes("/")) return "POST";
  return METHODS[path] ?? (PAGES.some(({ id }) => path === `${ROOM}/${id}`) ? "GET" : undefined);
}

function near(path: string): string {
  const near = didYouMean(path, Object.keys(METHODS));
  return near ? `; ${near}` : ".";
}

/** @throws UserError `invalid_arguments` with the formats there are. */
export function formatOf(format: string | undefined): FunctionFormat {
  const found = FUNCTION_FORMATS.find((known) => known === format);
  if (found) return found;
  const message = `Query "format" is ${JSON.stringify(format ?? null)}; it must be one of ${FUNCTION_FORMATS.join(", ")}.`;
  throw new UserError("invalid_arguments", message, { errors: [{ pointer: "/format", message }] });
}

function isStrict(strict: string | undefined): boolean {
  if (strict === undefined || ["0", "false"].includes(strict)) return false;
  if (["1", "true"].includes(strict)) return true;
  const message = `Query "strict" is ${JSON.stringify(strict)}; it must be 0 or 1.`;
  throw new UserError("invalid_arguments", message, { errors: [{ pointer: "/strict", message }] });
}
