/** What templates may use beside their data: addresses, forms, and how numbers and times are written. */
import type { Scene } from "../../tool/scene.ts";
import { ACTIONS } from "./actions.ts";
import { addressOf, ROOM } from "./address.ts";
import { exact } from "./html.ts";
import { markdownHtml } from "./markdown.ts";

export interface UiOptions {
  /** Root of the project that is chosen. */
  project: string | undefined;
  /** Address of the page, which its forms come back to. */
  at: string;
  csrf: string;
  /** In which forms are carried out: with the project, and without. */
  scenes: { bound: Scene | undefined; unbound: Scene };
  /** Renders a part of the page. */
  part(name: string): string;
}

export class Ui {
  readonly #options: UiOptions;

  constructor(options: UiOptions) {
    this.#options = options;
  }

  /** Address of a page, of the project that is chosen. */
  to(page: string, query: Readonly<Record<string, string | undefined>> = {}): string {
    return addressOf(page, { project: this.#options.project, ...query });
  }

  /** A part that is sent again when it has changed. */
  live(name: string): string {
    return `<div id="live-${name}" data-live>${this.#options.part(name)}</div>`;
  }

  /** Begins the form of a tool; the template ends it. @param fields that are not typed. */
  begin(tool: string, fields: Readonly<Record<string, string>> = {}): string {
    if (!ACTIONS[tool]) throw new Error(`A template has a form of "${tool}", which is no action.`);
    const { csrf, at, project } = this.#options;
    const hidden = { csrf, at, ...(project !== undefined && { project }), ...fields };
    const inputs = Object.entries(hidden).map(
      ([name, value]) => `<input type="hidden" name="${exact(name)}" value="${exact(value)}">`,
    );
    return `<form method="post" action="${ROOM}/do/${tool}">${inputs.join("")}`;
  }

  /** Keeps the project in a form that only asks. */
  chosen(): string {
    const { project } = this.#options;
    return project === undefined ? "" : `<input type="hidden" name="project" value="${exact(project)}">`;
  }

  /** Why a tool is off here; undefined where it is on. */
  off(tool: string): string | undefined {
    const { bound, unbound } = this.#options.scenes;
    const scene = ACTIONS[tool]?.isUnbound ? unbound : bound;
    if (scene?.tools.has(tool)) return undefined;
    return `The tool ${tool} is off: the user's settings or modes decide that.`;
  }

  /** The button of a tool's form, which cannot be pressed where the tool is off. @param about what it is for, where many are alike. */
  button(tool: string, label: string, { about, isDanger }: { about?: string; isDanger?: boolean } = {}): string {
    const why = this.off(tool);
    const attributes = [
      ...(isDanger ? ['class="danger"'] : []),
      ...(why === undefined ? [] : ["disabled", `title="${exact(why)}"`]),
      ...(about === undefined ? [] : [`aria-label="${exact(`${label}: ${about}`)}"`]),
    ];
    return `<button ${attributes.join(" ")}>${exact(label)}</button>`;
  }

  /** A form that is nothing but its button. */
  press(
    tool: string,
    label: string,
    fields: Readonly<Record<string, string>>,
    look?: { about?: string; isDanger?: boolean },
  ): string {
    return `${this.begin(tool, fields)}${this.button(tool, label, look)}</form>`;
  }

  /** A moment, which the page's script puts into the reader's own time. */
  time(iso: string): string {
    return `<time datetime="${exact(iso)}">${exact(iso.slice(0, 19).replace("T", " "))} UTC</time>`;
  }

  number(value: number): string {
    return value.toLocaleString("en");
  }

  bytes(value: number): string {
    if (value < 1_000_000) return `${(value / 1_000).toFixed(1)} kB`;
    return value < 1e9 ? `${(value / 1e6).toFixed(1)} MB` : `${(value / 1e9).toFixed(2)} GB`;
  }

  /** A duration. */
  ms(value: number): string {
    if (value >= 10_000) return `${(value / 1_000).toFixed(0)} s`;
    if (value >= 1_000) return `${(value / 1_000).toFixed(1)} s`;
    return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
  }

  /** `1 file`, `2 files`. */
  count(value: number, thing: string): string {
    return `${this.number(value)} ${thing}${value === 1 ? "" : "s"}`;
  }

  /** The very text, for what is typed into: `<%= %>` spells hidden characters out. */
  exact(text: string): string {
    return exact(text);
  }

  /** A page of memory as HTML. */
  markdown(text: string): string {
    return markdownHtml(text, (name) => this.to("memory", { name }));
  }
}
