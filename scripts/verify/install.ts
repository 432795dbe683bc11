/**
 * Installs every server that Waymark can install here, into a folder that is kept, and says how long each took and what it
 * weighs: `bun scripts/verify/install.ts [folder] [server...]`. gopls is built from source, which takes minutes.
 */
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ownRuntime } from "../../src/base/own-command.ts";
import { LANGUAGES, SERVERS } from "../../src/language/_builtin.gen.ts";
import { Catalog } from "../../src/language/catalog.ts";
import { Servers } from "../../src/language/servers.ts";
import { isRunnable } from "../../src/lsp/recipe.ts";
import { ServerSupply } from "../../src/lsp/supply.ts";
import { readEnvironment } from "../../src/settings/load.ts";

const [folder = join(tmpdir(), "waymark-installs"), ...wanted] = process.argv.slice(2);
const dataDir = resolve(folder);
mkdirSync(dataDir, { recursive: true });
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

let failed = 0;
for (const spec of new Servers(SERVERS, catalog).all) {
  if (!spec.install.some(isRunnable) || (wanted.length > 0 && !wanted.includes(spec.id))) continue;
  const startedAt = performance.now();
  try {
    const signal = AbortSignal.timeout(30 * 60_000);
    const { version, with: tool, folder } = await supply.install(spec, { signal, report: () => undefined });
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    const kilobytes = Number(Bun.spawnSync(["du", "-sk", folder]).stdout.toString().split("\t")[0]);
    console.log(`${spec.id} ${version} with ${tool}: ${seconds} s, ${Math.round(kilobytes / 1_024)} MB`);
  } catch (error) {
    failed++;
    console.log(`${spec.id}: ${(error as Error).message}`);
  }
}
process.exit(failed > 0 ? 1 : 0);
