/** Which files are passed over besides what git ignores: dependencies, build output, and what the settings say. */
import ignore, { type Ignore } from "ignore";
import { z } from "zod";

const foldersSchema = z.strictObject({
  always: z.array(z.string()),
  beside: z.record(z.string(), z.array(z.string())),
  holding: z.array(z.string()),
});

export type IgnoredFolders = z.output<typeof foldersSchema>;

/** Parses `resources/ignored-folders.yaml`. */
export function ignoredFolders(raw: unknown): IgnoredFolders {
  return foldersSchema.parse(raw);
}

export class IgnoreRules {
  /** Names of folders that are passed over wherever they stand untracked. */
  readonly alwaysNames: ReadonlySet<string>;
  /** Names of files that make a folder beside or around them one that is passed over. */
  readonly manifests: ReadonlySet<string>;
  /** Whether the settings name any path. */
  readonly hasSaid: boolean;
  readonly #folders: IgnoredFolders;
  readonly #kept: ReadonlySet<string>;
  readonly #said: Ignore;

  /** @param paths `ignored_paths` of the settings, in gitignore syntax from the root; `!name` keeps a folder of the built-in list. */
  constructor(folders: IgnoredFolders, paths: readonly string[]) {
    this.#folders = folders;
    this.#kept = new Set(
      paths.filter((path) => path.startsWith("!")).map((path) => path.slice(1).replace(/^\/|\/$/g, "")),
    );
    this.alwaysNames = new Set(folders.always.filter((name) => !this.#kept.has(name)));
    this.manifests = new Set([...Object.values(folders.beside).flat(), ...folders.holding]);
    this.#said = ignore({ allowRelativePaths: false }).add([...paths]);
    this.hasSaid = paths.length > 0;
  }

  /** The setting's rule that passes over a file, tracked or not. */
  saidRule(path: string): string | undefined {
    if (!this.hasSaid) return undefined;
    const { ignored, rule } = this.#said.checkIgnore(path);
    return ignored ? (rule?.pattern ?? "ignored_paths") : undefined;
  }

  /**
   * Why an untracked folder is passed over, or undefined.
   * @param beside whether a file stands next to the folder, and whether one stands in it.
   */
  folderReason(
    name: string,
    has: { beside(file: string): boolean; inside(file: string): boolean },
  ): string | undefined {
    if (this.#kept.has(name)) return undefined;
    if (this.alwaysNames.has(name)) return `folders called "${name}" hold dependencies or build output`;
    const manifest = Object.hasOwn(this.#folders.beside, name)
      ? this.#folders.beside[name]!.find(has.beside)
      : undefined;
    if (manifest) return `"${name}" beside ${manifest} holds build output`;
    const marker = this.#folders.holding.find(has.inside);
    return marker ? `it holds ${marker}` : undefined;
  }
}
