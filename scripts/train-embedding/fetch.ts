/**
 * Brings the packages of corpus.lock.json and unpacks them: `bun scripts/train-embedding/fetch.ts FOLDER [--only NAME]`. An
 * archive whose SHA-256 is not that of the lock file stops it. What was unpacked before is not asked for again.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { lockedPackages } from "./lock-file.ts";
import { Place } from "./place.ts";
import { fetchAll, REGISTRIES } from "./registry.ts";
import { unpack } from "./unpack.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: "string" } } });
const place = new Place(positionals[0]!);
let missing = 0;

for (const registry of REGISTRIES) {
  const wanted = lockedPackages().filter(
    (one) =>
      one.registry === registry &&
      (!values.only || values.only === one.name) &&
      !existsSync(place.sources(registry, one.name)),
  );
  if (wanted.length === 0) continue;
  const folder = place.archives(registry);
  const come = new Map(fetchAll(registry, wanted, folder).map((one) => [one.name, one]));
  for (const { name, version, sha256, endings } of wanted) {
    const files = come.get(name)?.files;
    if (!files) {
      console.error(`${registry} ${name} ${version} could not be had.`);
      missing++;
      continue;
    }
    const archives = files.map((file) => join(folder, file));
    for (const file of archives) {
      const hash = createHash("sha256").update(readFileSync(file)).digest("hex");
      if (hash !== sha256[basename(file)]) {
        throw new Error(
          `${basename(file)} of ${registry} ${name} has the SHA-256 ${hash}; the lock file says otherwise.`,
        );
      }
    }
    unpack(archives, endings, place.sources(registry, name));
  }
}
console.log(missing === 0 ? "All packages are there." : `${missing} packages are missing.`);
process.exit(missing === 0 ? 0 : 1);
