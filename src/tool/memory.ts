/** What the memory tools have in common: fields, and what is said of files and links. */
import { z } from "zod";
import { visibleName } from "../base/visible.ts";
import type { MirrorState } from "../memory/project-memories.ts";

/** Longer names are no names; they are refused with the rule, not with this bound. */
export const nameField = z.string().min(1).max(1_000);

export const linksShape = { dangling: z.array(z.string()).optional().describe("Its links that lead nowhere.") };

/** What somebody should know of the files of memories. */
export const newsShape = {
  news: z.array(z.string()).optional().describe("Files that are not in step, and conflicts."),
};

/** Files that are told of in one answer. */
const FILES_NAMED = 5;

/** Nothing when all is well. */
export function newsOf({ conflicts, refused }: MirrorState): { news?: string[] } {
  const told = [
    ...conflicts.map(
      ({ name, kept }) => `Memory "${name}" and its file both changed: what the file held is now memory "${kept}".`,
    ),
    ...refused.map(({ path, reason }) => `${visibleName(path)} is not in step: ${visibleName(reason)}`),
  ];
  if (told.length === 0) return {};
  const more = told.length > FILES_NAMED ? [`${told.length - FILES_NAMED} more files are not in step.`] : [];
  return { news: [...told.slice(0, FILES_NAMED), ...more] };
}

/** A line for each, after a line end. */
export function newsText(news: readonly string[] | undefined): string {
  return (news ?? []).map((line) => `\n${line}`).join("");
}

/** `; links to nothing: a, b`, or an empty text. */
export function danglingText(dangling: readonly string[] | undefined): string {
  return dangling === undefined || dangling.length === 0 ? "" : `; links to nothing: ${dangling.join(", ")}`;
}
