/** `waymark doctor`: what Waymark needs on this machine, what it found, and the exact remedy where something is missing. */
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../../base/error.ts";
import { ConfigFile } from "../../client/config-file.ts";
import { importedProject } from "../../client/serena-project.ts";
import type { UserFolders } from "../../client/setup.ts";
import { surveyedClients } from "../../client/survey.ts";
import type { Language } from "../../language/spec.ts";
import { noServer } from "../../lsp/no-origin.ts";
import type { Project } from "../../project/project.ts";
import type { App } from "../app.ts";
import type { GlobalFlags, World } from "./command.ts";
import { foldersOf } from "./user-folders.ts";

interface Finding {
  what: string;
  state: "ok" | "warning";
  detail: string;
  remedy?: string;
}

/** Ends with 1 when something needs attention. */
export async function doctor(world: World, flags: GlobalFlags & { json?: true; importSerena?: true }): Promise<void> {
  const { app, dataDir, configFile } = await world.open(flags, "always");
  await using _ = app;
  if (flags.importSerena) return await importSerena(world, app, dataDir);
  const { variables } = await world.place(flags);
  const findings = [
    ...(await aboutState(app, dataDir, configFile)),
    ...(await aboutProject(app, world.stopped)),
    ...(await aboutClients(app.projects.open[0]!.root, foldersOf(variables))),
  ];
  if (flags.json) world.out(`${JSON.stringify({ version: app.version, findings }, null, 2)}\n`);
  else {
    for (const { what, state, detail, remedy } of findings) {
      world.out(`${state === "ok" ? "ok     " : "WARNING"} ${what}: ${detail}\n${remedy ? `        ${remedy}\n` : ""}`);
    }
  }
  if (findings.some(({ state }) => state === "warning")) world.exitWith(1);
}

async function aboutState(app: App, dataDir: string, configFile: string): Promise<Finding[]> {
  const isWritable = await access(dataDir, constants.W_OK).then(
    () => true,
    () => false,
  );
  const vectors = await app.vectorSupport();
  return [
    { what: "version", state: "ok", detail: app.version },
    isWritable
      ? { what: "data folder", state: "ok", detail: dataDir }
      : {
          what: "data folder",
          state: "warning",
          detail: `${dataDir} cannot be written`,
          remedy: "Give another one with --data-dir or WAYMARK_DATA_DIR.",
        },
    { what: "your settings", state: "ok", detail: configFile },
    vectors.isLoaded
      ? { what: "vectors", state: "ok", detail: `sqlite-vec ${vectors.version}, shipped with Waymark` }
      : {
          what: "vectors",
          state: "warning",
          detail: `they are kept without sqlite-vec: ${vectors.reason}`,
          remedy: "Nothing breaks; near vectors are found in memory.",
        },
  ];
}

async function aboutClients(root: string, folders: UserFolders): Promise<Finding[]> {
  const clients = await surveyedClients(root, folders);
  return clients.map(({ client, name, path, state, why }): Finding => {
    const head = { what: `client ${name}`, detail: why?.startsWith(path) ? why : `${path}: ${why ?? state}` };
    if (state === "set up") return { ...head, state: "ok" };
    const remedy = `waymark setup ${client} puts Waymark into it.`;
    if (state === "not set up") return { ...head, state: "ok", remedy };
    return {
      ...head,
      state: "warning",
      remedy: state === "gone" ? remedy : "Mend that file; its client cannot read it either.",
    };
  });
}

const THEIRS = ".serena/project.yml";

/** Takes over what another product's settings of this project say. */
async function importSerena(world: World, app: App, dataDir: string): Promise<void> {
  const { root } = app.projects.open[0]!;
  const textAt = async (path: string) => {
    const bytes = await new ConfigFile(join(root, path), "").read();
    return bytes && { bytes, text: new TextDecoder().decode(bytes) };
  };
  const theirs = await textAt(THEIRS);
  if (!theirs) throw new UserError("not_found", `There is no ${THEIRS} in ${root}.`);
  const ours = new ConfigFile(join(root, ".waymark/project.yaml"), join(dataDir, "backups"));
  const before = await ours.read();
  const [tools, modes] = await Promise.all([world.tools(), world.modes()]);
  const { text, taken, left } = importedProject(theirs.text, before ? new TextDecoder().decode(before) : "", {
    isTool: (name) => tools.some((tool) => tool.name === name),
    isMode: (name) => modes.includes(name),
  });
  if (taken.length > 0) await ours.replace(before, new TextEncoder().encode(text));
  for (const key of taken) world.out(`${key}: taken over\n`);
  for (const { key, why } of left) world.out(`${key}: left out: ${why}\n`);
  if (taken.length === 0) world.out("There is nothing to take over.\n");
}

async function aboutProject(app: App, signal: AbortSignal): Promise<Finding[]> {
  const project = app.projects.open[0]!;
  const startedAt = performance.now();
  const paths = await project.files.paths(".", { signal });
  const milliseconds = Math.round(performance.now() - startedAt);
  const byLanguage = Map.groupBy(paths, (path) => project.catalog.of(path));
  byLanguage.delete(undefined);
  const languages = [...byLanguage.keys()].map((language) => language!.name);
  return [
    { what: "project", state: "ok", detail: project.root },
    { what: "files", state: "ok", detail: `${paths.length} that are not ignored, listed in ${milliseconds} ms` },
    { what: "languages", state: "ok", detail: languages.sort().join(", ") || "none known" },
    project.git
      ? { what: "git", state: "ok", detail: "this folder lies in a repository, whose ignore rules count" }
      : {
          what: "git",
          state: "ok",
          detail: "this folder lies in no repository that can be used; files are walked, .gitignore files count",
        },
    project.narrower.program
      ? { what: "ripgrep", state: "ok", detail: "shipped with Waymark" }
      : {
          what: "ripgrep",
          state: "warning",
          detail: "none is shipped for this platform, so searches read every file",
          remedy: "Nothing breaks; searches in large projects are slower.",
        },
    ...(await aboutServers(app, project, byLanguage)),
    ...project.warnings.map(
      (warning): Finding => ({
        what: "settings and project",
        state: "warning",
        detail: warning,
        remedy: "Correct it there; what does not fit does not count.",
      }),
    ),
  ];
}

/** Where the language server of each language would come from; one of its files stands for all. */
async function aboutServers(
  app: App,
  project: Project,
  byLanguage: ReadonlyMap<Language | undefined, readonly string[]>,
): Promise<Finding[]> {
  const servers = app.supply.servers(project.settings.values);
  const findings: Finding[] = servers.warnings.map((warning) => ({
    what: "language servers",
    state: "warning",
    detail: warning,
    remedy: "Correct it in your settings.",
  }));
  for (const [language, paths] of byLanguage) {
    if (!language || servers.of(language).length === 0) continue;
    const what = `language server for ${language.name}`;
    const found = await app.supply.first(project, paths[0]!);
    if (!Array.isArray(found)) {
      const { spec, version, source, program } = found;
      findings.push({
        what,
        state: "ok",
        detail: `${spec.name}${version ? ` ${version}` : ""} (${source}): ${program}`,
      });
      continue;
    }
    const { message, hint } = noServer(language, found, project.root);
    findings.push({ what, state: "warning", detail: message, ...(hint !== undefined && { remedy: hint }) });
  }
  return findings;
}
