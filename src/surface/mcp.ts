/** The registry of a scene as an MCP server, for both protocol eras. */
import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { type Problem, problemText } from "../base/error.ts";
import { visibleJson } from "../base/visible.ts";
import type { PromptBook } from "../prompt/book.ts";
import { briefInput } from "../tool/brief.ts";
import { resultForm } from "../tool/described.ts";
import type { ToolEntry } from "../tool/entry.ts";
import { publishedInput } from "../tool/published.ts";
import type { Outcome } from "../tool/run.ts";
import type { Scene } from "../tool/scene.ts";
import type { Session } from "../tool/service.ts";
import { answerText } from "../tool/text.ts";
import type { App } from "./app.ts";
import { addPrompts } from "./mcp-prompts.ts";
import { addResources } from "./mcp-resources.ts";
import { problemOf } from "./problem.ts";

/** How long a modern client may keep a list: as long as the server runs with the same settings, of which it hears nothing. */
const LIST_HINT = { ttlMs: 60_000, cacheScope: "private" } as const;

/** State and files change without a word. */
const READ_HINT = { ttlMs: 0, cacheScope: "private" } as const;

/**
 * A fresh server over the scene; one per session, connection or modern request.
 * @param session what lasts between the calls of one client; left out where each request stands alone.
 */
export function mcpServer(app: App, book: PromptBook, scene: Scene, session?: Session): Server {
  const server = new Server(
    { name: "waymark", title: "Waymark", version: app.version },
    {
      // What an endpoint offers is fixed: no list ever changes under a client.
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false },
        completions: {},
      },
      instructions: book.instructions(scene),
      cacheHints: {
        "server/discover": LIST_HINT,
        "tools/list": LIST_HINT,
        "prompts/list": LIST_HINT,
        "resources/list": LIST_HINT,
        "resources/templates/list": LIST_HINT,
        "resources/read": READ_HINT,
      },
    },
  );
  addPrompts(server, app, book, scene, session);
  addResources(server, app, scene, session);
  server.setRequestHandler("tools/list", () => ({
    tools: app.registry.list(scene).map((entry) => toolListing(entry, app, scene)),
  }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    assertKnown(params.name, app, scene);
    const token = mcpReq._meta?.progressToken;
    const client = server.getClientVersion()?.name;
    const outcome = await app.runner.run({
      tool: params.name,
      arguments: params.arguments,
      scene,
      caller: { surface: "mcp", ...(client && { client: client.slice(0, 80) }), ...(session && { session }) },
      signal: mcpReq.signal,
      ...(token !== undefined && {
        onProgress: ({ done, total, message }) => {
          const progress = {
            progressToken: token,
            progress: done,
            ...(total !== undefined && { total }),
            ...(message && { message }),
          };
          mcpReq
            .notify({ method: "notifications/progress", params: progress })
            .catch((error: unknown) => app.log("debug", "a progress report was not delivered", { error }));
        },
      }),
    });
    return outcome.ok ? callResult(outcome, scene) : errorResult(outcome.problem);
  });
  return server;
}

function toolListing({ name, title, description, markers, ...entry }: ToolEntry, app: App, scene: Scene) {
  return {
    name,
    title,
    description,
    inputSchema: briefInput(
      publishedInput({ name, title, description, markers, ...entry }, scene, app.registry.common),
    ),
    annotations: {
      readOnlyHint: !markers.includes("writes"),
      destructiveHint: markers.includes("destructive"),
      openWorldHint: markers.includes("open-world"),
    },
  };
}

/** Text tools send text alone; structured ones the envelope, which many clients show to the model instead of the text. */
function callResult({ tool, envelope }: Extract<Outcome, { ok: true }>, scene: Scene) {
  if (resultForm(scene, tool.result) === "text")
    return { content: [{ type: "text" as const, text: answerText(tool, envelope) }] };
  return { content: [{ type: "text" as const, text: visibleJson(envelope) }], structuredContent: { ...envelope } };
}

function errorResult(problem: Problem) {
  return { content: [{ type: "text" as const, text: problemText(problem) }], isError: true };
}

/** An unknown tool is an error of the protocol, not of a tool. */
function assertKnown(name: string, app: App, scene: Scene): void {
  try {
    app.registry.find(name, scene);
  } catch (error) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, problemText(problemOf(error, "tools/call", app.log)));
  }
}
