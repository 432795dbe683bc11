/** Renders templates over a scene. A template can name a tool only through its helpers, and only one that is on. */
import { Eta } from "eta/core";
import { didYouMean } from "../base/near.ts";
import { MARKERS, type Marked, type Marker } from "../tool/marker.ts";
import type { Scene } from "../tool/scene.ts";

/** What a template sees as `it`. */
export interface View {
  isBound: boolean;
  context: string;
  modes: readonly string[];
  maxAnswerChars: number;
  /** What a person gave for the arguments of a prompt. */
  said: Readonly<Record<string, string>>;
  /** Whether the tool is on. @throws Error where there is no such tool. */
  has(name: string): boolean;
  /** Whether a tool with the marker is on. @throws Error where there is no such marker. */
  can(marker: Marker): boolean;
  /** The tool's name as text. @throws Error where it is off or there is none. */
  tool(name: string): string;
  /** A heading and a line for each tool that is on; nothing where none is. */
  list(heading: string, lines: Readonly<Record<string, string>>): string;
  /** A heading and a line for each task, with those of its tools that are on; none for a task without one. */
  tasks(heading: string, rows: Readonly<Record<string, readonly string[]>>): string;
  /** What a person said, as one word that cannot run on. */
  quoted(text: string): string;
}

type Template = ReturnType<Eta["compile"]>;

export class Renderer {
  readonly #tools: ReadonlyMap<string, Marked>;
  readonly #compiled = new Map<string, Template>();
  readonly #eta = new Eta({
    autoEscape: false, // a model reads it, no browser
    autoTrim: false,
    autoFilter: true,
    filterFunction(value) {
      if (value === undefined || value === null) throw new Error(`A template prints ${value}.`);
      return String(value);
    },
  });

  /** @param tools every tool there is, on or off. */
  constructor(tools: readonly Marked[]) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
  }

  /**
   * The text of a template, without blank lines at its ends or more than one between paragraphs.
   * @throws Error for a fault of the template, such as a tool that is off in the scene.
   */
  render(template: string, scene: Scene, said: Readonly<Record<string, string>> = {}): string {
    let compiled = this.#compiled.get(template);
    if (!compiled) {
      compiled = this.#eta.compile(template);
      this.#compiled.set(template, compiled);
    }
    const text = this.#eta.render(compiled, this.#view(scene, said));
    return text.replace(/\n{3,}/g, "\n\n").trim();
  }

  #view(scene: Scene, said: Readonly<Record<string, string>>): View {
    const has = (name: string) => scene.tools.has(this.#known(name).name);
    const tool = (name: string) => {
      if (!has(name)) throw new Error(`A template names the tool "${name}", which is off here.`);
      return `\`${name}\``;
    };
    return {
      isBound: scene.project !== undefined,
      context: scene.context,
      modes: scene.modes,
      maxAnswerChars: scene.maxAnswerChars,
      said,
      has,
      can: (marker) => {
        if (!Object.hasOwn(MARKERS, marker)) throw new Error(`A template names the marker "${marker}", which is none.`);
        return [...this.#tools.values()].some(({ name, markers }) => scene.tools.has(name) && markers.includes(marker));
      },
      tool,
      list: (heading, lines) => {
        const shown = Object.entries(lines).filter(([name]) => has(name));
        const head = heading === "" ? [] : [heading];
        return shown.length === 0
          ? ""
          : [...head, ...shown.map(([name, text]) => `- ${tool(name)}: ${text}`)].join("\n");
      },
      tasks: (heading, rows) => {
        const shown = Object.entries(rows)
          .map(([task, names]) => ({ task, on: names.filter(has) }))
          .filter(({ on }) => on.length > 0);
        return shown.length === 0
          ? ""
          : [heading, ...shown.map(({ task, on }) => `- ${task}: ${on.map(tool).join(", ")}`)].join("\n");
      },
      quoted: (text) => JSON.stringify(text),
    };
  }

  #known(name: string): Marked {
    const known = this.#tools.get(name);
    if (known) return known;
    const near = didYouMean(name, this.#tools.keys());
    throw new Error(`A template names the tool "${name}", which does not exist${near ? `; ${near}` : "."}`);
  }
}
