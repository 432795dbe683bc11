/** `/mcp` for both protocol eras: sessions for clients of 2025, requests that stand alone for later ones. */
import { createMcpHandler, isLegacyRequest, type McpHttpHandler } from "@modelcontextprotocol/server";
import { Unavailable } from "../base/error.ts";
import type { Scene } from "../tool/scene.ts";
import type { RpcBody } from "./json-rpc.ts";
import type { McpOptions } from "./mcp-http.ts";
import { McpSessions } from "./mcp-session.ts";
import { onEnd } from "./mcp-stream.ts";

/** Comments on silent streams, well below the ten seconds after which runtimes and proxies cut them. */
const KEEP_ALIVE_MS = 5_000;

/** Requests without a session that are answered at once, their open streams of calls and change notices included. */
const MAX_STREAMS = 512;

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
  streams = MAX_STREAMS,
  keepAliveMs = KEEP_ALIVE_MS,
}: McpOptions): McpEndpoint {
  const sessions = new McpSessions({ server, log, stopped, limits, keepAliveMs });
  let open = 0;
  const handlers = new WeakMap<Scene, McpHttpHandler>();
  const handlerOf = (scene: Scene) => {
    let handler = handlers.get(scene);
    if (!handler) {
      handler = createMcpHandler(() => server(scene), {
        legacy: "reject",
        keepAliveMs,
        ...(bus && { bus }),
        maxSubscriptions: streams,
        onerror: (error) => log("debug", "MCP request refused", { error }),
      });
      handlers.set(scene, handler);
    }
    return handler;
  };
  return async (request, body, scene) => {
    if (await isLegacyRequest(request, body)) return sessions.fetch(request, body, scene);
    const handler = handlerOf(await scene());
    if (open >= streams) {
      throw new Unavailable("busy", `${open} requests and streams are open on /mcp, which is as many as are taken.`, {
        hint: "Close a stream, or try again later.",
        retryAfterSeconds: 5,
      });
    }
    open++;
    const ended = () => void open--;
    try {
      return onEnd(await handler.fetch(request, { parsedBody: body }), request.signal, ended);
    } catch (error) {
      ended();
      throw error;
    }
  };
}
