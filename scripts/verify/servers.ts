/**
 * Asks every language server that is installed all that the tools need of one, through Waymark as its users have it:
 * `bun scripts/verify/servers.ts [--servers FOLDER] [--only SERVER,...] [--programs ID,...] [--write]`. FOLDER is where
 * `scripts/install-servers.ts` put them; others are taken from the PATH. The programs that they are asked about are those of
 * `test/fixture/project/`. Prints a row a server and program: `pass`; `-` where its capabilities say that it does not offer that;
 * `known` for what the program's table says that it does not do; FAIL with what was wrong; `skipped` with the places that were looked
 * at. `--write` keeps the rows in `resources/docs/servers.md`. Exits 1 when a check failed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { CHECKS, serverPrograms } from "../../test/fixture/server-program.ts";
import { type Proof, proveServer } from "../../test/fixture/server-proof.ts";
import { rowsIn, serversPage } from "./servers-page.ts";

const PAGE = join(import.meta.dir, "../../resources/docs/servers.md");

const { values } = parseArgs({
  options: {
    servers: { type: "string" },
    only: { type: "string" },
    programs: { type: "string" },
    write: { type: "boolean", default: false },
  },
});

const listed = (value: string | undefined) => value?.split(",").filter(Boolean);
const [only, wanted] = [listed(values.only), listed(values.programs)];
const installs = values.servers === undefined ? {} : { installs: resolve(values.servers) };

if (values.servers !== undefined)
  process.env.PATH = [join(resolve(values.servers), "debian/bin"), process.env.PATH].join(delimiter);

const proofs: Proof[] = [];
for (const program of serverPrograms()) {
  if (wanted && !wanted.includes(program.id)) continue;
  for (const server of Object.keys(program.servers)) {
    if (only && !only.includes(server)) continue;
    const proof = await proveServer(program, server, installs);
    proofs.push(proof);
    console.log(said(proof));
  }
}

const failed = proofs.filter(({ verdicts }) => Object.values(verdicts ?? {}).some(({ is }) => is === "FAIL"));
const skipped = proofs.filter(({ verdicts }) => !verdicts);
const passed = new Set(
  proofs.filter((one) => !failed.includes(one) && !skipped.includes(one)).map((one) => one.server),
);
for (const { server } of failed) passed.delete(server);
console.log(`${passed.size} servers passed, ${failed.length} rows failed, ${skipped.length} skipped.`);
if (values.write) {
  const before = rowsIn(readFileSync(PAGE, "utf8"));
  writeFileSync(PAGE, serversPage(before, proofs));
}
process.exit(failed.length > 0 ? 1 : 0);

function said({ program, server, version, verdicts, why, seconds }: Proof): string {
  const head = `${program} ${server} ${version ?? ""}`.trim();
  if (!verdicts) return `${head}: skipped: ${why}`;
  const cells = CHECKS.flatMap((check) => {
    const verdict = verdicts[check];
    if (!verdict) return [];
    const short = verdict.is === "not offered" ? "-" : verdict.is;
    const isSaid =
      verdict.note && (verdict.is === "FAIL" || verdict.is === "known" || verdict.note.startsWith("incomplete"));
    return `${check} ${short}${isSaid ? ` (${verdict.note})` : ""}`;
  });
  return `${head}, ${seconds.toFixed(1)} s: ${cells.join(", ")}`;
}
