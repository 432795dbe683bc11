/** `waymark install <language>`: installs a language server into Waymark's own folder. */
import { UserError } from "../../base/error.ts";
import { usualServer } from "../../lsp/recipe.ts";
import { languageNamed } from "../../symbol/languages.ts";
import type { GlobalFlags, World } from "./command.ts";

const PULSE_MS = 5_000;

export async function install(
  world: World,
  name: string,
  flags: GlobalFlags & { server?: string; json?: true },
): Promise<void> {
  const { app } = await world.open(flags, "when-named");
  await using _ = app;
  const servers = app.supply.servers(app.settings);
  const withServers = app.catalog.languages.filter((one) => servers.of(one).length > 0);
  const language = languageNamed(app.catalog, name, withServers);
  const offered = servers.of(language);
  const spec =
    flags.server === undefined ? (usualServer(offered) ?? offered[0]) : offered.find(({ id }) => id === flags.server);
  if (!spec) {
    const ids = offered.map(({ id }) => id).join(", ");
    const said = flags.server === undefined ? "a server" : `a server ${JSON.stringify(flags.server)}`;
    throw new UserError(
      "not_found",
      `Waymark does not know ${said} for ${language.name}${ids && `; it knows ${ids}`}.`,
      {
        hint: "A server of your own can be named in your settings: servers.<id> with languages and command.",
      },
    );
  }
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1_000);
  let step = "";
  const pulse = setInterval(() => world.err(`  still ${step} (${seconds()} s)\n`), PULSE_MS);
  try {
    const installed = await app.supply.install(spec, {
      signal: world.stopped,
      report: (message) => {
        step = message;
        world.err(`  ${message}\n`);
      },
    });
    const { folder, path, version } = installed;
    if (flags.json)
      world.out(`${JSON.stringify({ server: spec.id, version, with: installed.with, folder, program: path })}\n`);
    else world.out(`${spec.name} ${version} ${step === "" ? "was installed already" : "is installed"}: ${path}\n`);
  } catch (error) {
    if (!world.stopped.aborted) throw error;
    throw new UserError("cancelled", `Installing ${spec.name} was stopped; nothing is left of it.`);
  } finally {
    clearInterval(pulse);
  }
}
