/** The indexes of the projects that are open in this process, each made when it is first asked for. */
import { join } from "node:path";
import { shortHash } from "../base/hash.ts";
import { sizeOf } from "../base/size.ts";
import type { Project } from "../project/project.ts";
import { removeIndex } from "../store/index-database.ts";
import { ProjectIndex, type ProjectIndexOptions } from "./project-index.ts";

export class Indexes implements AsyncDisposable, IndexStore {
  readonly #dataDir: string;
  readonly #optionsFor: (project: Project) => Omit<ProjectIndexOptions, "project" | "folder">;
  readonly #byRoot = new Map<string, { project: Project; index: ProjectIndex }>();

  /** @param dataDir real path of the data folder. */
  constructor(dataDir: string, optionsFor: (project: Project) => Omit<ProjectIndexOptions, "project" | "folder">) {
    this.#dataDir = dataDir;
    this.#optionsFor = optionsFor;
  }

  /** The index of a project; a project that was opened anew, as its repository came or went, gets another. */
  of(project: Project): ProjectIndex {
    const known = this.#byRoot.get(project.root);
    if (known?.project === project) return known.index;
    void known?.index[Symbol.asyncDispose]();
    const index = new ProjectIndex({
      ...this.#optionsFor(project),
      project,
      folder: indexFolder(this.#dataDir, project.root),
    });
    this.#byRoot.set(project.root, { project, index });
    return index;
  }

  /** Ends the work on a project's index, so that it can be taken away. */
  async close(root: string): Promise<void> {
    const known = this.#byRoot.get(root);
    this.#byRoot.delete(root);
    await known?.index[Symbol.asyncDispose]();
  }

  async clear(root: string): Promise<number> {
    await this.close(root);
    const folder = indexFolder(this.#dataDir, root);
    const bytes = sizeOf(folder);
    return removeIndex(folder) ? bytes : 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#byRoot.keys()].map((root) => this.close(root)));
  }
}

/** Takes indexes away, of projects whose folder is gone, too. */
export interface IndexStore {
  /**
   * @param root of the project.
   * @returns the bytes that this freed; 0 when the project has no index.
   * @throws Unavailable while another process writes it.
   */
  clear(root: string): Promise<number>;
}

/** Folder of a project's index in the data folder: named by the real path of its root. */
export function indexFolder(dataDir: string, root: string): string {
  return join(dataDir, "index", shortHash(root));
}
