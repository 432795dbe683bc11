/** The mirror: `POST /tools/<name>` with the tool's input as JSON body, and its envelope or a problem as the answer. */
import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { UserError } from "../base/error.ts";
import { didYouMean } from "../base/near.ts";
import type { Outcome } from "../tool/run.ts";
import type { App, SceneQuery } from "./app.ts";
import { bodyJson } from "./body.ts";
import { problemDocument, problemOf, problemResponse } from "./problem.ts";

/** The context of every route but MCP's, where the query names none. */
export const DEFAULT_CONTEXT = "full";

export function restRoutes(app: App): Hono {
  const routes = new Hono();
  routes.post("/tools/:name", async (context) => {
    const scene = await app.scene(sceneQuery(context), DEFAULT_CONTEXT);
    const name = context.req.param("name");
    app.registry.find(name, scene);
    const call = {
      tool: name,
      arguments: jsonBody(context),
      scene,
      caller: {
        surface: "rest",
        ...(context.req.header("user-agent") && { client: context.req.header("user-agent")!.slice(0, 80) }),
      },
      signal: context.req.raw.signal,
    };
    if (acceptsEvents(context)) return withEvents(app, context, call);
    const outcome = await app.runner.run(call);
    return outcome.ok ? Response.json(outcome.envelope) : problemResponse(outcome.problem, context.req.path);
  });
  routes.all("/tools/:name", async (context) => {
    app.registry.find(context.req.param("name"), await app.scene(sceneQuery(context), DEFAULT_CONTEXT));
    throw new UserError("wrong_method", `A tool is called with POST, not ${context.req.method}.`);
  });
  return routes;
}

type Call = Parameters<App["runner"]["run"]>[0];

/** The call as server-sent events: `progress` while it works, then one `result` or `problem`. */
function withEvents(app: App, context: Context, call: Call): Response {
  return streamSSE(
    context,
    async (stream) => {
      const gone = new AbortController();
      stream.onAbort(() => gone.abort());
      const signal = AbortSignal.any([call.signal!, gone.signal]);
      let sending = Promise.resolve();
      const send = (event: string, data: unknown) => {
        sending = sending.then(() => stream.writeSSE({ event, data: JSON.stringify(data) }));
      };
      const outcome: Outcome = await app.runner.run({
        ...call,
        signal,
        onProgress: (report) => send("progress", report),
      });
      if (outcome.ok) send("result", outcome.envelope);
      else send("problem", problemDocument(outcome.problem, context.req.path));
      await sending;
    },
    async (error) => void problemOf(error, `the event stream of ${call.tool}`, app.log),
  );
}

/**
 * `context`, `mode` (repeatable or with commas) and `project` of a route's query.
 * @param others keys that the route itself reads.
 * @throws UserError `invalid_arguments` for a key that nobody reads, or one that is said twice: a misspelt `mode` must
 * not leave on what it was to turn off.
 */
export function sceneQuery(context: Context, others: readonly string[] = []): SceneQuery {
  const known = ["context", "mode", "project", ...others];
  for (const [key, values] of Object.entries(context.req.queries())) {
    const isKnown = known.includes(key);
    if (isKnown && (key === "mode" || values.length === 1)) continue;
    const near = didYouMean(key, known);
    const fault = isKnown ? "is said twice" : `is not known${near ? `; ${near}` : ""}`;
    const message = `Query key ${JSON.stringify(key.slice(0, 80))} ${fault}.`.replace("?.", "?");
    throw new UserError("invalid_arguments", message, {
      errors: [{ pointer: `/${key.slice(0, 80)}`, message }],
      hint: `Keys: ${known.join(", ")}.`,
    });
  }
  return {
    context: context.req.query("context"),
    modes: (context.req.queries("mode") ?? []).flatMap((modes) => modes.split(",")).filter((mode) => mode !== ""),
    project: context.req.query("project"),
  };
}

/**
 * The request's body as JSON.
 * @throws UserError `wrong_media_type` or `bad_json`.
 */
export function jsonBody(context: Context): unknown {
  const type = context.req.header("content-type") ?? "";
  if (!/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(type)) {
    throw new UserError("wrong_media_type", `The body must be JSON, but its content type is ${JSON.stringify(type)}.`, {
      hint: "Send `Content-Type: application/json`; a call without arguments sends {}.",
    });
  }
  return bodyJson(context.get("body"));
}

function acceptsEvents(context: Context): boolean {
  return /(^|,)\s*text\/event-stream\b/i.test(context.req.header("accept") ?? "");
}
