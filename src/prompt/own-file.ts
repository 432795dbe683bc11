/** One file of a user's own context or mode: its value, or each fault with its place and what would work. */
import { isMap, isScalar, LineCounter, type ParsedNode, parseDocument } from "yaml";
import type { z } from "zod";
import { didYouMean } from "../base/near.ts";
import { type Context, contextSchema, type Mode, modeSchema } from "./schema.ts";

export const KINDS = { contexts: contextSchema, modes: modeSchema } as const;
export type Kind = keyof typeof KINDS;

/** What there is to be named. */
export interface Known {
  /** Names of tools. */
  tools: readonly string[];
  markers: readonly string[];
  modes: readonly string[];
}

export type OwnFile = { value: Context | Mode; faults: readonly [] } | { value?: undefined; faults: string[] };

/**
 * @param path as faults name it: `path:line:column: ...`, both 1-based.
 * @param id what the file must say it is: its name without suffix.
 */
export function parseOwnFile(kind: Kind, path: string, id: string, text: string, known: Known): OwnFile {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, logLevel: "error" });
  const fault = (at: number, why: string) => {
    const { line, col } = counter.linePos(at);
    return `${path}:${Math.max(line, 1)}:${Math.max(col, 1)}: ${why}`;
  };
  if (document.errors.length > 0) {
    const told = document.errors.map(({ pos, message }) => fault(pos[0], `not valid YAML: ${message.split("\n")[0]}`));
    return { faults: told };
  }
  if (!isMap(document.contents)) {
    return { faults: [fault(0, "the file must hold keys and values, such as `id` and `description`.")] };
  }
  let raw: unknown;
  try {
    raw = document.toJS({ maxAliasCount: 20 });
  } catch (error) {
    return { faults: [fault(0, `its aliases cannot be followed: ${(error as Error).message}`)] };
  }
  const at = (place: readonly PropertyKey[]) => placeOf(document.contents as ParsedNode, place);
  const parsed = KINDS[kind].safeParse(raw);
  if (!parsed.success) return { faults: parsed.error.issues.flatMap((issue) => schemaFaults(issue, kind, at, fault)) };
  const { data } = parsed;
  const faults = [
    ...(data.id === id
      ? []
      : [fault(at(["id"]), `id is ${JSON.stringify(data.id)}; it must be the file's name, "${id}".`)]),
    ...unknownNames(data, known).map(({ place, why }) => fault(at(place), why)),
  ];
  return faults.length > 0 ? { faults } : { value: data, faults: [] };
}

type Place = readonly PropertyKey[];

function schemaFaults(
  issue: z.core.$ZodIssue,
  kind: Kind,
  at: (place: Place) => number,
  fault: (at: number, why: string) => string,
): string[] {
  const where = issue.path.map(String).join(".") || "the file";
  if (issue.code !== "unrecognized_keys") return [fault(at(issue.path), `${where}: ${issue.message}.`)];
  const keys = issue.path.length === 0 ? Object.keys(KINDS[kind].shape) : ["only", "with", "without"];
  return issue.keys.map((key) => {
    const near = didYouMean(key, keys);
    const place = at([...issue.path, { key } as unknown as PropertyKey]);
    return fault(place, `unknown key ${JSON.stringify(key)}${near ? `; ${near}` : "."} Keys: ${keys.join(", ")}.`);
  });
}

/** Offset of a value, or of the nearest node around it that there is; `{ key }` at the end means the key itself. */
function placeOf(root: ParsedNode, place: Place): number {
  let node: unknown = root;
  let found = 0;
  for (const step of place) {
    if (typeof step === "object") {
      const { key: wanted } = step as unknown as { key: string };
      const key = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === wanted)?.key : undefined;
      return (key as ParsedNode | undefined)?.range?.[0] ?? found;
    }
    const next: unknown = (node as { get?(key: unknown, keep: boolean): unknown }).get?.(step, true);
    const [start] = (next as { range?: readonly number[] } | undefined)?.range ?? [];
    if (start === undefined) return found;
    node = next;
    found = start;
  }
  return found;
}

function unknownNames(data: Context | Mode, { tools, markers, modes }: Known): { place: Place; why: string }[] {
  const { tools: selected } = data;
  const picked: Readonly<Record<string, readonly string[] | undefined>> = { only: [], ...selected };
  const named = [...tools, ...markers];
  const lists: { place: Place; names: readonly string[]; there: readonly string[]; what: string }[] = [
    ...Object.entries(picked).map(([key, names]) => ({
      place: ["tools", key],
      names: names ?? [],
      there: named,
      what: "tool or marker",
    })),
    { place: ["replaces"], names: "replaces" in data ? data.replaces : [], there: modes, what: "mode" },
  ];
  const inLists = lists.flatMap(({ place, names, there, what }) =>
    names.flatMap((name, index) => (there.includes(name) ? [] : [{ place: [...place, index], name, there, what }])),
  );
  const described = "descriptions" in data ? Object.keys(data.descriptions) : [];
  const inTexts = described
    .filter((name) => !tools.includes(name))
    .map((name) => ({ place: ["descriptions", name], name, there: tools, what: "tool" }));
  return [...inLists, ...inTexts].map(({ place, name, there, what }) => {
    const near = didYouMean(name, there);
    return { place, why: `there is no ${what} ${JSON.stringify(name)}${near ? `; ${near}` : "."}` };
  });
}
