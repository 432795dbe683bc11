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

/** The hooks of a client by their events. */
export function hooksOf({ events }: NonNullable<ClientSpec["hooks"]>, command: readonly string[]) {
  const line = command.map(shellWord).join(" ");
  return filled(events, [], { line }) as Record<string, Record<string, unknown>[]>;
}

/** Double quotes mean the same to every system's shell, but those of Unix look for `$` and backticks within. */
function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return /[$`]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : JSON.stringify(word);
}

/** A line that starts the executable, under whatever name of ours, or `src/main.ts` of a clone. */
const OUR_LINE = /(waymark[^\s/\\"']*|[/\\]src[/\\]+main\.ts)["']? hooks (activate|auto-approve|remind|clean-up)$/i;

/** Whether a hook is one of ours, of whatever time: other programs have commands of such names, too. */
export function isOurHook(hook: unknown): boolean {
  return textsIn(hook).some((text) => OUR_LINE.test(text));
}

/** Whether an entry is one of ours, of whatever time. */
export function isOurs(entry: unknown): boolean {
  const texts = textsIn(entry);
  const isStarted = texts.includes("mcp") && texts.includes("--context");
  return isStarted || texts.some((text) => /^https?:\/\/[^/]+\/mcp\?context=/.test(text));
}

function filled(shape: unknown, args: readonly string[], words: Readonly<Record<string, string>>): unknown {
  if (typeof shape === "string")
    return shape.replace(/\{(program|url|base|project|line)\}/g, (whole, name: string) => words[name] ?? whole);
  if (Array.isArray(shape))
    return shape.flatMap((one: unknown) => (one === "{args}" ? [...args] : [filled(one, args, words)]));
  if (typeof shape !== "object" || shape === null) return shape;
  return Object.fromEntries(Object.entries(shape).map(([key, one]) => [key, filled(one, args, words)]));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
