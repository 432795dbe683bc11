/** JSON-RPC as far as `/mcp` speaks it by itself: its errors, and which bodies are messages at all. */
import type { Problem } from "../base/error.ts";
import { bodyJson } from "./body.ts";
import { problemHeaders, problemText } from "./problem.ts";

export type RpcId = string | number | null;

/** A request, a notification or an answer; no more is known of it than that it is one. */
export interface RpcMessage {
  jsonrpc: "2.0";
  id?: RpcId;
  method?: string;
  params?: unknown;
}

export type RpcBody = RpcMessage | RpcMessage[];

/** Codes of the JSON-RPC specification; `session` is what MCP servers say of a session that is no more. */
export const RPC_CODES = {
  parse: -32700,
  invalid: -32600,
  params: -32602,
  internal: -32603,
  session: -32001,
} as const;

/** The most messages in a batch; the SDK's own limit. */
const BATCH_LIMIT = 100;

export function rpcError(
  status: number,
  code: keyof typeof RPC_CODES,
  message: string,
  { id = null, data, headers = {} }: { id?: RpcId; data?: unknown; headers?: Record<string, string> } = {},
): Response {
  const error = { code: RPC_CODES[code], message, ...(data !== undefined && { data }) };
  return Response.json({ jsonrpc: "2.0", error, id }, { status, headers });
}

/** A problem for a client that expects JSON-RPC: the same status, headers and words as its document. */
export function rpcProblem(problem: Problem, headers: Record<string, string> = {}): Response {
  return rpcError(problem.status, rpcCode(problem), problemText(problem), {
    data: { code: problem.code },
    headers: { ...problemHeaders(problem), ...headers },
  });
}

function rpcCode({ code }: Problem): keyof typeof RPC_CODES {
  if (code === "bad_json") return "parse";
  if (["internal", "busy", "unavailable", "timed_out"].includes(code)) return "internal";
  return code === "invalid_arguments" || code === "not_found" ? "params" : "invalid";
}

/**
 * The body of a POST as a message or a batch of them, or the answer that says what is wrong with it.
 * @throws UserError `bad_json`.
 */
export function rpcBody(type: string, bytes: Uint8Array): RpcBody | Response {
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    return rpcError(
      415,
      "invalid",
      `The body must be application/json, but its content type is ${JSON.stringify(type)}.`,
    );
  }
  const body = bodyJson(bytes);
  if (!Array.isArray(body)) {
    return isMessage(body) ? body : rpcError(400, "invalid", `The body is no JSON-RPC 2.0 message.`);
  }
  if (body.length === 0) return rpcError(400, "invalid", "The batch is empty.");
  if (body.length > BATCH_LIMIT) return rpcError(400, "invalid", `A batch takes at most ${BATCH_LIMIT} messages.`);
  const wrong = body.findIndex((message) => !isMessage(message));
  return wrong < 0 ? body : rpcError(400, "invalid", `Message ${wrong} of the batch is no JSON-RPC 2.0 message.`);
}

function isMessage(value: unknown): value is RpcMessage {
  if (typeof value !== "object" || value === null) return false;
  const { jsonrpc, id, method, ...rest } = value as Record<string, unknown>;
  if (jsonrpc !== "2.0") return false;
  // An error whose request could not be read has no id; MCP allows null nowhere else.
  if (id !== undefined && typeof id !== "string" && !Number.isInteger(id)) return id === null && "error" in rest;
  return method === undefined ? "result" in rest || "error" in rest : typeof method === "string";
}

/** The id of a request; undefined for what is no request. */
export function requestId({ id, method }: RpcMessage): string | number | undefined {
  return method === undefined || id === null ? undefined : id;
}
