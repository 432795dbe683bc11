/** The projects of this process, each opened once, and those that the user opened before. */
import { isAbsolute } from "node:path";
import { UserError } from "../base/error.ts";
import { didYouMean } from "../base/near.ts";
import { repositoryRoot } from "./git.ts";
import { openProject, type Project, type ProjectOptions } from "./project.ts";

/** Where projects are remembered over restarts. */
export interface ProjectList {
  add(project: { root: string; name: string }): void;
  all(): { root: string; name: string; openedAt: string }[];
  remove(root: string): boolean;
}

export interface ProjectEvents {
  /** Sets right what was left half done in it, before anybody reads it. */
  opened(project: Project): Promise<void>;
  /** Ends what works for it. */
  closed(root: string): Promise<void>;
}

export class Projects {
  readonly #byRoot = new Map<string, Project>();
  readonly #opening = new Map<string, Promise<Project>>();
  readonly #list: ProjectList;
  readonly #optionsFor: (root: string) => Promise<ProjectOptions>;
  readonly #on: ProjectEvents;

  /**
   * @param optionsFor what opening a folder takes from the settings in force there.
   */
  constructor(
    list: ProjectList,
    optionsFor: (root: string) => Promise<ProjectOptions>,
    on: Partial<ProjectEvents> = {},
  ) {
    this.#list = list;
    this.#optionsFor = optionsFor;
    this.#on = { opened: async () => undefined, closed: async () => undefined, ...on };
  }

  get open(): readonly Project[] {
    return [...this.#byRoot.values()];
  }

  /** Open or not, the last opened first. */
  get known(): { root: string; name: string; openedAt: string; isOpen: boolean }[] {
    return this.#list.all().map((project) => ({ ...project, isOpen: this.#byRoot.has(project.root) }));
  }

  /**
   * The project at an absolute path, opened if it is not.
   * @throws UserError `not_found`.
   */
  async at(folder: string): Promise<Project> {
    const known = this.#byRoot.get(folder);
    if (known && repositoryRoot(known.root) === known.repository) return known;
    let opening = this.#opening.get(folder);
    if (!opening) {
      opening = this.#open(folder).finally(() => this.#opening.delete(folder));
      this.#opening.set(folder, opening);
    }
    const opened = await opening;
    const project = this.#byRoot.get(opened.root); // another spelling of the folder may have been first
    if (project && project.repository === opened.repository) return project;
    this.#byRoot.set(opened.root, opened);
    this.#list.add(opened);
    return opened;
  }

  async #open(folder: string): Promise<Project> {
    const project = await openProject(folder, this.#optionsFor);
    await this.#on.opened(project);
    return project;
  }

  /**
   * The project that a call means: the one it names, or the only one that is open.
   * @param name a project's name or an absolute path.
   * @throws UserError `not_found`, `ambiguous` or `invalid_arguments`, each with the projects there are.
   */
  async named(name: string | undefined): Promise<Project> {
    if (name === undefined) return this.#only();
    if (isAbsolute(name) && !name.includes("\0")) return this.at(name);
    const roots = new Set(
      [...this.open, ...this.known].filter((project) => project.name === name).map(({ root }) => root),
    );
    const [root, another] = roots;
    if (root !== undefined && another === undefined) return this.at(root);
    if (root !== undefined) {
      throw new UserError("ambiguous", `${roots.size} projects are called "${name}": give the absolute path.`, {
        hint: this.#hint(),
      });
    }
    const names = this.known.map((project) => project.name);
    const near = didYouMean(name, names);
    throw new UserError("not_found", `No project is called ${JSON.stringify(name)}${near ? `; ${near}` : "."}`, {
      hint: this.#hint(),
    });
  }

  /**
   * A project of the list by its name or absolute path, whether or not its folder is still there.
   * @throws UserError `not_found` or `ambiguous`, each with the projects there are.
   */
  find(name: string): { root: string; name: string } {
    const same = [...this.open, ...this.known].filter((project) => project.root === name || project.name === name);
    const distinct = new Map(same.map(({ root, name }) => [root, { root, name }]));
    const [found, another] = distinct.values();
    if (found && !another) return found;
    const why = found
      ? `${distinct.size} projects are called "${name}": give the absolute path.`
      : `No project is called ${JSON.stringify(name)}.`;
    throw new UserError(found ? "ambiguous" : "not_found", why, { hint: this.#hint() });
  }

  /**
   * Closes a project and takes it out of the list; its folder is not touched.
   * @throws UserError as `find` does.
   */
  async remove(name: string): Promise<{ root: string; name: string }> {
    const found = this.find(name);
    this.#byRoot.delete(found.root);
    this.#list.remove(found.root);
    await this.#on.closed(found.root);
    return found;
  }

  #only(): Project {
    const [only, another] = this.open;
    if (only && !another) return only;
    const why = only ? `${this.open.length} projects are open` : "no project is open";
    throw new UserError("invalid_arguments", `The call must name its project, because ${why}.`, {
      hint: this.#hint(),
      errors: [{ pointer: "/project", message: `Field "project" is missing, and ${why}.` }],
    });
  }

  #hint(): string {
    const known = this.known.slice(0, 12).map(({ name, root }) => `${name} (${root})`);
    return known.length > 0 ? `Projects: ${known.join(", ")}.` : "No project was opened yet: give an absolute path.";
  }
}
