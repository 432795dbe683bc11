/**
 * Installs language servers into a folder that is kept, by Waymark's own recipes, each in its pinned version:
 * `bun scripts/install-servers.ts FOLDER [--only SERVER,...] [--with npm,pip,go,cargo,apt] [--minutes N]`. FOLDER becomes a data folder
 * of Waymark's, so that `scripts/verify/servers.ts --servers FOLDER` finds them; what is there already stays. `apt` unpacks the
 * packages of Debian below `FOLDER/debian/` with what they depend on and this machine has not, without installing them. What is built from
 * source (go, cargo) takes minutes. A failure does not stop it. Prints a row a server: version, from where, seconds, megabytes,
 * or why not; exits 1 when one failed.
 */
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { Unavailable } from "../src/base/error.ts";
import { ownRuntime } from "../src/base/own-command.ts";
import { LANGUAGES, SERVERS } from "../src/language/_builtin.gen.ts";
import { Catalog } from "../src/language/catalog.ts";
import type { ServerSpec } from "../src/language/server-spec.ts";
import { Servers } from "../src/language/servers.ts";
import { isRunnable } from "../src/lsp/recipe.ts";
import { ServerSupply } from "../src/lsp/supply.ts";
import { readEnvironment } from "../src/settings/load.ts";
import { unpackDebian } from "./unpack-debian.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    with: { type: "string", default: "npm,pip,go,cargo,apt" },
    minutes: { type: "string", default: "15" },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("Give the folder to install into.");
const dataDir = resolve(folder);
mkdirSync(dataDir, { recursive: true, mode: 0o700 });
const only = values.only?.split(",");
const ways = values.with.split(",");

const catalog = new Catalog(LANGUAGES);
const environment = readEnvironment();
const supply = new ServerSupply({
  files: SERVERS,
  catalogOf: () => catalog,
  dataDir,
  env: environment.programs,
  variable: environment.key,
  ownRuntime: ownRuntime(),
});

/** What was installed: version, from where, and the folder. */
async function installed(spec: ServerSpec, signal: AbortSignal): Promise<[string, string, string]> {
  const packages = spec.install.flatMap((one) =>
    one.with === "apt" && "packages" in one ? Object.values(one.packages) : [],
  );
  const runnable = spec.install.filter(isRunnable).filter((recipe) => ways.includes(recipe.with));
  if (runnable.length === 0) return await unpackDebian(packages, dataDir, signal);
  const wanted = { ...spec, install: runnable };
  const { version, with: tool, folder } = await supply.install(wanted, { signal, report: () => undefined });
  return [version, tool, folder];
}

let failed = 0;
for (const spec of new Servers(SERVERS, catalog).all) {
  if (only && !only.includes(spec.id)) continue;
  if (!spec.install.some((recipe) => ways.includes(recipe.with))) {
    if (only) console.log(`${spec.id} | no recipe of these ways: ${values.with}`);
    continue;
  }
  const startedAt = performance.now();
  try {
    const [version, from, where] = await installed(spec, AbortSignal.timeout(Number(values.minutes) * 60_000));
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    const kilobytes = Number(Bun.spawnSync(["du", "-sk", where]).stdout.toString().split("\t")[0]);
    console.log(`${spec.id} | ${version} | ${from} | ${seconds} s | ${Math.round(kilobytes / 1_024)} MB`);
  } catch (error) {
    failed++;
    const hint = error instanceof Unavailable ? (error.hint ?? "") : "";
    console.log(`${spec.id} | not installed | ${(error as Error).message} ${hint}`);
  }
}
process.exit(failed > 0 ? 1 : 0);
