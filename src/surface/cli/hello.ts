/**
 * How a process of ours meets the server: one line of JSON each way, before anything else. After the answer to
 * `ask: "mcp"` the stream carries MCP; a line of it that is an object with the field `waymark` is a word between us.
 */
import { timingSafeEqual } from "node:crypto";
import type { Duplex } from "node:stream";
import { type Problem, toProblem, Unavailable, UserError } from "../../base/error.ts";

/** Raised when one side would misunderstand the other. */
export const LINK_VERSION = 1;

/** What a client's session holds, so that it survives its server. */
export interface KeptSession {
  project?: string;
}

export interface Hello {
  waymark: typeof LINK_VERSION;
  /** The record's key; left out where a bearer token was shown already. */
  key?: string;
  ask: "mcp" | "status" | "stop" | "replace";
  /** Name or absolute path of the project to bind. */
  project?: string;
  /** Folder that the user stands in: its project is bound, unless one is named or `unbound` is said. */
  folder?: string;
  unbound?: true;
  context?: string;
  modes?: string[];
  /** The record's `settings` as the client has them; one who says none takes the server's. */
  settings?: string;
  session?: KeptSession;
}

export interface ServerStatus {
  pid: number;
  url: string;
  version: string;
  started_at: string;
  background: boolean;
  /** Attached `mcp` processes. */
  clients: number;
  /** HTTP requests that are being answered, streams included. */
  requests: number;
  log?: string;
}

/** @property pings that this server answers the word "ping", which older ones take for a broken message. */
export type Welcome = { ok: true; pid: number; pings?: true; status?: ServerStatus } | { ok: false; problem: Problem };

/** Words within the stream: the client's is "ping", the others are the server's. */
export type Word =
  | { waymark: "leaving" }
  | { waymark: "session"; session: KeptSession }
  | { waymark: "ping" }
  | { waymark: "pong" };

export function line(message: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(message)}\n`);
}

/** The refusal as the error that it was on the server. */
export function errorOf(problem: Problem): Error {
  const details = { hint: problem.hint };
  if (problem.code === "busy" || problem.code === "unavailable" || problem.code === "timed_out") {
    return new Unavailable(problem.code, problem.detail, details);
  }
  if (problem.code === "internal") return new Error(problem.detail);
  return new UserError(problem.code, problem.detail, details);
}

export function refusal(error: unknown, report: (id: string, error: unknown) => void): Welcome {
  return { ok: false, problem: toProblem(error, report) };
}

/** Compares in a time that does not depend on where they differ. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const MAX_HELLO_BYTES = 64 * 1024;

/**
 * The first line of a stream, which stays paused behind it.
 * @returns undefined when it ended, failed, said too much, or said nothing within `limitMs`.
 */
export function firstLine(stream: Duplex, limitMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    let bytes: Buffer = Buffer.alloc(0);
    const finish = (text: string | undefined, rest?: Buffer) => {
      clearTimeout(timer);
      stream.pause();
      stream.off("data", onData).off("error", onEnd).off("close", onEnd).off("end", onEnd);
      if (rest?.length) stream.unshift(rest);
      resolve(text);
    };
    const onEnd = () => finish(undefined);
    const onData = (chunk: Buffer) => {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
      const end = bytes.indexOf(10);
      if (end >= 0) finish(bytes.toString("utf8", 0, end), bytes.subarray(end + 1));
      else if (bytes.length > MAX_HELLO_BYTES) finish(undefined);
    };
    const timer = setTimeout(onEnd, limitMs);
    stream.on("data", onData).on("error", onEnd).on("close", onEnd).on("end", onEnd);
  });
}
