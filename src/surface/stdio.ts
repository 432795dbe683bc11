/** MCP over a pair of streams, for both protocol eras: stdin and stdout, or the two ways of a socket. */
import type { Readable, Writable } from "node:stream";
import { type StdioServerHandle, StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { PromptBook } from "../prompt/book.ts";
import type { Scene } from "../tool/scene.ts";
import type { Session } from "../tool/service.ts";
import type { App } from "./app.ts";
import { mcpServer } from "./mcp.ts";

/** Serves until the client closes stdin. @param stopped ends the connection from our side. */
export async function serveMcpOnStdio(app: App, scene: Scene, stopped: AbortSignal): Promise<void> {
  const book = await app.promptBook();
  const ended = Promise.withResolvers<void>();
  process.stdin.once("end", () => ended.resolve());
  process.stdin.once("close", () => ended.resolve());
  stopped.addEventListener("abort", () => ended.resolve(), { once: true });
  const session = {}; // one client, for as long as the connection lasts
  const connection = serveMcpOn(process.stdin, process.stdout, app, book, scene, session);
  await ended.promise;
  await connection.close();
}

/** Serves one client; its end of the input ends the connection and what runs for it. */
export function serveMcpOn(
  input: Readable,
  output: Writable,
  app: App,
  book: PromptBook,
  scene: Scene,
  session: Session,
): StdioServerHandle {
  return serveStdio(() => mcpServer(app, book, scene, session), {
    transport: new StdioServerTransport(input, output),
    onerror: (error) => app.log("warning", "MCP over a stream", { error }),
  });
}
