/**
 * Kills the writer of an index at random moments: `bun scripts/verify/index-kill.ts [--kills 50] [--seed N] [--files 2000]`.
 * After each kill the database is whole, and a new indexer makes of it what a fresh one would. Every other time the index
 * begins empty. Exits 1 when something did not hold.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeSources } from "../../test/fixture/generated-sources.ts";
import { killedOnce } from "../../test/fixture/index-kill.ts";
import { tmp } from "../../test/fixture/tmp.ts";
import { seeded } from "../corpus.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "50" },
    seed: { type: "string", default: "1" },
    files: { type: "string", default: "2000" },
  },
});
const random = seeded(Number(values.seed));
await using work = await tmp();
const [root, folder] = [join(work.path, "project"), join(work.path, "index")];
writeSources(root, Number(values.files));
let faults = 0;
for (let kill = 0; kill < Number(values.kills); kill++) {
  if (kill % 2 === 0) rmSync(folder, { recursive: true, force: true });
  const afterMs = Math.round(random() * 4_000);
  const { files, fault } = await killedOnce(root, folder, kill, afterMs);
  if (fault !== undefined) faults++;
  console.log(`kill ${kill} after ${afterMs} ms: ${files} files, ${fault ?? "ok"}`);
}
console.log(`${values.kills} kills, ${faults} with a fault`);
process.exit(faults > 0 ? 1 : 0);
