/** A user's own contexts, modes and texts, in folders beside the settings file. What is broken counts for nothing. */
import { readdir, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { readSmallFile } from "../base/held.ts";
import { orMissing } from "../base/missing.ts";
import type { Kind, Known } from "./own-file.ts";
import type { Context, Mode, Offer } from "./schema.ts";

const FILE_LIMIT_BYTES = 64 * 1024;

export interface OwnPart {
  kind: Kind;
  id: string;
  file: string;
  /** Undefined for a broken one. */
  value: Context | Mode | undefined;
  /** `file:line:column: what is wrong and what would work`. */
  faults: readonly string[];
}

/**
 * @param folder the one that holds `contexts/` and `modes/`; either may be missing.
 * @param known modes of the user's own need not be in it.
 */
export async function readOwnParts(folder: string, known: Known): Promise<OwnPart[]> {
  const files = await Promise.all(
    (["contexts", "modes"] as const).map(async (kind) =>
      (await namesIn(join(folder, kind), ".yaml")).map((id) => ({ kind, id, file: join(folder, kind, `${id}.yaml`) })),
    ),
  );
  const all = files.flat();
  if (all.length === 0) return []; // most have none, and need no parser
  const { parseOwnFile } = await import("./own-file.ts");
  const own = all.flatMap(({ kind, id }) => (kind === "modes" ? [id] : []));
  return Promise.all(
    all.map(async ({ kind, id, file }): Promise<OwnPart> => {
      const text = await textOf(file);
      if ("fault" in text) return { kind, id, file, value: undefined, faults: [`${file}:1:1: ${text.fault}`] };
      const parsed = parseOwnFile(kind, file, id, text.text, { ...known, modes: [...known.modes, ...own] });
      return { kind, id, file, value: parsed.value, faults: parsed.faults };
    }),
  );
}

/**
 * A user's own texts by id, from `prompts/*.eta`, and the prompts for people whose texts they are, from `prompts/*.yaml` beside them: each
 * takes the place of ours.
 * @param known names of tools, and ids of our own texts.
 */
export async function readOwnTemplates(
  folder: string,
  known: { tools: readonly string[]; texts: readonly string[] },
): Promise<{ templates: Record<string, string>; offers: Record<string, Offer>; faults: string[] }> {
  const offers: Record<string, Offer> = {};
  const templates: Record<string, string> = {};
  const faults: string[] = [];
  for (const id of await namesIn(join(folder, "prompts"), ".eta")) {
    const file = join(folder, "prompts", `${id}.eta`);
    const text = await textOf(file);
    if ("fault" in text) faults.push(`${file}:1:1: ${text.fault}`);
    else templates[id] = text.text;
  }
  for (const id of await namesIn(join(folder, "prompts"), ".yaml")) {
    const file = join(folder, "prompts", `${id}.yaml`);
    const text = await textOf(file);
    if ("fault" in text) {
      faults.push(`${file}:1:1: ${text.fault}`);
      continue;
    }
    const { parseOwnOffer } = await import("./own-file.ts");
    const { value, faults: found } = parseOwnOffer(file, id, text.text, known);
    const hasText = Object.hasOwn(templates, id) || known.texts.includes(id);
    if (!value) faults.push(...found);
    else if (hasText) offers[id] = value;
    else faults.push(`${file}:1:1: its text is missing: write ${id}.eta beside it.`);
  }
  return { templates, offers, faults };
}

async function namesIn(folder: string, suffix: string): Promise<string[]> {
  const names = (await orMissing(readdir(folder))) ?? [];
  return names
    .filter((name) => name.endsWith(suffix) && !name.startsWith("."))
    .map((name) => basename(name, suffix))
    .sort();
}

async function textOf(file: string): Promise<{ text: string } | { fault: string }> {
  try {
    const real = await orMissing(realpath(file));
    const read = real && (await orMissing(Promise.try(() => readSmallFile(real, FILE_LIMIT_BYTES))));
    if (!read) return { fault: "the link leads nowhere." };
    return "fault" in read ? { fault: `${read.fault}.` } : { text: new TextDecoder().decode(read) };
  } catch (error) {
    return { fault: `it cannot be read: ${(error as Error).message}.` };
  }
}
