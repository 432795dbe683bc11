/**
 * From the source of an import, as it is written, to the files of the project that it means. What a language's imports look
 * like is data: `imports` in `resources/languages/<id>.yaml`; the steps here are the same for all.
 */
import type { Catalog } from "../language/catalog.ts";
import type { ImportRule } from "../language/spec.ts";
import { cratePath } from "./crate-path.ts";
import { type ImportName, targetsOf } from "./import-names.ts";
import { folderOf, nameOf, type ProjectPaths, pathFrom, upwards } from "./project-paths.ts";

/** An import as a file's parse or the index gives it. */
export interface ImportSite {
  /** The importing file. */
  from: string;
  /** Id of its language. */
  language: string;
  source: string;
  names: readonly string[];
}

/**
 * `resolved`: to one file, to the files of a whole (a package, a namespace), or to several of which one is meant;
 * `outside`: a package that is not in the project; `unknown`: it should be in the project, or nothing says where it is.
 */
export type Resolution =
  | { state: "resolved"; paths: readonly string[]; whole?: string; isAmbiguous?: boolean }
  | { state: "outside"; module: string }
  | { state: "unknown" };

/** What is asked besides paths, where an index knows it. */
export interface Definers {
  /** Files of a language that declare a module of this name with dots; undefined when nothing is known of symbols. */
  ofModule(language: string, kinds: readonly string[], name: string): readonly string[];
  /** Files that define a symbol of this name. */
  ofName(name: string): readonly string[];
}

/** Of more files than this, none is likelier than the others. */
const AMBIGUOUS_MOST = 5;

const UNKNOWN: Resolution = { state: "unknown" };

export class ImportResolver {
  readonly #catalog: Catalog;
  readonly #paths: ProjectPaths;
  readonly #names: readonly ImportName[];
  readonly #definers: Definers | undefined;
  readonly #rules = new Map<string, Steps | undefined>();
  readonly #known = new Map<string, Resolution>();

  constructor(catalog: Catalog, paths: ProjectPaths, names: readonly ImportName[], definers: Definers | undefined) {
    this.#catalog = catalog;
    this.#paths = paths;
    this.#names = names;
    this.#definers = definers;
  }

  resolve(site: ImportSite): Resolution {
    const steps = this.#stepsOf(site.language);
    if (!steps) return UNKNOWN;
    // Files of a folder mean the same by the same words, unless they are modules with children of their own.
    const place = steps.rule.crates ? site.from : folderOf(site.from);
    const key = [site.language, place, site.source, ...site.names].join("\0");
    let resolution = this.#known.get(key);
    if (!resolution) {
      resolution = steps.resolve(site);
      this.#known.set(key, resolution);
    }
    return resolution;
  }

  #stepsOf(language: string): Steps | undefined {
    if (this.#rules.has(language)) return this.#rules.get(language);
    const rule = importRule(this.#catalog, language);
    const names = rule ? this.#names.filter(({ kind }) => rule.manifests.includes(kind)) : [];
    const steps = rule && new Steps(language, rule, this.#paths, names, this.#definers);
    this.#rules.set(language, steps);
    return steps;
  }
}

/** The rule of a language, or of the one that it is like. */
export function importRule(catalog: Catalog, language: string): ImportRule | undefined {
  const rule = catalog.languages.find(({ id }) => id === language)?.imports;
  return rule?.like === undefined ? rule : importRule(catalog, rule.like);
}

/** How the imports of one language are resolved. */
class Steps {
  readonly rule: ImportRule;
  readonly #language: string;
  readonly #paths: ProjectPaths;
  readonly #names: readonly ImportName[];
  readonly #definers: Definers | undefined;
  readonly #outside: RegExp | undefined;
  readonly #inside: RegExp | undefined;
  readonly #relative: RegExp;
  readonly #module: RegExp;
  readonly #except: RegExp | undefined;
  readonly #rewrite: [RegExp, string][];
  readonly #replace: [RegExp, string[]][];

  constructor(
    language: string,
    rule: ImportRule,
    paths: ProjectPaths,
    names: readonly ImportName[],
    definers: Definers | undefined,
  ) {
    this.#language = language;
    this.rule = rule;
    this.#paths = paths;
    this.#names = names;
    this.#definers = definers;
    this.#outside = rule.outside === undefined ? undefined : new RegExp(rule.outside, "u");
    this.#inside = rule.inside === undefined ? undefined : new RegExp(rule.inside, "u");
    this.#relative = new RegExp(rule.relative, "u");
    this.#module = new RegExp(rule.module, "u");
    this.#except = rule.except === undefined ? undefined : new RegExp(rule.except, "u");
    this.#rewrite = Object.entries(rule.rewrite).map(([from, to]) => [new RegExp(from, "gu"), to]);
    this.#replace = Object.entries(rule.replace).map(([from, to]) => [new RegExp(from, "u"), to]);
  }

  resolve({ from, source: written, names }: ImportSite): Resolution {
    const { rule } = this;
    const source = this.#rewrite.reduce((text, [pattern, to]) => text.replace(pattern, to), written);
    if (source === "") return UNKNOWN;
    if (this.#outside?.test(source)) return this.#outsideOf(source);
    if (rule.crates) return this.#inCrates(from, source, names);
    const folder = folderOf(from);
    const dots = rule.dots ? /^\.+/.exec(source)?.[0].length : undefined;
    if (dots !== undefined) {
      const base = pathFrom(folder, "../".repeat(dots - 1));
      const below = source.slice(dots);
      return (base !== undefined && this.#at(pathFrom(base, this.#pathOf(below))!, names)) || UNKNOWN;
    }
    if (this.#relative.test(source)) {
      const path = pathFrom(folder, source);
      return (path !== undefined && this.#at(path, names)) || UNKNOWN;
    }
    return this.#named(from, source, names);
  }

  #named(from: string, source: string, names: readonly string[]): Resolution {
    for (const path of targetsOf(source, from, this.#names, (rest) => this.#pathOf(rest))) {
      const found = this.#at(path, names);
      if (found) return found;
    }
    const parts = this.#partsOf(source);
    // The whole of it first, so that a longer name wins over a nearer one.
    const least = this.rule.shorten ? 1 : parts.length;
    for (let count = parts.length; count >= least; count--) {
      const found = this.#fromFolders(from, parts.slice(0, count), count === parts.length ? names : parts.slice(count));
      if (found) return found;
    }
    const module = this.#bySymbols(source, names);
    if (module) return module;
    return this.#inside?.test(source) || this.#isOwn(from, parts) ? UNKNOWN : this.#outsideOf(source);
  }

  /** A name that begins in the file's folder, in a folder above, in a root, or anywhere. */
  #fromFolders(from: string, parts: readonly string[], names: readonly string[]): Resolution | undefined {
    const { near, above, roots, anywhere } = this.rule;
    const tail = parts.join("/");
    for (const start of this.#starts(from, near, above, roots)) {
      const path = pathFrom(start, tail);
      const found = path === undefined ? undefined : this.#at(path, names);
      if (found) return found;
    }
    if (anywhere === 0 || tail === "") return undefined;
    // A single name may be anything, but not the folder of a package of that name.
    const isShort = parts.length < anywhere;
    return this.#anywhere(from, tail, names, isShort);
  }

  #starts(from: string, near: boolean, above: boolean, roots: readonly string[]): string[] {
    const folder = folderOf(from);
    return [...new Set([...(above ? upwards(folder) : near ? [folder] : []), ...roots])];
  }

  #anywhere(from: string, tail: string, names: readonly string[], isShort: boolean): Resolution | undefined {
    for (const path of this.#spellings(tail)) {
      if (isShort && !path.includes("/")) continue;
      const found = nearest(from, this.#paths.endingWith(path));
      if (found.length > 1) return { state: "resolved", paths: found, isAmbiguous: true };
      const [only] = found;
      if (only === undefined) continue;
      const folder = only.slice(0, only.length - path.length) + tail;
      return this.#at(folder, names) ?? { state: "resolved", paths: [only] };
    }
    if (isShort || !this.rule.folder) return undefined;
    const folders = this.#paths
      .foldersEndingWith(tail)
      .flatMap((folder) => this.#wholeFolder(folder, names)?.paths ?? []);
    if (folders.length === 0) return undefined;
    return { state: "resolved", paths: folders, whole: `${tail}/` };
  }

  /** What a path means when suffixes are put behind it. */
  #at(path: string, names: readonly string[]): Resolution | undefined {
    const file = this.#spellings(path).find((spelling) => this.#paths.has(spelling));
    const below = this.rule.names ? this.#namesBelow(path, names) : [];
    if (below.length > 0) {
      // A package's own file defines the names that are no files.
      const paths = file !== undefined && below.length < names.length ? [...below, file] : below;
      return { state: "resolved", paths };
    }
    if (file !== undefined) return { state: "resolved", paths: [file] };
    return this.#wholeFolder(path, names);
  }

  #namesBelow(path: string, names: readonly string[]): string[] {
    return names.flatMap((name) => {
      const below = pathFrom(path, this.#pathOf(name));
      if (below === undefined) return [];
      return this.#spellings(below).find((spelling) => this.#paths.has(spelling)) ?? [];
    });
  }

  #wholeFolder(folder: string, names: readonly string[]) {
    if (!this.rule.folder) return undefined;
    const { suffixes } = this.rule;
    const paths = this.#paths
      .inFolder(folder)
      .filter((path) => suffixes.some((suffix) => suffix !== "" && path.endsWith(suffix)) && !this.#except?.test(path));
    if (paths.length === 0) return undefined;
    if (this.rule.folder === "all" || names.length === 0 || !this.#definers) {
      return { state: "resolved" as const, paths, whole: `${folder}/` };
    }
    const defining = new Set(names.slice(0, 20).flatMap((name) => this.#definers!.ofName(name)));
    const those = paths.filter((path) => defining.has(path));
    return those.length > 0 ? { state: "resolved" as const, paths: those } : undefined;
  }

  #spellings(path: string): string[] {
    const replaced = this.#replace.flatMap(([pattern, texts]) =>
      pattern.test(path) ? texts.map((text) => path.replace(pattern, text)) : [],
    );
    const plain = this.rule.suffixes.map((suffix) => (path === "" ? suffix.replace(/^\//, "") : path + suffix));
    return [...plain, ...replaced];
  }

  #bySymbols(source: string, names: readonly string[]): Resolution | undefined {
    const { symbols, separator } = this.rule;
    if (symbols.length === 0 || !this.#definers) return undefined;
    const dotted = source.replaceAll(separator, ".");
    const of = (name: string) => this.#definers!.ofModule(this.#language, symbols, name);
    const below = this.rule.names ? names.flatMap((name) => of(`${dotted}.${name}`)) : [];
    const paths = below.length > 0 ? below : of(dotted);
    if (paths.length === 0) return undefined;
    const unique = [...new Set(paths)];
    return { state: "resolved", paths: unique, ...(unique.length > 1 && { whole: source }) };
  }

  #inCrates(from: string, source: string, names: readonly string[]): Resolution {
    const crate = (name: string) =>
      targetsOf(name, from, this.#names, (rest) => rest).find((path) => this.#paths.has(path));
    const parts = source.split("::").filter((part) => part !== "");
    const isOwn = ["crate", "self", "super"].includes(parts[0] ?? "");
    const paths = parts.length === 0 ? undefined : cratePath(from, parts, names, this.#paths, crate);
    if (paths) return { state: "resolved", paths };
    return isOwn ? UNKNOWN : this.#outsideOf(source);
  }

  #isOwn(from: string, parts: readonly string[]): boolean {
    const { own, near, above, roots, anywhere } = this.rule;
    if (parts.length <= own) return false;
    const first = parts.slice(0, own).join("/");
    const starts = this.#starts(from, near, above, roots).map((start) => pathFrom(start, first));
    const known = new Set(this.#paths.foldersEndingWith(first));
    return starts.some((path) => path !== undefined && known.has(path)) || (anywhere > 0 && own > 1 && known.size > 0);
  }

  #outsideOf(source: string): Resolution {
    return { state: "outside", module: this.#module.exec(source)?.[0] ?? source };
  }

  #partsOf(source: string): string[] {
    return this.#pathOf(source)
      .split("/")
      .filter((part) => part !== "" && part !== ".");
  }

  /** A name with its parts as folders. */
  #pathOf(source: string): string {
    return this.rule.separator === "/" ? source : source.replaceAll(this.rule.separator, "/");
  }
}

/** Those with the longest way in common with a file; none when there are too many to mean anything. */
function nearest(from: string, paths: readonly string[]): string[] {
  if (paths.length < 2) return [...paths];
  const folders = folderOf(from).split("/");
  const shared = (path: string) => {
    const other = folderOf(path).split("/");
    const differ = folders.findIndex((folder, at) => folder !== other[at]);
    return differ === -1 ? folders.length : differ;
  };
  const most = Math.max(...paths.map(shared));
  const near = paths.filter((path) => shared(path) === most && nameOf(path) !== "");
  return near.length > AMBIGUOUS_MOST ? [] : near;
}
