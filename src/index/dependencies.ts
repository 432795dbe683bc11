/** Which files import which, within a project and out of it. */
import type { Database } from "bun:sqlite";
import { Turn } from "../base/turn.ts";
import type { ManifestKind } from "../language/spec.ts";
import { MANIFEST_KINDS } from "../language/spec.ts";
import type { Project } from "../project/project.ts";
import { type ImportRow, ImportTable } from "../store/import-table.ts";
import { importNames } from "./import-names.ts";
import type { ProjectPaths } from "./project-paths.ts";
import { type Definers, ImportResolver } from "./resolve-import.ts";

/** All that one file imports from another, or from a whole. */
export interface ImportEdge {
  from: string;
  /** A file; or a package's folder with a slash, or a namespace, when all of it is meant. */
  to: string;
  /** 1-based, rising. */
  lines: number[];
  /** Names that are taken from it, where they are written out. */
  names: string[];
  /** Only one of several files is meant, and nothing tells which. */
  isAmbiguous: boolean;
}

export interface OutsideModule {
  module: string;
  /** Files that import it. */
  files: number;
}

export interface UnknownImport {
  from: string;
  source: string;
  line: number;
}

export interface Dependencies {
  imports: ImportEdge[];
  importers: ImportEdge[];
  outside: OutsideModule[];
  unknown: UnknownImport[];
}

/** @param database an index that is up to date, for what only symbols tell. */
export async function importResolver(
  project: Project,
  paths: ProjectPaths,
  database: Database | undefined,
): Promise<ImportResolver> {
  const names = await importNames(paths, project.files, new Set<ManifestKind>(MANIFEST_KINDS));
  return new ImportResolver(project.catalog, paths, names, database && definersIn(database));
}

function definersIn(database: Database): Definers {
  const table = new ImportTable(database);
  const modules = new Map<string, Map<string, string[]>>();
  const byName = new Map<string, readonly string[]>();
  return {
    ofModule(language, kinds, name) {
      let declared = modules.get(language);
      if (!declared) {
        declared = table.declared(language, kinds);
        modules.set(language, declared);
      }
      return declared.get(name) ?? [];
    },
    ofName(name) {
      let files = byName.get(name);
      if (!files) {
        files = table.defining(name);
        byName.set(name, files);
      }
      return files;
    },
  };
}

/**
 * What a file or folder imports, and who imports it: for a folder only what crosses its border.
 * @param path relative to the root; `.` is all of it.
 * @param rows imports of at least the files that are asked for.
 */
export async function dependenciesOf(
  path: string,
  rows: Iterable<ImportRow>,
  resolver: ImportResolver,
  want: { imports: boolean; importers: boolean },
  signal: AbortSignal,
): Promise<Dependencies> {
  const isWithin = (other: string) => path === "." || other === path || other.startsWith(`${path}/`);
  const [imports, importers] = [new Edges(), new Edges()];
  const outside = new Map<string, Set<string>>();
  const unknown: UnknownImport[] = [];
  const turn = new Turn(signal);
  for (const row of rows) {
    if (turn.isOver) await turn.pause();
    const isInside = isWithin(row.path);
    if (isInside ? !want.imports : !want.importers) continue;
    const resolution = resolver.resolve({ ...row, from: row.path });
    if (resolution.state === "resolved") {
      const targets = resolution.paths.filter((to) => to !== row.path && isWithin(to) !== isInside);
      if (targets.length === 0) continue;
      const { whole, isAmbiguous = false } = resolution;
      const isAll = whole !== undefined && targets.length === resolution.paths.length;
      const edges = isInside ? imports : importers;
      // Who imports the package of a file imports that file.
      for (const to of isAll && (isInside || targets.length > 1) ? [whole] : targets) edges.add(row, to, isAmbiguous);
    } else if (isInside && resolution.state === "outside") {
      const files = outside.get(resolution.module) ?? new Set();
      outside.set(resolution.module, files.add(row.path));
    } else if (isInside) {
      unknown.push({ from: row.path, source: row.source, line: row.line });
    }
  }
  return {
    imports: imports.sorted("to"),
    importers: importers.sorted("from"),
    outside: [...outside]
      .map(([module, files]) => ({ module, files: files.size }))
      .sort((a, b) => b.files - a.files || (a.module < b.module ? -1 : 1)),
    unknown,
  };
}

/** Edges, one for each pair of files. */
class Edges {
  readonly #byPair = new Map<string, ImportEdge>();

  add({ path: from, names, line }: ImportRow, to: string, isAmbiguous: boolean): void {
    const key = `${from}\0${to}`;
    const known = this.#byPair.get(key);
    if (!known) {
      this.#byPair.set(key, { from, to, lines: [line], names: [...new Set(names)], isAmbiguous });
      return;
    }
    if (known.lines.at(-1) !== line) known.lines.push(line);
    known.names = [...new Set([...known.names, ...names])];
    known.isAmbiguous &&= isAmbiguous;
  }

  sorted(end: "from" | "to"): ImportEdge[] {
    const other = end === "from" ? "to" : "from";
    const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
    return [...this.#byPair.values()].sort((a, b) => order(a[end], b[end]) || order(a[other], b[other]));
  }
}
