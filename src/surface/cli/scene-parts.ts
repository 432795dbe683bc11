/** `waymark contexts` and `waymark modes`: the shipped ones and the user's own, which are files beside the settings. */
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { UserError } from "../../base/error.ts";
import { didYouMean } from "../../base/near.ts";
import { makeFile } from "../../base/new-file.ts";
import { BUILTIN } from "../../prompt/_builtin.gen.ts";
import type { Kind } from "../../prompt/own-file.ts";
import { type OwnPart, readOwnParts } from "../../prompt/own-files.ts";
import { MARKERS } from "../../tool/marker.ts";
import { DEFAULT_MCP_CONTEXT } from "../app.ts";
import type { GlobalFlags, World } from "./command.ts";

type Flags = GlobalFlags & { json?: true };
type Fields = Readonly<Record<string, unknown>>;

interface Parts {
  kind: Kind;
  /** Where the user's own files lie. */
  folder: string;
  shipped: Readonly<Record<string, Fields>>;
  own: readonly OwnPart[];
}

export async function listParts(world: World, kind: Kind, flags: Flags): Promise<void> {
  const { shipped, own } = await partsOf(world, kind, flags);
  const rows = [...new Set([...Object.keys(shipped), ...own.map(({ id }) => id)])].sort().map((id) => {
    const file = own.find((part) => part.id === id);
    const fields: Fields | undefined = file?.value ?? shipped[id];
    const origin = file === undefined ? "shipped" : file.value === undefined ? `broken: ${file.file}` : file.file;
    return { id, description: String(fields?.description ?? ""), origin };
  });
  if (flags.json) return world.out(`${JSON.stringify(rows, null, 2)}\n`);
  const width = Math.max(...rows.map(({ id }) => id.length));
  for (const { id, description, origin } of rows)
    world.out(`${id.padEnd(width)}  ${description}${origin === "shipped" ? "" : ` [${origin}]`}\n`);
}

export async function showPart(world: World, kind: Kind, id: string, flags: GlobalFlags): Promise<void> {
  world.out(stringify(found(await partsOf(world, kind, flags), id)));
}

/** @param from what it begins as. */
export async function createPart(
  world: World,
  kind: Kind,
  id: string,
  from: string,
  flags: GlobalFlags,
): Promise<void> {
  const parts = await partsOf(world, kind, flags);
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(id)) {
    throw new UserError(
      "invalid_arguments",
      `${JSON.stringify(id)} cannot be the id of one of the ${kind}: small letters, digits and hyphens, at most 40, such as my-agent.`,
    );
  }
  if (id !== from && Object.hasOwn(parts.shipped, id)) {
    throw new UserError("exists", `There is a shipped one with the id "${id}".`, {
      hint: `To change it for you: waymark ${kind} override ${id}.`,
    });
  }
  const file = join(parts.folder, `${id}.yaml`);
  const text = `# Begun as "${from}". See \`waymark ${kind} validate\`; a running server reads it when it starts anew.\n`;
  await makeFile(file, text + stringify({ ...found(parts, from), id }));
  world.out(`${file}\n`);
}

/** Prints each fault with its place; a prompt must render where its context or mode is on. */
export async function validateParts(world: World, kind: Kind, flags: Flags): Promise<void> {
  const { own: read, folder } = await partsOf(world, kind, flags);
  const own = await withPromptFaults(world, kind, read, flags);
  const faults = own.flatMap((part) => part.faults);
  if (flags.json) world.out(`${JSON.stringify({ files: own.map(({ file }) => file), faults }, null, 2)}\n`);
  else if (own.length === 0) world.out(`There are none of your own in ${folder}.\n`);
  else
    for (const { file, faults } of own)
      world.out(faults.length === 0 ? `${file}: well formed\n` : `${faults.join("\n")}\n`);
  if (faults.length > 0) world.exitWith(1);
}

async function withPromptFaults(world: World, kind: Kind, own: readonly OwnPart[], flags: Flags): Promise<OwnPart[]> {
  const { app } = await world.open(flags, "when-named");
  await using _ = app;
  const book = await app.promptBook();
  return await Promise.all(
    own.map(async (part) => {
      const { id, file, value, faults } = part;
      if (value?.prompt === undefined || faults.length > 0) return part;
      const scene = await app.scene(kind === "contexts" ? { context: id } : { modes: [id] }, DEFAULT_MCP_CONTEXT);
      const fault = book.faultIn(value.prompt, scene);
      return fault === undefined ? part : { ...part, faults: [`${file}: prompt: ${fault}`] };
    }),
  );
}

async function partsOf(world: World, kind: Kind, flags: GlobalFlags): Promise<Parts> {
  const { app, configFile } = await world.open(flags, "when-named");
  await using _ = app;
  const own = await readOwnParts(dirname(configFile), {
    tools: app.registry.all.map(({ name }) => name),
    markers: Object.keys(MARKERS),
    modes: Object.keys(BUILTIN.modes),
  });
  const folder = join(dirname(configFile), kind);
  return { kind, folder, shipped: BUILTIN[kind], own: own.filter((part) => part.kind === kind) };
}

/** What is in force under the id. @throws UserError `not_found`. */
function found({ kind, shipped, own }: Parts, id: string): Fields {
  const part = own.find((part) => part.id === id);
  const fields: Fields | undefined = part?.value ?? (Object.hasOwn(shipped, id) ? shipped[id] : undefined);
  if (fields !== undefined) return fields;
  if (part !== undefined) throw new UserError("not_found", `It is broken: ${part.faults.join(" ")}`);
  const near = didYouMean(id, [...Object.keys(shipped), ...own.map(({ id }) => id)]);
  throw new UserError(
    "not_found",
    `There is none of the ${kind} called ${JSON.stringify(id)}${near ? `; ${near}` : "."}`,
    {
      hint: `waymark ${kind} lists them.`,
    },
  );
}
