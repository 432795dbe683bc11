/** What a tool says of itself in a scene. */
import type { ToolEntry } from "./entry.ts";
import type { Scene } from "./scene.ts";

/**
 * The context's text for the tool, or its own without the sentences that send a model to a tool that is off here. The
 * first sentence, which says what the tool is for, always stays.
 * @param off names of tools.
 */
export function describedIn(scene: Scene, { name, description }: ToolEntry, off: readonly string[]): string {
  const given = Object.hasOwn(scene.descriptions, name) ? scene.descriptions[name]! : withoutOff(description, off);
  return scene.schemas === "actions" ? given.split("\n\n")[0]! : given;
}

function withoutOff(description: string, off: readonly string[]): string {
  // A name of one word is a plain word as well.
  const names = off.filter((name) => name.includes("_") && description.includes(name));
  if (names.length === 0) return description;
  const isOff = new RegExp(`\\b(${names.join("|")})\\b`);
  const kept = ([first, ...rest]: string[]) => [first!, ...rest.filter((sentence) => !isOff.test(sentence))];
  const [head, ...others] = description.split("\n\n").map((paragraph) => paragraph.split(/(?<=[.]) /));
  const tails = others.map((sentences) => sentences.filter((sentence) => !isOff.test(sentence)));
  return [kept(head!), ...tails]
    .map((sentences) => sentences.join(" "))
    .filter(Boolean)
    .join("\n\n");
}

/** The form in which a model is given the tool's answers. */
export function resultForm(scene: Scene, own: "text" | "structured"): "text" | "structured" {
  return scene.result ?? own;
}
