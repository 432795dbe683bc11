/** `waymark memories`: takes memories and notes out and in, and checks their links. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { UserError } from "../../base/error.ts";
import { orMissing } from "../../base/missing.ts";
import { nearNames } from "../../base/near.ts";
import { type Archive, type ArchivedPage, archiveSchema } from "../../memory/archive.ts";
import { isGlobal, memoryNameIfAny } from "../../memory/memory-name.ts";
import { utf8 } from "../../store/memory-table.ts";
import type { GlobalFlags, World } from "./command.ts";

/** Where another product keeps its memories. */
const USUAL_SOURCE = ".serena/memories";

/** All memories and notes as JSON, to stdout; a damaged page is a failure. */
export async function exportMemories(world: World, flags: GlobalFlags): Promise<void> {
  await using opened = await memoriesOf(world, flags);
  const { archive, damaged, ignored } = await opened.memories.exported(world.stopped);
  world.out(`${JSON.stringify(archive, null, 2)}\n`);
  for (const name of damaged) world.err(`${name}: left out: it is damaged\n`);
  for (const name of ignored) world.err(`${name}: left out: ignored_memory_patterns has it\n`);
  if (damaged.length > 0) world.exitWith(1);
}

/** @param from a folder of Markdown files, or a document that `export` made. */
export async function importMemories(
  world: World,
  from: string | undefined,
  flags: GlobalFlags & { replace?: true },
): Promise<void> {
  await using opened = await memoriesOf(world, flags);
  const path = from === undefined ? join(opened.root, USUAL_SOURCE) : resolve(world.cwd, from);
  const { memories: pages, notes, leftOut } = await archiveAt(path);
  const imported = await opened.memories.imported(pages, flags.replace === true, world.stopped);
  const results = new Map([...imported, ...leftOut]);
  for (const [name, result] of results) world.out(`${name}: ${result}\n`);
  const newNotes = opened.memories.importedNotes(notes);
  if (notes.length > 0) world.out(`notes: ${newNotes} new, ${notes.length - newNotes} known\n`);
  if (results.size === 0 && notes.length === 0) world.out(`There is no memory in ${path}.\n`);
  if ([...results.values()].some((result) => result.startsWith("left out"))) world.exitWith(1);
}

/** Links that lead nowhere, damaged pages and files that are not in step; any of them is a failure. */
export async function checkMemories(world: World, flags: GlobalFlags & { json?: true }): Promise<void> {
  await using opened = await memoriesOf(world, flags);
  const { dangling, names, mirror } = await opened.memories.dangling(world.stopped);
  const { memories } = await opened.memories.list(undefined, world.stopped);
  const damaged = memories.filter(({ chars }) => chars === undefined).map(({ name }) => name);
  const links = dangling.map(({ from, to, renamed }) => ({
    from,
    to,
    near: renamed === undefined ? nearNames(to, names) : [renamed],
    ...(renamed !== undefined && { renamed }),
  }));
  const faults = links.length + damaged.length + mirror.refused.length + mirror.conflicts.length;
  if (flags.json)
    world.out(`${JSON.stringify({ links, damaged, files: mirror.refused, conflicts: mirror.conflicts })}\n`);
  else {
    for (const { from, to, near, renamed } of links) {
      const what = renamed === undefined ? `near: ${near.join(", ")}` : `it is called ${renamed} now`;
      world.out(`${from}: mem:${to} leads nowhere${near.length > 0 ? `; ${what}` : ""}\n`);
    }
    for (const name of damaged) world.out(`${name}: damaged\n`);
    for (const { path, reason } of mirror.refused) world.out(`${path}: ${reason}\n`);
    for (const { name, kept } of mirror.conflicts) world.out(`${name}: its file also changed; that is now ${kept}\n`);
    world.out(`${memories.length} memories, ${faults} faults\n`);
  }
  if (faults > 0) world.exitWith(1);
}

async function memoriesOf(world: World, flags: GlobalFlags) {
  const { app } = await world.open(flags, "always");
  try {
    const scene = await app.scene({}, "full");
    const project = await app.projects.at(scene.project!);
    return {
      memories: app.memoriesOf(project),
      root: project.root,
      [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
    };
  } catch (error) {
    await app[Symbol.asyncDispose]();
    throw error;
  }
}

interface Source extends Pick<Archive, "memories" | "notes"> {
  /** Why some files are none of them. */
  leftOut: Map<string, string>;
}

async function archiveAt(path: string): Promise<Source> {
  const found = await orMissing(stat(path));
  if (!found) {
    throw new UserError("not_found", `There is no file or folder ${JSON.stringify(path)} to import from.`, {
      hint: "Give a folder of Markdown files, or a file that `waymark memories export` made.",
    });
  }
  if (found.isDirectory()) return await pagesIn(path);
  const parsed = archiveSchema.safeParse(jsonOf(path, await readFile(path, "utf8")));
  if (parsed.success) return { ...parsed.data, leftOut: new Map() };
  const [issue] = parsed.error.issues;
  throw notArchive(path, `${issue!.path.join(".")}: ${issue!.message}`);
}

function jsonOf(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notArchive(path, (error as Error).message);
  }
}

function notArchive(path: string, why: string): UserError {
  return new UserError("bad_json", `${JSON.stringify(path)} is no export of memories: ${why}`);
}

/** Pages of a folder, by their paths in it; what a repository holds is for its own project alone. */
async function pagesIn(folder: string): Promise<Source> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && entry.name.endsWith(".md"),
  );
  const top = folder.replace(/[\\/]+$/, "").length + 1;
  const memories: ArchivedPage[] = [];
  const leftOut = new Map<string, string>();
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort()) {
    const name = path.slice(top).replaceAll("\\", "/");
    const [text, { mtime }] = [utf8(await readFile(path)), await stat(path)];
    const meant = memoryNameIfAny(name);
    if (text === undefined) leftOut.set(name, "left out: it is not UTF-8");
    else if (meant !== undefined && isGlobal(meant))
      leftOut.set(name, "left out: it would be for all projects; write it with write_memory");
    else memories.push({ name, text, changed_at: mtime.toISOString() });
  }
  return { memories, notes: [], leftOut };
}
