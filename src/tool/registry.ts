/** Lists the tools of a scene and finds one by name. */
import { UserError } from "../base/error.ts";
import { didYouMean } from "../base/near.ts";
import type { Tool } from "./define.ts";
import { describedIn } from "./described.ts";
import type { ToolEntry } from "./entry.ts";
import type { CommonFields } from "./published.ts";
import type { Scene } from "./scene.ts";

export class Registry {
  readonly #entries: ReadonlyMap<string, ToolEntry>;
  readonly #listed = new WeakMap<Scene, ToolEntry[]>();
  readonly #loaded = new Map<string, Promise<Tool>>();

  constructor(
    entries: readonly ToolEntry[],
    readonly common: CommonFields,
    /** Names that are no more, with their successors. */
    readonly retired: Readonly<Record<string, string>>,
  ) {
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
  }

  /** Every tool there is, in a fixed order. */
  get all(): readonly ToolEntry[] {
    return [...this.#entries.values()];
  }

  /** Whether there is such a tool, on or off. */
  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** The tools that are on, in a fixed order, with the descriptions that they have there. */
  list(scene: Scene): ToolEntry[] {
    const known = this.#listed.get(scene);
    if (known) return known;
    const off = this.all.map(({ name }) => name).filter((name) => !scene.tools.has(name));
    const on = this.all.filter(({ name }) => scene.tools.has(name));
    const listed = on.map((entry) => ({ ...entry, description: describedIn(scene, entry, off) }));
    this.#listed.set(scene, listed);
    return listed;
  }

  /**
   * The tool of that name.
   * @throws UserError `not_found` that names the successor, says that the tool is off, or lists near names.
   */
  find(name: string, scene: Scene): ToolEntry {
    const entry = this.#entries.get(name);
    if (entry && scene.tools.has(name)) return entry;
    const said = JSON.stringify(name.slice(0, 80));
    const successor = Object.hasOwn(this.retired, name) ? this.retired[name] : undefined;
    if (successor) throw new UserError("not_found", `Tool ${said} is now called "${successor}".`);
    if (entry) {
      throw new UserError(
        "not_found",
        `Tool ${said} exists but is off in context "${scene.context}" (modes: ${scene.modes.join(", ")}).`,
        {
          hint: "The user's settings decide which tools are on.",
        },
      );
    }
    const near = didYouMean(name, scene.tools);
    throw new UserError("not_found", `There is no tool ${said}${near ? `; ${near}` : "."}`, {
      hint: `Tools that are on: ${[...scene.tools].join(", ")}.`,
    });
  }

  /** The tool's implementation, loaded when first asked for. */
  load(entry: ToolEntry): Promise<Tool> {
    let tool = this.#loaded.get(entry.name);
    if (!tool) {
      tool = entry.load();
      this.#loaded.set(entry.name, tool);
    }
    return tool;
  }
}
