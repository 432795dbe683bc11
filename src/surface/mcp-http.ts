/** `/mcp` over HTTP: the SDK's handler, one per scene. */
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import type { Hono } from "hono";
import type { Scene } from "../tool/scene.ts";
import { type App, DEFAULT_MCP_CONTEXT } from "./app.ts";
import { sceneQuery } from "./rest.ts";

/** Loads the protocol, which takes longer than all the rest of a start: when first asked for, or ahead of it. */
export function loadMcp() {
  return Promise.all([import("@modelcontextprotocol/server"), import("./mcp.ts")]);
}

/** Serves POST, GET and DELETE of `/mcp`; 2025-era clients are served without sessions. */
export function mountMcp(routes: Hono, app: App): void {
  const handlers = new WeakMap<Scene, McpHttpHandler>();
  const handlerOf = async (scene: Scene) => {
    const known = handlers.get(scene);
    if (known) return known;
    const [{ createMcpHandler }, { mcpServer }] = await loadMcp();
    const handler = createMcpHandler(() => mcpServer(app, scene), {
      legacy: "stateless",
      onerror: (error) => app.log("debug", "MCP request refused", { error }),
    });
    handlers.set(scene, handler);
    return handler;
  };
  routes.on(["POST", "GET", "DELETE"], "/mcp", async (context) => {
    const scene = await app.scene(sceneQuery(context), DEFAULT_MCP_CONTEXT);
    return (await handlerOf(scene)).fetch(context.req.raw);
  });
}
