/** The projects that are open in this process, each opened once. */
import { isAbsolute } from "node:path";
import { UserError } from "../base/error.ts";
import { didYouMean } from "../base/near.ts";
import { openProject, type Project } from "./project.ts";

export class Projects {
  readonly #byRoot = new Map<string, Project>();
  readonly #opening = new Map<string, Promise<Project>>();

  get open(): readonly Project[] {
    return [...this.#byRoot.values()];
  }

  /**
   * The project at an absolute path, opened if it is not.
   * @throws UserError `not_found`.
   */
  async at(folder: string): Promise<Project> {
    const known = this.#byRoot.get(folder);
    if (known) return known;
    let opening = this.#opening.get(folder);
    if (!opening) {
      opening = openProject(folder).finally(() => this.#opening.delete(folder));
      this.#opening.set(folder, opening);
    }
    const opened = await opening;
    // Two spellings of one folder lead to one project.
    const project = this.#byRoot.get(opened.root) ?? opened;
    this.#byRoot.set(project.root, project);
    return project;
  }

  /**
   * The project that a call means: the one it names, or the only one that is open.
   * @param name a project's name or an absolute path.
   * @throws UserError `not_found`, `ambiguous` or `invalid_arguments`, each with the projects there are.
   */
  async named(name: string | undefined): Promise<Project> {
    const listed = this.open.map((project) => `${project.name} (${project.root})`).join(", ");
    const hint = this.open.length > 0 ? `Open projects: ${listed}.` : "No project is open: give an absolute path.";
    if (name === undefined) {
      const [only, another] = this.open;
      if (only && !another) return only;
      const why = only ? `${this.open.length} projects are open` : "no project is open";
      throw new UserError("invalid_arguments", `The call must name its project, because ${why}.`, {
        hint,
        errors: [{ pointer: "/project", message: `Field "project" is missing, and ${why}.` }],
      });
    }
    if (isAbsolute(name)) return this.at(name);
    const matching = this.open.filter((project) => project.name === name);
    if (matching.length === 1) return matching[0]!;
    if (matching.length > 1) {
      throw new UserError(
        "ambiguous",
        `${matching.length} open projects are called "${name}": give the absolute path.`,
        { hint },
      );
    }
    const near = didYouMean(
      name,
      this.open.map((project) => project.name),
    );
    throw new UserError("not_found", `No open project is called ${JSON.stringify(name)}${near ? `; ${near}` : "."}`, {
      hint,
    });
  }
}
