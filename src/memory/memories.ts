/** The memories of a project as one caller has them. */
import type { MemoryEdit } from "./edit.ts";
import type { ProjectMemories } from "./project-memories.ts";

export class Memories {
  readonly #project: ProjectMemories;
  readonly #caller: string;

  constructor(project: ProjectMemories, caller: string) {
    this.#project = project;
    this.#caller = caller;
  }

  /** @param topic a folder of names, `global` among them, or a name. */
  list(topic: string | undefined, signal: AbortSignal) {
    return this.#project.list(topic, signal);
  }

  names(signal: AbortSignal) {
    return this.#project.names(signal);
  }

  /** @throws UserError `invalid_arguments`, `not_found`, `refused`. */
  read(name: string, signal: AbortSignal) {
    return this.#project.read(name, this.#caller, signal);
  }

  /** Makes a page or replaces it. @throws UserError `invalid_arguments`, `refused`, `exists` for one that differs in case. */
  write(name: string, text: string, signal: AbortSignal) {
    return this.#project.write(name, text, this.#caller, signal);
  }

  edit(name: string, edit: MemoryEdit, signal: AbortSignal) {
    return this.#project.edit(name, edit, this.#caller, signal);
  }

  /** All links follow. @throws UserError with nothing changed. */
  renameTo(old: string, to: string, signal: AbortSignal) {
    return this.#project.renameTo(old, to, this.#caller, signal);
  }

  delete(name: string, signal: AbortSignal) {
    return this.#project.delete(name, this.#caller, signal);
  }
}
