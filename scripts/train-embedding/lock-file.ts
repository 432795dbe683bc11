/** The lock file: which packages the model learned from, exactly. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import list from "./packages.yaml";
import type { Registry } from "./registry.ts";

/** What is read of one package at most, so that a few large ones do not drown the rest. */
const MOST_MEGABYTES = 10;

export const LOCK_FILE = join(import.meta.dir, "corpus.lock.json");

export interface LockedPackage {
  registry: Registry;
  name: string;
  version: string;
  /** Names of the archives and their SHA-256, in hex. */
  sha256: Record<string, string>;
  /** SPDX names of what the files grant, joined by commas. */
  licence: string;
  /** Whether a licence file in the archive says so, or only the registry. */
  licenceFrom: "file" | "registry";
}

/** A package of the list, with what the list says of it. */
export interface ListedPackage {
  registry: Registry;
  name: string;
  /** Where the list pins one. */
  version: string | undefined;
  /** Endings of the files that are wanted; all code when empty. */
  endings: string[];
  /** Folders that are read although such folders hold others' code. */
  folders: string[];
  /** What of it is read at most, in megabytes. */
  megabytes: number;
  /** Held back: the model is measured with it and learns nothing from it. */
  isDev: boolean;
}

export function listedPackages(): ListedPackage[] {
  const { dev, dual: _, ...registries } = list as Record<string, string[]>;
  const found: ListedPackage[] = [];
  for (const [registry, lines] of Object.entries(registries)) {
    for (const line of lines) {
      const [word, ...rest] = line.split(" ") as [string, ...string[]];
      const [, name, version] = /^(.+?)(?:==(.+))?$/.exec(word)!;
      found.push({
        registry: registry as Registry,
        name: name!,
        version,
        endings: rest.filter((one) => one.startsWith(".")),
        folders: rest.filter((one) => one.endsWith("/")),
        megabytes: Number.parseInt(rest.find((one) => one.endsWith("MB")) ?? `${MOST_MEGABYTES}`, 10),
        isDev: dev!.includes(name!),
      });
    }
  }
  return found;
}

/** Packages that may be taken under a permissive licence although their files name another as well; looked at by hand. */
export function dualPackages(): readonly string[] {
  return (list as Record<string, string[]>).dual!;
}

export function readLock(): LockedPackage[] {
  if (!existsSync(LOCK_FILE)) return [];
  return (JSON.parse(readFileSync(LOCK_FILE, "utf8")) as { packages: LockedPackage[] }).packages;
}

/** The packages of the list that the lock file settles. */
export function lockedPackages(): (ListedPackage & LockedPackage)[] {
  const locked = new Map(readLock().map((one) => [`${one.registry} ${one.name}`, one]));
  return listedPackages().flatMap((listed) => {
    const settled = locked.get(`${listed.registry} ${listed.name}`);
    return settled ? [{ ...listed, ...settled }] : [];
  });
}
