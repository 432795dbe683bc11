/** What a user put into our entry stays when it is set up again. */
import type { ClientSpec, Transport } from "./client-spec.ts";

type Entry = Readonly<Record<string, unknown>>;

/**
 * The fresh entry with what the old one has beyond it: keys that no form of ours has, values of ours that need not be ours (such as a
 * time limit), and words behind our arguments. The form for another transport goes.
 * @param old one of ours, of whatever time.
 * @param fresh as it is for a user who has none.
 */
export function keptEntry(old: Entry, fresh: Entry, { stdio, http }: ClientSpec, transport: Transport): Entry {
  const [form, other] = transport === "stdio" ? [stdio, http] : [http, stdio];
  const isSameTransport = !Object.keys(old).some((key) => other?.[key] !== undefined && form?.[key] === undefined);
  const kept = Object.entries(old).flatMap(([key, value]) => {
    const isOurs = form?.[key] !== undefined;
    if (!isOurs) return other?.[key] === undefined ? [[key, value]] : [];
    if (isFilled(form[key])) return [[key, withWordsBehind(value, fresh[key])]];
    const isShared = isSameTransport || Bun.deepEquals(form[key], other?.[key]);
    return [[key, isShared ? value : fresh[key]]];
  });
  return { ...Object.fromEntries(kept), ...Object.fromEntries(Object.entries(fresh).filter(([key]) => !(key in old))) };
}

/** Whether a part of a form says how Waymark is reached. */
function isFilled(form: unknown): boolean {
  return /\{(program|args|url|base|project)\}/.test(JSON.stringify(form));
}

/** Our arguments, and those that stood behind ours: `mcp --context x --mode planning`. */
function withWordsBehind(old: unknown, fresh: unknown): unknown {
  if (!Array.isArray(old) || !Array.isArray(fresh)) return fresh;
  const own = fresh.slice(fresh.lastIndexOf("mcp"));
  const said = old.slice(old.lastIndexOf("mcp"));
  const isBefore = old.includes("mcp") && own.every((word, at) => word === said[at]);
  return isBefore ? [...fresh, ...said.slice(own.length)] : fresh;
}
