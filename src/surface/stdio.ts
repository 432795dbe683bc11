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
  const connection = serveStdio(() => mcpServer(app, scene), {
    onerror: (error) => app.log("warning", "MCP over stdio", { error }),
  });
  await ended.promise;
  await connection.close();
}
