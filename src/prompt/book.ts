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
  /** Texts by id: `manual`, `brief`, `redirect`, `more` and one for each offer. */
  templates: Readonly<Record<string, string>>;
  /** Raw files of the prompts for people, by id. */
  offers: Readonly<Record<string, unknown>>;
  /** Every tool there is, on or off. */
  tools: readonly Marked[];
  /** The user's own texts, which take the place of ours of the same id as long as they render. */
  ownTemplates?: Readonly<Record<string, string>>;
  /** Hears why a text of the user's was left out; without it, such a fault is thrown. */
  onFault?(message: string): void;
}

export class PromptBook {
  readonly #parts: BookParts;
  readonly #offers: ReadonlyMap<string, Offer>;
  readonly #renderer: Renderer;
  readonly #known = new WeakMap<Scene, Texts>();

  constructor(parts: BookParts) {
    this.#parts = parts;
    this.#offers = loadOffers(parts.offers);
    this.#renderer = new Renderer(parts.tools);
  }

  /** The base manual and what context and modes add to it. It holds no text from a repository. */
  manual(scene: Scene): string {
    const { manual, context, modes } = this.#texts(scene);
    return paragraphsOf([manual, context, ...modes]).join("\n\n");
  }

  /**
   * The manual where clients keep all of it, else its short form and where the rest can be had. Where even that is too
   * long, whole paragraphs are left out: first the last ones of the context, since modes say what must not be done.
   */
  instructions(scene: Scene): string {
    const whole = this.manual(scene);
    if (bytesOf(whole) <= INSTRUCTIONS_BYTES) return whole;
    const { brief, context, modes } = this.#texts(scene);
    const more = this.#render("more", scene);
    const head = paragraphsOf([brief, context]);
    const tail = [...paragraphsOf(modes), ...paragraphsOf([more])];
    while (bytesOf([...head, ...tail].join("\n\n")) > INSTRUCTIONS_BYTES) {
      if (head.length > 1) head.pop();
      else if (tail.length > 0) tail.shift();
      else break;
    }
    return [...head, ...tail].join("\n\n");
  }

  /** The prompts for people of which every tool is on. */
  offers(scene: Scene): Offer[] {
    return [...this.#offers.values()].filter(({ needs }) => needs.every((name) => scene.tools.has(name)));
  }

  /** The text of an offer. @param said arguments by name. */
  offered({ id }: Offer, scene: Scene, said: Readonly<Record<string, string>>): string {
    return id === "manual" ? this.manual(scene) : this.#render(id, scene, said);
  }

  /** What keeps a text from being shown in a scene, such as a tool in it that is off there. */
  faultIn(text: string, scene: Scene): string | undefined {
    try {
      this.#renderer.render(text, scene, { own: "" });
      return undefined;
    } catch (error) {
      return (error as Error).message.split("\n")[0]!;
    }
  }

  /** A text that a tool hands out, by its id. */
  guide(id: string, scene: Scene, said: Readonly<Record<string, string>>): string {
    return this.#render(id, scene, said).trim();
  }

  #texts(scene: Scene): Texts {
    const known = this.#known.get(scene);
    if (known) return known;
    const { contexts, modes } = this.#parts.prompts;
    const context = contexts.get(scene.context);
    const own = context?.own_tools ?? "";
    const prompt = (part: { id: string; prompt?: string | undefined } | undefined) =>
      part?.prompt === undefined ? "" : this.#tried(`the prompt of "${part.id}"`, part.prompt, scene, {}, () => "");
    const texts = {
      manual: this.#render("manual", scene, { own }),
      brief: this.#render("brief", scene, { own }),
      context: paragraphsOf([own && this.#render("redirect", scene, { own }), prompt(context)]).join("\n\n"),
      modes: scene.modes.map((mode) => prompt(modes.get(mode))),
    };
    this.#known.set(scene, texts);
    return texts;
  }

  #render(id: string, scene: Scene, said?: Readonly<Record<string, string>>): string {
    const template = this.#parts.templates[id];
    const own = this.#parts.ownTemplates?.[id];
    if (template === undefined) {
      if (own === undefined) throw new Error(`There is no template "${id}".`);
      return this.#renderer.render(own, scene, said); // nothing of ours can stand in for it, so its fault is the answer
    }
    const ours = () => this.#renderer.render(template, scene, said);
    return own === undefined ? ours() : this.#tried(`prompts/${id}.eta`, own, scene, said, ours);
  }

  #tried(name: string, template: string, scene: Scene, said: Said | undefined, otherwise: () => string): string {
    const { onFault } = this.#parts;
    if (!onFault) return this.#renderer.render(template, scene, said);
    try {
      return this.#renderer.render(template, scene, said);
    } catch (error) {
      onFault(`${name} was left out in context "${scene.context}": ${(error as Error).message.split("\n")[0]}`);
      return otherwise();
    }
  }
}

type Said = Readonly<Record<string, string>>;

interface Texts {
  manual: string;
  /** The manual's short form. */
  brief: string;
  context: string;
  modes: readonly string[];
}

function paragraphsOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => (text === "" ? [] : text.split("\n\n")));
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
