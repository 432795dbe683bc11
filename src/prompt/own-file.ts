/** One file of a user's own context, mode or prompt for people: its value, or each fault with its place and what would work. */
import { isMap, isScalar, LineCounter, type ParsedNode, parseDocument } from "yaml";
import type { z } from "zod";
import { didYouMean } from "../base/near.ts";
import { type Context, contextSchema, type Mode, modeSchema, type Offer, offerSchema } from "./schema.ts";

export const KINDS = { contexts: contextSchema, modes: modeSchema } as const;
export type Kind = keyof typeof KINDS;

/** What there is to be named. */
export interface Known {
  /** Names of tools. */
  tools: readonly string[];
  markers: readonly string[];
  modes: readonly string[];
}

export type OwnFile<T = Context | Mode> = { value: T; faults: readonly [] } | { value?: undefined; faults: string[] };

/**
 * @param path as faults name it: `path:line:column: ...`, both 1-based.
 * @param id what the file must say it is: its name without suffix.
 */
export function parseOwnFile(kind: Kind, path: string, id: string, text: string, known: Known): OwnFile {
  return parsedFile<Context | Mode>(KINDS[kind], ["only", "with", "without"], path, id, text, (data) =>
    unknownNames(data, known),
  );
}

/** As `parseOwnFile`, of a prompt that a person picks. */
export function parseOwnOffer(path: string, id: string, text: string, { tools }: Pick<Known, "tools">): OwnFile<Offer> {
  const inner = ["name", "description", "required", "suggestions"];
  return parsedFile<Offer>(offerSchema, inner, path, id, text, ({ needs }) =>
    notThere([{ place: ["needs"], names: needs, there: tools, what: "tool" }]),
  );
}

/** @param innerKeys of what is nested in it. */
function parsedFile<T extends { id: string }>(
  schema: z.ZodObject,
  innerKeys: readonly string[],
  path: string,
  id: string,
  text: string,
  unknown: (data: T) => { place: Place; why: string }[],
): OwnFile<T> {
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
  const parsed = schema.safeParse(raw);
  const keys = [Object.keys(schema.shape), innerKeys] as const;
  if (!parsed.success) return { faults: parsed.error.issues.flatMap((issue) => schemaFaults(issue, keys, at, fault)) };
  const data = parsed.data as unknown as T;
  const faults = [
    ...(data.id === id
      ? []
      : [fault(at(["id"]), `id is ${JSON.stringify(data.id)}; it must be the file's name, "${id}".`)]),
    ...unknown(data).map(({ place, why }) => fault(at(place), why)),
  ];
  return faults.length > 0 ? { faults } : { value: data, faults: [] };
}

type Place = readonly PropertyKey[];

function schemaFaults(
  issue: z.core.$ZodIssue,
  [outer, inner]: readonly [readonly string[], readonly string[]],
  at: (place: Place) => number,
  fault: (at: number, why: string) => string,
): string[] {
  const where = issue.path.map(String).join(".") || "the file";
  if (issue.code !== "unrecognized_keys") return [fault(at(issue.path), `${where}: ${issue.message}.`)];
  const keys = issue.path.length === 0 ? outer : inner;
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
  const lists: NameList[] = [
    ...Object.entries(picked).map(([key, names]) => ({
      place: ["tools", key],
      names: names ?? [],
      there: named,
      what: "tool or marker",
    })),
    { place: ["replaces"], names: "replaces" in data ? data.replaces : [], there: modes, what: "mode" },
  ];
  const described = "descriptions" in data ? Object.keys(data.descriptions) : [];
  const inTexts = described
    .filter((name) => !tools.includes(name))
    .map((name) => ({ place: ["descriptions", name], name, there: tools, what: "tool" }));
  return [...notThere(lists), ...inTexts.map(noSuch)];
}

interface NameList {
  place: Place;
  names: readonly string[];
  there: readonly string[];
  what: string;
}

function notThere(lists: readonly NameList[]): { place: Place; why: string }[] {
  return lists.flatMap(({ place, names, there, what }) =>
    names.flatMap((name, index) =>
      there.includes(name) ? [] : [noSuch({ place: [...place, index], name, there, what })],
    ),
  );
}

function noSuch({ place, name, there, what }: { place: Place; name: string; there: readonly string[]; what: string }) {
  const near = didYouMean(name, there);
  return { place, why: `there is no ${what} ${JSON.stringify(name)}${near ? `; ${near}` : "."}` };
}
