/** Installs language servers into Waymark's own folder: pinned versions, whole or not at all. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { Unavailable } from "../base/error.ts";
import { orMissingNow } from "../base/missing.ts";
import { type ProgramEnvironment, runProgram } from "../base/process.ts";
import type { ServerSpec } from "../language/server-spec.ts";
import { needFault, toolsFor } from "./install-needs.ts";
import { INSTALL_FILE, type Installed, installIn, serversFolder } from "./installed.ts";
import type { Launch } from "./launch.ts";
import { Probes } from "./probe.ts";
import { programsNamed } from "./program-path.ts";
import { isRunnable, packagesOf, planOf, type RunnableRecipe, versionOf } from "./recipe.ts";

export interface InstallOptions {
  dataDir: string;
  /** What the tools get to see: with the user's registries and proxies. */
  env: ProgramEnvironment;
  /** Installs packages of npm where there is no npm. */
  ownRuntime: Pick<Launch, "command" | "env">;
  signal: AbortSignal;
  /** Told of each step, for people. */
  report(message: string): void;
}

/**
 * Installs a server by the first of its recipes that works on this machine. One that is there already is left as it is.
 * @throws Unavailable when no recipe can be carried out, or one failed; nothing is left of it then.
 */
export async function install(spec: ServerSpec, options: InstallOptions): Promise<Installed> {
  const faults: string[] = [];
  for (const recipe of spec.install.filter(isRunnable)) {
    const folder = join(serversFolder(options.dataDir), spec.id, versionOf(recipe));
    const there = installIn(folder);
    if (there) return there;
    const fault = await needFault(recipe, options);
    if (fault === undefined) return await carriedOut(spec, recipe, folder, options);
    faults.push(fault);
  }
  const why = faults.length > 0 ? faults.join("; ") : "Waymark has no recipe for it";
  const hint = spec.hint === undefined ? "" : ` Install it yourself: ${spec.hint}.`;
  throw new Unavailable("unavailable", `${spec.name} was not installed: ${why}.`, {
    hint: `${faults.length > 0 ? "Bring what is missing onto the PATH and try again." : ""}${hint}`.trim(),
  });
}

async function carriedOut(
  spec: ServerSpec,
  recipe: RunnableRecipe,
  folder: string,
  options: InstallOptions,
): Promise<Installed> {
  const { env, signal, report } = options;
  const home = dirname(folder);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  removeLeftovers(home);
  const temporary = join(home, `.new-${crypto.randomUUID()}`);
  mkdirSync(temporary, { mode: 0o700 });
  try {
    const { files, steps, program } = planOf(recipe, await toolsFor(options), temporary);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(temporary, name), text);
    for (const { says, command, env: more } of steps) {
      report(says);
      // In the new folder: settings that a project holds for these tools are not meant for us.
      const done = await runProgram(command, { cwd: temporary, env: { ...env, ...more }, signal, maxBytes: 1_000_000 });
      if (done.code !== 0) throw failed(spec, recipe, done.stderr, new TextDecoder().decode(done.stdout));
    }
    if (!existsSync(join(temporary, program)))
      throw new Unavailable("unavailable", `${spec.name} was fetched, but ${packagesOf(recipe)} has no ${program}.`);
    makeExecutable(join(temporary, program));
    report("asking it for its version");
    await assertWorks(spec, join(temporary, program), options);
    moveScripts(dirname(join(temporary, program)), temporary, folder);
    const said = { server: spec.id, version: versionOf(recipe), with: recipe.with, program };
    const note = JSON.stringify({ ...said, installed_at: new Date().toISOString() }, null, 2);
    writeFileSync(join(temporary, INSTALL_FILE), `${note}\n`);
    put(temporary, folder);
    const installed = installIn(folder)!;
    if (recipe.with === "pip") await assertWorks(spec, installed.path, options).catch(removing(folder));
    return installed;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
    if (readdirSync(home).length === 0) rmSync(home, { recursive: true });
  }
}

/** Some packages leave that to their install script, which is not run. */
function makeExecutable(path: string): void {
  if (process.platform !== "win32") chmodSync(path, statSync(path).mode | 0o100);
}

/** Puts a finished folder in its place. One that another process finished meanwhile stays. */
function put(temporary: string, folder: string): void {
  try {
    renameSync(temporary, folder);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    if (installIn(folder)) return;
    rmSync(folder, { recursive: true, force: true }); // no install: somebody tampered with it
    renameSync(temporary, folder);
  }
}

async function assertWorks(
  spec: ServerSpec,
  path: string,
  { env, ownRuntime, dataDir }: InstallOptions,
): Promise<void> {
  const isScript = /^#!.*\bnode\b/.test(
    orMissingNow(() => readFileSync(path).subarray(0, 100).toString("latin1")) ?? "",
  );
  const hasNode = programsNamed("node", (env.PATH ?? "").split(delimiter)).length > 0;
  const own = isScript && !hasNode;
  const command = own ? ([...ownRuntime.command, path] as [string, ...string[]]) : ([path] as [string]);
  const said = await new Probes(dataDir).probe(spec, command, path, own ? { ...env, ...ownRuntime.env } : env);
  if (said.works) return;
  throw new Unavailable("unavailable", `${spec.name} was fetched but does not work here: ${said.why}.`);
}

function removing(folder: string) {
  return (error: unknown) => {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  };
}

/** Scripts of a Python environment hold its place, which is another now. */
function moveScripts(bin: string, from: string, to: string): void {
  for (const name of readdirSync(bin)) {
    const path = join(bin, name);
    if (!statSync(path, { throwIfNoEntry: false })?.isFile() || statSync(path).size > 65_536) continue;
    const text = readFileSync(path, "latin1");
    if (text.startsWith("#!") && text.includes(from)) writeFileSync(path, text.replaceAll(from, to), "latin1");
  }
}

/** What processes that were killed have left is no use to anybody; what is newer may be another's work. */
const LEFTOVER_MS = 24 * 60 * 60 * 1_000;

function removeLeftovers(home: string): void {
  for (const name of readdirSync(home)) {
    const path = join(home, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (name.startsWith(".new-") && age > LEFTOVER_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** What tools say when they do not reach their registry. */
const OFFLINE =
  /ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|ConnectionRefused|Failed ?To ?Open ?Socket|getaddrinfo|no such host|dial tcp|could not resolve host|name resolution|NewConnectionError|Max retries exceeded|spurious network error|network is unreachable|i\/o timeout/i;

function failed(spec: ServerSpec, recipe: RunnableRecipe, stderr: string, stdout: string): Unavailable {
  const said = (stderr.trim() || stdout.trim()).split("\n").filter((line) => line.trim() !== "");
  const last = said
    .slice(-3)
    .map((line) => line.trim().slice(0, 300))
    .join(" / ");
  const isOffline = OFFLINE.test(`${stderr}\n${stdout}`);
  const why = isOffline
    ? `${recipe.with} does not reach the place that it fetches from, so ${packagesOf(recipe)} cannot be had now`
    : `${recipe.with} failed on ${packagesOf(recipe)}`;
  return new Unavailable("unavailable", `${spec.name} was not installed: ${why}. It said: ${last || "nothing"}`, {
    hint: isOffline
      ? `Check the network, and the proxy or registry in the settings of ${recipe.with}; then run the command again.`
      : `Run the command again, or install it yourself${spec.hint === undefined ? "" : `: ${spec.hint}`}.`,
  });
}
