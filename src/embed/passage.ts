/** What of a passage a model of words is shown. */
import type { Passage } from "./embedder.ts";

/** Folders beyond these say little of a file. */
const FOLDERS = 3;

/** The file's name without suffixes, twice, then its last three folders: what a path says of what is in the file. */
export function pathWords(path: string): string {
  const parts = path.split("/");
  const stem = parts.at(-1)!.replace(/(?<=.)\.[^/]*$/, "");
  return [stem, stem, ...parts.slice(0, -1).slice(-FOLDERS)].join(" ");
}

/** The text that is embedded for a passage. */
export function passageText({ path, text }: Passage): string {
  return `${pathWords(path)}\n${text}`;
}
