/** `/mcp` over HTTP: what is said before the protocol itself is needed, which is loaded when it is. */
import type { McpServer, Server, ServerEventBus } from "@modelcontextprotocol/server";
import type { Hono } from "hono";
import { UserError } from "../base/error.ts";
import type { Log } from "../base/log.ts";
import type { Scene } from "../tool/scene.ts";
import type { Session } from "../tool/service.ts";
import { type App, DEFAULT_MCP_CONTEXT } from "./app.ts";
import { rpcBody } from "./json-rpc.ts";
import type { McpEndpoint } from "./mcp-endpoint.ts";
import type { SessionLimits } from "./mcp-session.ts";
import { sceneQuery } from "./rest.ts";

/** A new server for one session or one request. */
export type McpServerFactory = (scene: Scene, session?: Session) => Server | McpServer;

export interface McpOptions {
  server: McpServerFactory;
  log: Log;
  /** Ends sessions and their running calls. */
  stopped?: AbortSignal | undefined;
  /** Where news of changed lists come from; the endpoint has one of its own where none is given. */
  bus?: ServerEventBus | undefined;
  limits?: SessionLimits | undefined;
  /** Requests without a session that are answered at once, open streams included. */
  streams?: number | undefined;
  /** How long a stream may be silent before it carries a comment, in milliseconds. */
  keepAliveMs?: number | undefined;
}

/** Loads the protocol, which takes longer than all the rest of a start: when first asked for, or ahead of it. */
export function loadMcp() {
  return Promise.all([import("./mcp-endpoint.ts"), import("./mcp.ts")]);
}

/** Serves POST, GET and DELETE of `/mcp`. */
export function mountMcp(routes: Hono, app: App, options: Partial<McpOptions> = {}): void {
  let endpoint: Promise<McpEndpoint> | undefined;
  const load = async () => {
    const [[{ mcpEndpoint }, { mcpServer }], book] = await Promise.all([loadMcp(), app.promptBook()]);
    const server: McpServerFactory = (scene, session) => mcpServer(app, book, scene, session);
    return mcpEndpoint({ server, log: app.log, ...options });
  };
  routes.on(["POST", "GET", "DELETE"], "/mcp", async (context) => {
    const request = context.req.raw;
    if (request.method === "HEAD") throw new UserError("wrong_method", "/mcp takes POST, GET, DELETE, not HEAD.");
    const body =
      request.method === "POST" ? rpcBody(request.headers.get("content-type") ?? "", context.get("body")) : undefined;
    if (body instanceof Response) return body;
    endpoint ??= load();
    return (await endpoint)(request, body, () => app.scene(sceneQuery(context), DEFAULT_MCP_CONTEXT));
  });
}
