/**
 * Sessions of clients that speak a 2025 revision of MCP: each has a server, a transport and an active project of its own,
 * so that nothing of one client reaches another.
 */
import {
  isInitializeRequest,
  type McpServer,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { Unavailable } from "../base/error.ts";
import type { Log } from "../base/log.ts";
import type { Scene } from "../tool/scene.ts";
import type { Session } from "../tool/service.ts";
import { type RpcBody, type RpcMessage, requestId, rpcError } from "./json-rpc.ts";
import { RecentEvents } from "./mcp-events.ts";
import { isEventStream, onEnd, withoutEvents } from "./mcp-stream.ts";

/** How soon a client that lost a stream may come back for it. */
const RETRY_MS = 1_000;

export interface SessionLimits {
  /** Sessions at once: when all are in use, a new client has to wait; else the one longest unused makes room. */
  max: number;
  /** A session without an open stream or a running call ends when unused for so long; clients rarely say goodbye. */
  idleMs: number;
}

export const SESSION_LIMITS: SessionLimits = { max: 256, idleMs: 60 * 60_000 };

interface Parts {
  server(scene: Scene, session: Session): Server | McpServer;
  log: Log;
  limits?: SessionLimits | undefined;
  keepAliveMs: number;
  /** Ends all sessions and with them their running calls. */
  stopped?: AbortSignal | undefined;
}

interface Live {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  usedAt: number;
  /** Answers that are being written, the open GET stream included. */
  open: number;
}

export class McpSessions {
  readonly #live = new Map<string, Live>();
  readonly #parts: Parts;
  readonly #limits: SessionLimits;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#limits = parts.limits ?? SESSION_LIMITS;
    parts.stopped?.addEventListener("abort", () => this.#endAll(), { once: true });
  }

  get size(): number {
    return this.#live.size;
  }

  /**
   * Serves one request of a 2025-era client.
   * @param body of a POST.
   * @param scene of the endpoint; asked for only when a session opens, which it then lasts for.
   */
  async fetch(request: Request, body: RpcBody | undefined, scene: () => Promise<Scene>): Promise<Response> {
    this.#reap();
    const id = request.headers.get("mcp-session-id");
    const live = id === null ? undefined : this.#live.get(id);
    if (live) return this.#serve(live, request, body);
    // Whatever id it came with: a client that opens anew has understood that its old session is gone.
    if (body !== undefined && !Array.isArray(body) && isInitializeRequest(body)) {
      return this.#open(request, body, await scene());
    }
    const asked = body === undefined || Array.isArray(body) ? undefined : requestId(body);
    const said = asked === undefined ? {} : { id: asked };
    if (id !== null) return rpcError(404, "session", "Session not found: initialize again for a new one.", said);
    if (request.method === "GET") {
      const message = "A stream belongs to a session: send its Mcp-Session-Id.";
      return rpcError(405, "invalid", message, { headers: { allow: "POST" } });
    }
    // Nobody waits for an answer to a notification, and without a session there is nothing that it could change.
    if (body !== undefined && ![body].flat().some((message) => requestId(message) !== undefined)) {
      return new Response(null, { status: 202 });
    }
    return rpcError(400, "invalid", "Mcp-Session-Id is missing: initialize first, and send the id it gives.", said);
  }

  async #open(request: Request, body: RpcMessage, scene: Scene): Promise<Response> {
    this.#makeRoom();
    const id = crypto.randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      eventStore: new RecentEvents(),
      keepAliveMs: this.#parts.keepAliveMs,
      retryInterval: RETRY_MS,
    });
    transport.onclose = () => this.#live.delete(id);
    const live: Live = { transport, usedAt: performance.now(), open: 0 };
    this.#live.set(id, live); // before the first wait, so that the limit holds for clients that come at once
    await this.#parts.server(scene, {}).connect(transport);
    const response = await this.#serve(live, request, body);
    if (!response.ok) await transport.close();
    return response;
  }

  async #serve(live: Live, request: Request, body: RpcBody | undefined): Promise<Response> {
    live.open++;
    const ended = () => {
      live.open--;
      live.usedAt = performance.now();
    };
    try {
      const response = await this.#answer(live, request, body);
      return onEnd(response, request.signal, ended);
    } catch (error) {
      ended();
      throw error;
    }
  }

  async #answer({ transport }: Live, request: Request, body: RpcBody | undefined): Promise<Response> {
    const accept = request.headers.get("accept") ?? "*/*";
    if (body === undefined) {
      const isWeb = accept.includes("text/html"); // a browser's page is no stream, whatever else it takes
      return transport.handleRequest(isWeb || !accept.includes("*/*") ? request : accepting(request));
    }
    const deliver = async (message: RpcMessage) => {
      const response = await transport.handleRequest(accepting(request), { parsedBody: message });
      const cancelled = cancelledId(message);
      if (cancelled !== undefined) release(transport, cancelled);
      return response;
    };
    if (!Array.isArray(body)) {
      const response = await deliver(body);
      if (accept.includes("text/event-stream") || !isEventStream(response)) return response;
      const [answer] = await withoutEvents(response);
      if (answer === undefined)
        return rpcError(409, "invalid", "The request was cancelled.", { id: requestId(body) ?? null });
      const session = transport.sessionId;
      return jsonResponse(answer, session);
    }
    if (body.some((message) => isInitializeRequest(message))) {
      return rpcError(400, "invalid", "A batch cannot hold initialize.");
    }
    const answers = await Promise.all(body.map(async (message) => withoutEvents(await deliver(message))));
    const all = answers.flat();
    return all.length === 0
      ? new Response(null, { status: 202 })
      : jsonResponse(`[${all.join(",")}]`, transport.sessionId);
  }

  #reap(): void {
    const limit = performance.now() - this.#limits.idleMs;
    for (const [id, live] of this.#live) if (live.open === 0 && live.usedAt < limit) this.#end(id, live);
  }

  /** @throws Unavailable when every session is in use. */
  #makeRoom(): void {
    if (this.#live.size < this.#limits.max) return;
    let longest: [string, Live] | undefined;
    for (const entry of this.#live) {
      if (entry[1].open === 0 && (!longest || entry[1].usedAt < longest[1].usedAt)) longest = entry;
    }
    if (!longest) {
      throw new Unavailable("unavailable", `All ${this.#limits.max} sessions are in use.`, {
        hint: "Close one, or try again later.",
        retryAfterSeconds: 30,
      });
    }
    this.#end(...longest);
  }

  #endAll(): void {
    for (const [id, live] of this.#live) this.#end(id, live);
  }

  #end(id: string, { transport }: Live): void {
    this.#live.delete(id);
    transport.close().catch((error: unknown) => this.#parts.log("warning", "an MCP session did not end", { error }));
  }
}

/** The request as the transport wants it: it turns away clients that do not name both types, which many do not. */
function accepting({ url, method, headers }: Request): Request {
  const all = new Headers(headers);
  all.set("accept", "application/json, text/event-stream");
  return new Request(url, { method, headers: all });
}

function cancelledId({ method, params }: RpcMessage): string | number | undefined {
  if (method !== "notifications/cancelled") return undefined;
  const id = (params as { requestId?: unknown } | undefined)?.requestId;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

/**
 * Ends the stream of a cancelled call. The protocol wants no answer to it, and the transport would keep the stream open
 * for ever; the answer given here reaches only a client that comes back for the stream.
 */
function release(transport: WebStandardStreamableHTTPServerTransport, id: string | number): void {
  transport.closeSSEStream(id);
  const error = { code: -32603, message: "The request was cancelled." };
  transport.send({ jsonrpc: "2.0", id, error }).catch(() => undefined); // answered before the cancellation came
}

function jsonResponse(text: string, session: string | undefined): Response {
  const headers = { "content-type": "application/json", ...(session !== undefined && { "mcp-session-id": session }) };
  return new Response(text, { headers });
}
