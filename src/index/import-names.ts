/**
 * Names that a project's own manifests give to its folders and files: packages of a workspace, module paths, aliases. What is
 * not simple in them (conditions, plug-ins, variables) is passed over: an import is then not resolved, never resolved wrongly.
 */
import { basename } from "node:path";
import type { ManifestKind } from "../language/spec.ts";
import type { Files } from "../project/files.ts";
import { folderOf, type ProjectPaths, pathFrom } from "./project-paths.ts";

/** A name, or a pattern with one `*`, and what it stands for. */
export interface ImportName {
  kind: ManifestKind;
  /** Files below this folder use the name; "" for all. */
  scope: string;
  pattern: string;
  /** Paths from the root, in the order in which they are tried; `*` is what the pattern's `*` is. */
  targets: string[];
}

const FILES: Readonly<Record<string, ManifestKind>> = {
  "Cargo.toml": "cargo",
  "composer.json": "composer",
  "deno.json": "deno",
  "deno.jsonc": "deno",
  "jsr.json": "deno",
  "go.mod": "go",
  "package.json": "package_json",
  "pubspec.yaml": "pubspec",
  "Package.swift": "swift_package",
  "tsconfig.json": "tsconfig",
  "jsconfig.json": "tsconfig",
};

/** More manifests than this are not read. */
const MANIFESTS_READ = 2_000;

/** Reads the manifests of a project. @param kinds that are wanted. */
export async function importNames(
  paths: ProjectPaths,
  files: Pick<Files, "textIfFile">,
  kinds: ReadonlySet<ManifestKind>,
): Promise<ImportName[]> {
  const found = Object.entries(FILES).flatMap(([name, kind]) =>
    kinds.has(kind) ? paths.named(name).map((path) => ({ path, kind })) : [],
  );
  const names: ImportName[] = [];
  for (const { path, kind } of found.slice(0, MANIFESTS_READ)) {
    const text = await files.textIfFile(path);
    if (text === undefined) continue;
    try {
      for (const name of await READERS[kind](text, folderOf(path), files)) names.push({ kind, ...name });
    } catch {
      // A manifest that cannot be read names nothing.
    }
  }
  const depth = ({ scope }: ImportName) => (scope === "" ? 0 : scope.split("/").length);
  // The nearest first, of those the longest pattern.
  return names.sort((a, b) => depth(b) - depth(a) || b.pattern.length - a.pattern.length);
}

/**
 * The paths that a source means by these names, best first.
 * @param pathOf makes a path of what stands for the `*`.
 */
export function targetsOf(
  source: string,
  from: string,
  names: readonly ImportName[],
  pathOf: (rest: string) => string,
): string[] {
  for (const { scope, pattern, targets } of names) {
    if (scope !== "" && !from.startsWith(`${scope}/`)) continue;
    const rest = matched(source, pattern);
    if (rest !== undefined) return targets.map((target) => target.replace("*", () => pathOf(rest)));
  }
  return [];
}

/** What stands for the `*` of a pattern; empty for a pattern without one. */
function matched(source: string, pattern: string): string | undefined {
  const star = pattern.indexOf("*");
  if (star === -1) return source === pattern ? "" : undefined;
  const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)];
  const fits = source.length >= head.length + tail.length && source.startsWith(head) && source.endsWith(tail);
  return fits ? source.slice(head.length, source.length - tail.length) : undefined;
}

type Reader = (
  text: string,
  folder: string,
  files: Pick<Files, "textIfFile">,
) => Omit<ImportName, "kind">[] | Promise<Omit<ImportName, "kind">[]>;

const READERS: Readonly<Record<ManifestKind, Reader>> = {
  go(text, folder) {
    const module = /^module\s+"?([^\s"]+)/m.exec(text)?.[1];
    if (module === undefined) return [];
    return [
      { scope: "", pattern: module, targets: [folder] },
      { scope: "", pattern: `${module}/*`, targets: [within(folder, "*")] },
    ];
  },

  cargo(text, folder) {
    const { package: own, lib } = Bun.TOML.parse(text) as {
      package?: { name?: string };
      lib?: { name?: string; path?: string };
    };
    const name = lib?.name ?? own?.name;
    if (name === undefined) return [];
    const root = within(folder, lib?.path ?? "src/lib.rs");
    return [{ scope: "", pattern: name.replaceAll("-", "_"), targets: [root] }];
  },

  composer(text, folder) {
    const json = JSON.parse(text) as Record<string, { "psr-4"?: Record<string, string | string[]> } | undefined>;
    const prefixes = { ...json.autoload?.["psr-4"], ...json["autoload-dev"]?.["psr-4"] };
    return Object.entries(prefixes).map(([prefix, folders]) => ({
      scope: "",
      pattern: `${prefix}*`,
      targets: [folders].flat().map((below) => within(folder, `${below}/*`)),
    }));
  },

  pubspec(text, folder) {
    const { name } = Bun.YAML.parse(text) as { name?: string };
    return name === undefined ? [] : [{ scope: "", pattern: `package:${name}/*`, targets: [within(folder, "lib/*")] }];
  },

  swift_package(text, folder) {
    const targets = text.matchAll(/\.(?:executableT|testT|t)arget\(\s*name:\s*"([^"]+)"([^()]*(?:\([^()]*\)[^()]*)*)/g);
    return [...targets].map(([, name = "", rest = ""]) => {
      const path = /\bpath:\s*"([^"]+)"/.exec(rest)?.[1];
      return { scope: "", pattern: name, targets: [within(folder, path ?? `Sources/${name}`)] };
    });
  },

  package_json(text, folder) {
    const json = JSON.parse(text) as PackageJson;
    const own = Object.entries(json.imports ?? {}).map(([pattern, target]) => ({
      scope: folder,
      pattern,
      targets: pathsIn(target).flatMap((path) => sourcesOf(folder, path)),
    }));
    return json.name === undefined ? own : [...own, ...packageNames(json, json.name, folder)];
  },

  deno(text, folder) {
    const json = Bun.JSONC.parse(text) as PackageJson;
    const own = Object.entries(json.imports ?? {}).flatMap(([key, target]) => {
      if (typeof target !== "string" || !/^\.{0,2}\//.test(target)) return [];
      const star = key.endsWith("/") ? "*" : "";
      return [{ scope: folder, pattern: key + star, targets: [within(folder, target + star)] }];
    });
    return json.name === undefined ? own : [...own, ...packageNames(json, json.name, folder)];
  },

  async tsconfig(text, folder, files) {
    const { paths, pathsFrom, baseUrl } = await compilerOptions(text, folder, files);
    const aliases = Object.entries(paths ?? {}).map(([pattern, targets]) => ({
      scope: folder,
      pattern,
      targets: targets.map((target) => within(baseUrl ?? pathsFrom ?? folder, target)),
    }));
    if (baseUrl === undefined) return aliases;
    return [...aliases, { scope: folder, pattern: "*", targets: [within(baseUrl, "*")] }];
  },
};

interface PackageJson {
  name?: string;
  main?: string;
  module?: string;
  types?: string;
  source?: string;
  exports?: unknown;
  imports?: Record<string, unknown>;
}

/** A package by its name, and what lies below it. */
function packageNames({ exports, ...json }: PackageJson, name: string, folder: string): Omit<ImportName, "kind">[] {
  const { source, types, module, main } = json;
  const isMap = typeof exports === "object" && exports !== null && Object.keys(exports).some((key) => key[0] === ".");
  const map: Record<string, unknown> = isMap ? { ...exports } : { ".": exports };
  const entry = [source, ...pathsIn(map["."]), types, module, main].filter((path) => path !== undefined);
  const below = Object.entries(map).filter(([key]) => key !== ".");
  return [
    { scope: "", pattern: name, targets: [...entry, "src/index", "index"].flatMap((path) => sourcesOf(folder, path)) },
    ...below.map(([key, target]) => ({
      scope: "",
      pattern: name + key.slice(1),
      targets: pathsIn(target).flatMap((path) => sourcesOf(folder, path)),
    })),
    { scope: "", pattern: `${name}/*`, targets: [within(folder, "*"), within(folder, "src/*")] },
  ];
}

/** Every path in the conditions of an export. */
function pathsIn(target: unknown): string[] {
  if (typeof target === "string") return [target];
  return typeof target === "object" && target !== null ? Object.values(target).flatMap(pathsIn) : [];
}

/** What is built has a source of the same name, as a rule. */
function sourcesOf(folder: string, path: string): string[] {
  const built = within(folder, path);
  const inSource = path.replace(/^(\.\/)?(dist|build|lib|out|esm|cjs)\/((esm|cjs|types)\/)?/, "src/");
  const stem = within(folder, inSource.replace(/(\.d)?\.[cm]?[jt]s$/, ""));
  return [built, stem];
}

interface CompilerOptions {
  paths?: Record<string, string[]> | undefined;
  /** Folders from the root. */
  pathsFrom?: string | undefined;
  baseUrl?: string | undefined;
}

/** Of a tsconfig and what it extends, nearest first. */
async function compilerOptions(
  text: string,
  folder: string,
  files: Pick<Files, "textIfFile">,
): Promise<CompilerOptions> {
  const options: CompilerOptions = {};
  const seen = new Set<string>();
  const read = async (config: string, at: string): Promise<void> => {
    const { compilerOptions: own, extends: bases } = Bun.JSONC.parse(config) as {
      compilerOptions?: { paths?: Record<string, string[]>; baseUrl?: string };
      extends?: string | string[];
    };
    if (own?.paths) {
      options.paths ??= own.paths;
      options.pathsFrom ??= at;
    }
    if (own?.baseUrl !== undefined) options.baseUrl ??= pathFrom(at, own.baseUrl);
    for (const base of [bases ?? []].flat()) {
      if (!base.startsWith(".")) continue;
      const path = pathFrom(at, basename(base).endsWith(".json") ? base : `${base}.json`);
      if (path === undefined || seen.has(path)) continue;
      seen.add(path);
      const more = await files.textIfFile(path);
      if (more !== undefined) await read(more, folderOf(path));
    }
  };
  await read(text, folder);
  return options;
}

function within(folder: string, path: string): string {
  return pathFrom(folder, path.startsWith("/") ? path.slice(1) : path) ?? path;
}
