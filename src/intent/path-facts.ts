/** What the path of a file says, made ready to be compared with questions. */
import { z } from "zod";
import rawPaths from "#resources/retrieval/paths.yaml";
import { stem } from "../base/stem.ts";
import { words } from "../base/words.ts";
import { ROLES } from "../index/role.ts";
import { stemsOf } from "../index/terms.ts";

export interface PathFacts {
  /** What the file is called, without ending and marks, in lower case. */
  name: string;
  /** Stems of the words of that name. */
  nameStems: readonly string[];
  /** Stems of the words of the two folders around it. */
  folderStems: readonly string[];
  /** Terms of the path, as often as they count. */
  terms: readonly number[];
  demotions: readonly Demotion[];
  /** Where a number tells this file's folder from others, such as `src/v` and 3. */
  version: { family: string; number: number } | undefined;
}

export interface Demotion {
  name: string;
  /** Logarithm of the factor: below 0. */
  weight: number;
  /** Words that lift it. */
  unless: ReadonlySet<string>;
}

const demotion = z.object({ factor: z.number().gt(0).lt(1), unless: z.array(z.string()).default([]) });
const { generic_stems, demoted, older_version } = z
  .strictObject({
    generic_stems: z.array(z.string()),
    demoted: z.array(
      demotion.extend({ name: z.string(), role: z.enum(ROLES).optional(), pattern: z.string().optional() }),
    ),
    older_version: demotion,
  })
  .parse(rawPaths);

const GENERIC: ReadonlySet<string> = new Set(generic_stems);
const DEMOTED = demoted.map(({ name, role, pattern, ...rest }) => ({
  role,
  pattern: pattern === undefined ? undefined : new RegExp(pattern, "i"),
  demotion: made(name, rest),
}));
const OLDER = made("older version", older_version);

function made(name: string, { factor, unless }: z.output<typeof demotion>): Demotion {
  return { name, weight: Math.log(factor), unless: new Set(unless) };
}

/** Folders whose words count: those nearest to the file. */
const FOLDERS_COMPARED = 2;
const FOLDERS_COUNTED = 3;

/** @param path relative to the project, with `/`. */
export function pathFacts(path: string, role: string): PathFacts {
  const folders = path.split("/");
  const stemOf = folders.pop()!.replace(/(?!^)\.[^.]+$/, "");
  const around = folders.at(-1);
  const isGeneric = around !== undefined && GENERIC.has(stemOf.toLowerCase());
  const name = isGeneric ? around : stemOf;
  const above = isGeneric ? folders.slice(0, -1) : folders;
  return {
    name: squashed(name),
    nameStems: stemWords(name),
    folderStems: stemWords(above.slice(-FOLDERS_COMPARED).join(" ")),
    terms: stemsOf(`${stemOf} ${stemOf} ${folders.slice(-FOLDERS_COUNTED).join(" ")}`),
    demotions: DEMOTED.filter((rule) => rule.role === role || rule.pattern?.test(path)).map((rule) => rule.demotion),
    version: versionOf(path),
  };
}

/** A name without what parts its words. */
export function squashed(name: string): string {
  return name.toLowerCase().replace(/[_\-.]+/g, "");
}

function stemWords(text: string): string[] {
  return [...new Set(words(text).map(stem))];
}

function versionOf(path: string): PathFacts["version"] {
  const found = /^(.*?(?:^|\/)v)(\d{1,2})\//.exec(path);
  return found ? { family: found[1]!, number: Number(found[2]) } : undefined;
}

/** What is demoted for standing beside newer versions of itself. */
export class Versions {
  readonly #newest = new Map<string, number>();

  constructor(files: Iterable<Pick<PathFacts, "version">>) {
    for (const { version } of files) {
      if (version) this.#newest.set(version.family, Math.max(version.number, this.#newest.get(version.family) ?? 0));
    }
  }

  demotion({ version }: Pick<PathFacts, "version">): Demotion | undefined {
    return version && version.number < this.#newest.get(version.family)! ? OLDER : undefined;
  }
}
