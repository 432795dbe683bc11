/**
 * Runs Schemathesis, another fuzzer than our own, against a real server: `bun scripts/verify/schemathesis.ts
 * [SECONDS]`. Needs Python 3 with venv and a package index; installs into a temporary folder. Exits as Schemathesis does.
 */
import { join } from "node:path";
import { shopFiles } from "../../test/fixture/shop.ts";
import { serve } from "../../test/fixture/subject.ts";
import { tmp } from "../../test/fixture/tmp.ts";

const VERSION = "4.32.5";
const SECONDS = Number(process.argv[2] ?? 180);

await using home = await tmp();
await using project = await tmp(shopFiles());
await using served = await serve(["--project", project.path], { home: home.path });

const environment = join(home.path, "venv");
await prepare(["python3", "-m", "venv", environment]);
const program = (name: string) => join(environment, process.platform === "win32" ? "Scripts" : "bin", name);
await prepare([program("pip"), "install", "--quiet", "--disable-pip-version-check", `schemathesis==${VERSION}`]);

const checks = ["--checks", "all", "--exclude-checks", "positive_data_acceptance"]; // why: in the hooks
process.exitCode = await run(
  [
    ...[program("schemathesis"), "run", `${served.url}/openapi.json`],
    ...["--header", `Authorization: Bearer ${served.token}`],
    ...["--max-time", String(SECONDS), "--continue-on-failure", ...checks],
  ],
  { SCHEMATHESIS_HOOKS: "schemathesis_hooks", PYTHONPATH: import.meta.dir, PYTHONDONTWRITEBYTECODE: "1" },
);

async function prepare(command: readonly string[]): Promise<void> {
  const code = await run(command);
  if (code !== 0) throw new Error(`"${command.join(" ")}" ended with ${code}.`);
}

async function run(command: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const stdio = ["ignore", "inherit", "inherit"] as const;
  return await Bun.spawn([...command], { cwd: home.path, env: { ...process.env, ...env }, stdio: [...stdio] }).exited;
}
