/** MCP over stdin and stdout, for both protocol eras, until the client closes stdin. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Scene } from "../tool/scene.ts";
import type { App } from "./app.ts";
import { mcpServer } from "./mcp.ts";

/** @param stopped ends the connection from our side. */
export async function serveMcpOnStdio(app: App, scene: Scene, stopped: AbortSignal): Promise<void> {
  const ended = Promise.withResolvers<void>();
  process.stdin.once("end", () => ended.resolve());
  process.stdin.once("close", () => ended.resolve());
  stopped.addEventListener("abort", () => ended.resolve(), { once: true });
  const session = {}; // one client, for as long as the connection lasts
  const connection = serveStdio(() => mcpServer(app, scene, session), {
    onerror: (error) => app.log("warning", "MCP over stdio", { error }),
  });
  await ended.promise;
  await connection.close();
}
