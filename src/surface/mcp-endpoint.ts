/** `/mcp` for both protocol eras: sessions for clients of 2025, requests that stand alone for later ones. */
import { createMcpHandler, isLegacyRequest, type McpHttpHandler } from "@modelcontextprotocol/server";
import type { Scene } from "../tool/scene.ts";
import type { RpcBody } from "./json-rpc.ts";
import type { McpOptions } from "./mcp-http.ts";
import { McpSessions } from "./mcp-session.ts";

/** Comments on silent streams, well below the ten seconds after which runtimes and proxies cut them. */
const KEEP_ALIVE_MS = 5_000;

/** Streams of change notices that may be open at once on one scene's endpoint. */
const MAX_SUBSCRIPTIONS = 256;

export type McpEndpoint = (
  request: Request,
  body: RpcBody | undefined,
  scene: () => Promise<Scene>,
) => Promise<Response>;

export function mcpEndpoint({
  server,
  log,
  stopped,
  limits,
  bus,
  keepAliveMs = KEEP_ALIVE_MS,
}: McpOptions): McpEndpoint {
  const sessions = new McpSessions({ server, log, stopped, limits, keepAliveMs });
  const handlers = new WeakMap<Scene, McpHttpHandler>();
  const handlerOf = (scene: Scene) => {
    let handler = handlers.get(scene);
    if (!handler) {
      handler = createMcpHandler(() => server(scene), {
        legacy: "reject",
        keepAliveMs,
        ...(bus && { bus }),
        maxSubscriptions: MAX_SUBSCRIPTIONS,
        onerror: (error) => log("debug", "MCP request refused", { error }),
      });
      handlers.set(scene, handler);
    }
    return handler;
  };
  return async (request, body, scene) => {
    if (await isLegacyRequest(request, body)) return sessions.fetch(request, body, scene);
    return handlerOf(await scene()).fetch(request, { parsedBody: body });
  };
}
