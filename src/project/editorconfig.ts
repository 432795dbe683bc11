/** What `.editorconfig` files of a project say of a file: those of its folder and of the folders above it, up to the root. */
import { UserError } from "../base/error.ts";
import type { Files } from "./files.ts";
import { assertFast, compiled } from "./glob.ts";

/** Undefined for what nobody says. */
export interface EditorStyle {
  usesTabs: boolean | undefined;
  /** Columns of one step of indentation. */
  indentSize: number | undefined;
  tabWidth: number | undefined;
  trimsLines: boolean | undefined;
  endsLastLine: boolean | undefined;
}

interface Section {
  glob: string;
  /** Names in small letters. */
  values: Map<string, string>;
}

/** @param path relative to the root. @returns undefined where no such file speaks of it. */
export async function editorStyle(path: string, files: Pick<Files, "textIfFile">): Promise<EditorStyle | undefined> {
  const folders = path.split("/").slice(0, -1);
  const layers: Map<string, string>[] = [];
  for (let depth = folders.length; depth >= 0; depth--) {
    const above = folders.slice(0, depth).map((name) => `${name}/`);
    const folder = above.join("");
    const text = await files.textIfFile(`${folder}.editorconfig`);
    if (text === undefined) continue;
    const { isRoot, sections } = parsed(text);
    for (const { glob, values } of sections.toReversed()) {
      if (matches(glob, path.slice(folder.length))) layers.push(values);
    }
    if (isRoot) break;
  }
  if (layers.length === 0) return undefined;
  return styleOf((name) => layers.find((values) => values.has(name))?.get(name));
}

/** @param get the value that has the last word. */
function styleOf(get: (name: string) => string | undefined): EditorStyle {
  const number = (name: string) => {
    const value = Number(get(name));
    return Number.isInteger(value) && value > 0 && value <= 64 ? value : undefined;
  };
  const flag = (name: string) => ({ true: true, false: false })[get(name) ?? ""];
  const tabWidth = number("tab_width") ?? number("indent_size");
  return {
    usesTabs: { tab: true, space: false }[get("indent_style") ?? ""],
    indentSize: get("indent_size") === "tab" ? tabWidth : number("indent_size"),
    tabWidth,
    trimsLines: flag("trim_trailing_whitespace"),
    endsLastLine: flag("insert_final_newline"),
  };
}

function parsed(text: string): { isRoot: boolean; sections: Section[] } {
  const sections: Section[] = [];
  let isRoot = false;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const head = /^\s*\[(.+)\]\s*(?:[#;].*)?$/.exec(line);
    if (head) {
      sections.push({ glob: head[1]!, values: new Map() });
      continue;
    }
    const [, name = "", value = ""] = /^\s*([^#;=\s][^=]*?)\s*=\s*(.*?)\s*(?:\s[#;].*)?$/.exec(line) ?? [];
    if (name === "") continue;
    if (sections.length > 0) sections.at(-1)!.values.set(name.toLowerCase(), value.toLowerCase());
    else if (name.toLowerCase() === "root") isRoot = value.toLowerCase() === "true";
  }
  return { isRoot, sections };
}

/** A glob without a slash is of names, at any depth. One that cannot be used matches nothing. */
function matches(glob: string, path: string): boolean {
  try {
    assertFast(glob, "path");
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
  return compiled(glob.replace(/^\//, ""), !glob.includes("/"))(path);
}
