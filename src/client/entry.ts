/** The entry that tells a client how to reach Waymark. */
import { UserError } from "../base/error.ts";
import type { ClientSpec, Transport } from "./client-spec.ts";

export interface EntryParts {
  /** How Waymark is started. */
  command: readonly [string, ...string[]];
  /** Address of the HTTP server, without a path. */
  base: string;
  /** Absolute. */
  project: string;
}

/** @throws UserError `invalid_arguments` for a transport that the client has not. */
export function entryOf({ id, name, context, stdio, http }: ClientSpec, transport: Transport, parts: EntryParts) {
  const shape = transport === "stdio" ? stdio : http;
  if (!shape) {
    throw new UserError(
      "invalid_arguments",
      `${name} is set up over ${transport === "http" ? "stdio" : "HTTP"} alone.`,
      {
        hint: transport === "http" ? `waymark setup ${id}` : `waymark setup ${id} --http`,
      },
    );
  }
  const [program, ...args] = parts.command;
  const words: Record<string, string> = {
    program,
    url: `${parts.base}/mcp?context=${context}`,
    base: parts.base,
    project: parts.project,
  };
  return filled(shape, args, words) as Record<string, unknown>;
}

/** Whether an entry is one of ours, of whatever time. */
export function isOurs(entry: unknown): boolean {
  const texts = textsIn(entry);
  const isStarted = texts.includes("mcp") && texts.includes("--context");
  return isStarted || texts.some((text) => /^https?:\/\/[^/]+\/mcp\?context=/.test(text));
}

function filled(shape: unknown, args: readonly string[], words: Readonly<Record<string, string>>): unknown {
  if (typeof shape === "string")
    return shape.replace(/\{(program|url|base|project)\}/g, (_, name: string) => words[name]!);
  if (Array.isArray(shape))
    return shape.flatMap((one: unknown) => (one === "{args}" ? [...args] : [filled(one, args, words)]));
  if (typeof shape !== "object" || shape === null) return shape;
  return Object.fromEntries(Object.entries(shape).map(([key, one]) => [key, filled(one, args, words)]));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
