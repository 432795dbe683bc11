/** What a request of MCP that calls no tool keeps to: the deadline of a call, and errors in the words of a problem. */
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { withDeadline } from "../base/deadline.ts";
import { problemText } from "../base/error.ts";
import type { Scene } from "../tool/scene.ts";
import type { App } from "./app.ts";
import { problemOf } from "./problem.ts";

/** @throws ProtocolError alone: the work's own, or one that tells the problem. */
export async function answered<T>(
  what: string,
  app: App,
  scene: Scene,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await withDeadline(what, scene.timeoutSeconds, signal, work);
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    throw new ProtocolError(ProtocolErrorCode.InternalError, problemText(problemOf(error, what, app.log)));
  }
}
