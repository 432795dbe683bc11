/** What a model is told about Waymark in a scene, and the prompts that a person may pick. Loaded when first asked for. */
import type { Marked } from "../tool/marker.ts";
import type { Scene } from "../tool/scene.ts";
import { loadOffers, type Prompts } from "./load.ts";
import { Renderer } from "./render.ts";
import type { Offer } from "./schema.ts";

/** The most that clients are known to keep of `instructions`. */
export const INSTRUCTIONS_BYTES = 2_047;

export interface BookParts {
  prompts: Prompts;
  /** Texts by id: `manual`, `more` and one for each offer. */
  templates: Readonly<Record<string, string>>;
  /** Raw files of the prompts for people, by id. */
  offers: Readonly<Record<string, unknown>>;
  /** Every tool there is, on or off. */
  tools: readonly Marked[];
}

export class PromptBook {
  readonly #parts: BookParts;
  readonly #offers: ReadonlyMap<string, Offer>;
  readonly #renderer: Renderer;
  readonly #manuals = new WeakMap<Scene, readonly string[]>();

  constructor(parts: BookParts) {
    this.#parts = parts;
    this.#offers = loadOffers(parts.offers);
    this.#renderer = new Renderer(parts.tools);
  }

  /** The base manual and what context and modes add to it. It holds no text from a repository. */
  manual(scene: Scene): string {
    return this.#paragraphs(scene).join("\n\n");
  }

  /**
   * The manual within what clients keep: whole paragraphs as far as they fit, those of the base manual first, and then
   * where the rest can be had.
   */
  instructions(scene: Scene): string {
    const paragraphs = this.#paragraphs(scene);
    const more = this.#render("more", scene);
    for (let count = paragraphs.length; count > 1; count--) {
      const text = [...paragraphs.slice(0, count), ...(count < paragraphs.length ? [more] : [])].join("\n\n").trim();
      if (bytesOf(text) <= INSTRUCTIONS_BYTES) return text;
    }
    return paragraphs[0]!;
  }

  /** The prompts for people of which every tool is on. */
  offers(scene: Scene): Offer[] {
    return [...this.#offers.values()].filter(({ needs }) => needs.every((name) => scene.tools.has(name)));
  }

  /** The text of an offer. @param said arguments by name. */
  offered({ id }: Offer, scene: Scene, said: Readonly<Record<string, string>>): string {
    return id === "manual" ? this.manual(scene) : this.#render(id, scene, said);
  }

  /** A text that a tool hands out, by its id. */
  guide(id: string, scene: Scene, said: Readonly<Record<string, string>>): string {
    return this.#render(id, scene, said).trim();
  }

  #paragraphs(scene: Scene): readonly string[] {
    const known = this.#manuals.get(scene);
    if (known) return known;
    const { contexts, modes } = this.#parts.prompts;
    const added = [contexts.get(scene.context), ...scene.modes.map((mode) => modes.get(mode))];
    const texts = added.map((part) => (part?.prompt === undefined ? "" : this.#renderer.render(part.prompt, scene)));
    const paragraphs = [this.#render("manual", scene), ...texts]
      .filter((text) => text !== "")
      .join("\n\n")
      .split("\n\n");
    this.#manuals.set(scene, paragraphs);
    return paragraphs;
  }

  #render(id: string, scene: Scene, said?: Readonly<Record<string, string>>): string {
    const template = this.#parts.templates[id];
    if (template === undefined) throw new Error(`There is no template "${id}".`);
    return this.#renderer.render(template, scene, said);
  }
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
