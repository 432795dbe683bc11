/**
 * Settles corpus.lock.json: `bun scripts/train-embedding/lock.ts FOLDER [--known] [--again]`. Brings every package of
 * packages.yaml at its newest version, hashes its archives and reads its licence; those that are excluded, or not permissive,
 * are named and left out. With --known it asks for none
 * that is not there yet; what is settled stays as it is, unless --again is given. `fetch.ts` brings later what the lock file says.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { isExcludedPackage } from "./excluded.ts";
import { debianLicence, isPermissive, projectLicence, readLicence } from "./licence.ts";
import { dualPackages, LOCK_FILE, type LockedPackage, listedPackages, readLock } from "./lock-file.ts";
import { Place } from "./place.ts";
import { type Fetched, fetchAll } from "./registry.ts";
import { unpack } from "./unpack.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { known: { type: "boolean", default: false }, again: { type: "boolean", default: false } },
});
const place = new Place(positionals[0]!);
const known = join(place.folder, "fetched.json");
const fetched = new Map<string, Fetched>(
  existsSync(known) ? (JSON.parse(readFileSync(known, "utf8")) as [string, Fetched][]) : [],
);
const locked = new Map(readLock().map((one) => [`${one.registry} ${one.name}`, one]));
const packages: LockedPackage[] = [];
for (const { registry, name, version, endings } of listedPackages()) {
  if (isExcludedPackage(name)) {
    console.error(`${registry} ${name}: excluded`);
    continue;
  }
  const key = `${registry} ${name}`;
  const folder = place.archives(registry);
  const come =
    fetched.get(key) ??
    (values.known ? undefined : fetchAll(registry, [{ name, ...(version ? { version } : {}) }], folder)[0]);
  if (!come) continue;
  if (!fetched.has(key)) writeFileSync(known, JSON.stringify([...fetched.set(key, come)]));
  const settled = locked.get(key);
  if (settled?.version === come.version && !values.again) {
    packages.push(settled);
    continue;
  }
  const archives = come.files.map((file) => join(folder, file));
  unpack(archives, endings, place.sources(registry, name));
  const reading = licenceOf(name, place.sources(registry, name));
  if (!reading) {
    console.error(`${key}: no permissive licence was found`);
    continue;
  }
  const sha256 = Object.fromEntries(archives.map((file) => [basename(file), hash(file)]));
  packages.push({ registry, name, version: come.version, sha256, ...reading });
}
writeFileSync(LOCK_FILE, `${JSON.stringify({ version: 1, packages }, null, 1)}\n`);
console.log(`${packages.length} packages in ${LOCK_FILE}`);

function hash(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

/**
 * From the licence files at the top of the archive or Debian's own, from package.json, else from the heads of the files.
 * Files of a permissive package whose own heads ask for more are passed over when it is mined.
 */
function licenceOf(name: string, folder: string): Pick<LockedPackage, "licence" | "licenceFrom"> | undefined {
  const files = [...new Bun.Glob("**/*").scanSync({ cwd: folder, dot: true, followSymlinks: false })];
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  const debian = files.find((path) => /(^|\/)(debian|doc\/[^/]+)\/copyright$/.test(path));
  const stated = debian ? debianLicence(read(debian)) : undefined;
  if (stated) return isPermissive(stated) ? { licence: stated, licenceFrom: "file" } : undefined;
  const readings = licenceFiles(files).map((path) => readLicence(read(path)));
  const isDual = dualPackages().includes(name);
  if (!isDual && readings.some(({ isReciprocal, permissive }) => isReciprocal && permissive[0] !== "Apache-2.0"))
    return undefined;
  const found = [...new Set(readings.flatMap(({ permissive }) => permissive))].sort();
  if (found.length > 0) return { licence: found.join(", "), licenceFrom: "file" };
  for (const path of files.filter((one) => basename(one) === "package.json" && depth(one) <= 2)) {
    const { license = "" } = JSON.parse(read(path)) as { license?: string };
    const licence = String(license)
      .replace(/[()]/g, "")
      .split(/ OR | AND /)
      .join(", ");
    if (isPermissive(licence)) return { licence, licenceFrom: "registry" };
  }
  const project = files.includes("pom.xml") ? projectLicence(read("pom.xml")) : undefined;
  if (project && isPermissive(project)) return { licence: project, licenceFrom: "registry" };
  const heads = files.slice(0, 60).flatMap((path) => readLicence(read(path).slice(0, 3_000)).permissive);
  return heads.length > 0 ? { licence: [...new Set(heads)].sort().join(", "), licenceFrom: "file" } : undefined;
}

/** Those at the top, and one folder below. */
function licenceFiles(files: readonly string[]): string[] {
  const named = files.filter(
    (path) =>
      !/(^|\/)debian\//.test(path) &&
      /(^|\/)(licen[cs]e|copying|unlicense|copyright)([-.]?(mit|apache|bsd|md|txt|rst|[\d.]+))*$/i.test(path),
  );
  const least = Math.min(...named.map(depth));
  return named.filter((path) => depth(path) <= least + 1 && depth(path) <= 4);
}

function depth(path: string): number {
  return path.split("/").length;
}
