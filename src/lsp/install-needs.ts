/** Checks what a recipe needs of this machine. */
import { delimiter } from "node:path";
import { runProgram } from "../base/process.ts";
import type { InstallOptions } from "./install.ts";
import { programsNamed } from "./program-path.ts";
import type { RunnableRecipe, Tools } from "./recipe.ts";

type Machine = Pick<InstallOptions, "env" | "ownRuntime" | "dataDir" | "signal">;

const PYTHONS = process.platform === "win32" ? ["python", "py"] : ["python3", "python"];

/** The programs that recipes are carried out with; one that is not there is its bare name. */
export async function toolsFor({ env, ownRuntime }: Machine): Promise<Tools> {
  const found = (name: string) => onPath(name, env)[0];
  const npm = found("npm");
  return {
    npm: npm === undefined ? { ...ownRuntime, isOwn: true } : { command: [npm], isOwn: false, env: {} },
    python: PYTHONS.map(found).find((path) => path !== undefined) ?? PYTHONS[0]!,
    go: found("go") ?? "go",
    cargo: found("cargo") ?? "cargo",
  };
}

/** Why a recipe cannot be carried out here; undefined when it can. */
export async function needFault(recipe: RunnableRecipe, machine: Machine): Promise<string | undefined> {
  const { env } = machine;
  if (recipe.with === "pip" && PYTHONS.every((name) => onPath(name, env).length === 0))
    return "it needs Python, which is not on the PATH";
  if ((recipe.with === "go" || recipe.with === "cargo") && onPath(recipe.with, env).length === 0)
    return `it needs ${recipe.with}, which is not on the PATH`;
  for (const [name, least] of Object.entries(recipe.needs)) {
    const path = onPath(name, env)[0];
    if (path === undefined && name === "node") continue; // our own runtime stands in for it
    if (path === undefined) return `it needs ${name} ${least} or later, which is not on the PATH`;
    const version = await versionOf(name, path, machine);
    if (version === undefined) return `it needs ${name} ${least} or later, and ${path} does not say its version`;
    if (isBelow(version, least)) return `it needs ${name} ${least} or later, and ${path} is ${version}`;
  }
  return undefined;
}

async function versionOf(name: string, path: string, { env, dataDir, signal }: Machine): Promise<string | undefined> {
  const command = [path, name === "go" ? "version" : "--version"] as const;
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(15_000)]);
  const done = await runProgram(command, {
    cwd: dataDir,
    env: { ...env, GOTOOLCHAIN: "local" },
    signal: bounded,
    maxBytes: 65_536,
  });
  return /\d+(\.\d+)*/.exec(new TextDecoder().decode(done.stdout))?.[0];
}

/** Whether a version, such as `20.1`, is lower than another; parts that are not said count as 0. */
export function isBelow(version: string, least: string): boolean {
  const [mine, wanted] = [version, least].map((text) => text.split(".").map(Number)) as [number[], number[]];
  for (let part = 0; part < Math.max(mine.length, wanted.length); part++) {
    const difference = (mine[part] ?? 0) - (wanted[part] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function onPath(name: string, env: Machine["env"]): string[] {
  return programsNamed(name, (env.PATH ?? "").split(delimiter));
}
