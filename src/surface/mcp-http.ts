/** `/mcp` over HTTP: the SDK's handler, one per scene. */
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Hono } from "hono";
import type { Scene } from "../tool/scene.ts";
import type { App } from "./app.ts";
import { DEFAULT_MCP_CONTEXT, mcpServer } from "./mcp.ts";
import { sceneQuery } from "./rest.ts";

/** Serves POST, GET and DELETE of `/mcp`; 2025-era clients are served without sessions. */
export function mountMcp(routes: Hono, app: App): void {
  const handlers = new WeakMap<Scene, ReturnType<typeof createMcpHandler>>();
  const handlerOf = (scene: Scene) => {
    let handler = handlers.get(scene);
    if (!handler) {
      handler = createMcpHandler(() => mcpServer(app, scene), {
        legacy: "stateless",
        onerror: (error) => app.log("debug", "MCP request refused", { error }),
      });
      handlers.set(scene, handler);
    }
    return handler;
  };
  routes.on(["POST", "GET", "DELETE"], "/mcp", async (context) => {
    const scene = await app.scene(sceneQuery(context), DEFAULT_MCP_CONTEXT);
    return handlerOf(scene).fetch(context.req.raw);
  });
}
