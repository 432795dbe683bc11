/** Takes over what another product's settings of a project say, as far as Waymark has the like. */
import { isMap, parseDocument } from "yaml";
import { UserError } from "../base/error.ts";

export interface Imported {
  /** Our settings file with what was taken over; comments and keys that were there stay. */
  text: string;
  taken: string[];
  /** Keys that were not, each with the reason. */
  left: { key: string; why: string }[];
}

export interface ImportServices {
  isTool(name: string): boolean;
  isMode(name: string): boolean;
}

/** Their key and ours. */
const SAME: Readonly<Record<string, string>> = {
  encoding: "encoding",
  ignore_all_files_in_gitignore: "use_gitignore",
  ignored_paths: "ignored_paths",
  read_only: "read_only",
  excluded_tools: "excluded_tools",
  added_modes: "added_modes",
  read_only_memory_patterns: "read_only_memory_patterns",
  ignored_memory_patterns: "ignored_memory_patterns",
};

/** Why a key has no counterpart in a repository. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  language_servers: "languages are found by their files; language_servers in your own settings prefers a server",
  languages: "languages are found by their files; language_servers in your own settings prefers a server",
  ls_specific_settings: "server_settings in your own settings has the like; a repository may not say it",
  ls_additional_workspace_folders: "a repository may not widen what is read",
  included_optional_tools: "only your own settings may switch tools on",
  fixed_tools: "only your own settings may switch tools on",
  activation_command: "a repository may not name programs to run",
  initial_prompt: "write it into the memory core, which models read first",
};

/** @param theirs text of `.serena/project.yml`. @param ours text of `.waymark/project.yaml`; empty where there is none. @throws UserError `bad_json`. */
export function importedProject(theirs: string, ours: string, use: ImportServices): Imported {
  const from = parsed(theirs, ".serena/project.yml");
  const to = parsed(ours, ".waymark/project.yaml");
  const result: Imported = { text: ours, taken: [], left: [] };
  for (const [key, raw] of Object.entries((from.toJS() ?? {}) as Record<string, unknown>)) {
    if (raw === null || raw === "" || (Array.isArray(raw) && raw.length === 0)) continue; // it says nothing
    const own = SAME[key];
    if (own === undefined) {
      if (key !== "project_name") result.left.push({ key, why: ELSEWHERE[key] ?? "there is no such setting here" });
      continue;
    }
    if (to.has(own)) {
      result.left.push({ key, why: `${own} is said already` });
      continue;
    }
    const { value, unknown } = withKnown(own, raw, use);
    if (unknown.length > 0) result.left.push({ key, why: `not known here: ${unknown.join(", ")}` });
    if (Array.isArray(value) && value.length === 0) continue;
    to.set(own, value);
    result.taken.push(own);
  }
  if (result.taken.length > 0) result.text = to.toString({ lineWidth: 0 });
  return result;
}

function withKnown(
  key: string,
  value: unknown,
  { isTool, isMode }: ImportServices,
): { value: unknown; unknown: string[] } {
  const isKnown = key === "excluded_tools" ? isTool : key === "added_modes" ? isMode : undefined;
  if (!isKnown || !Array.isArray(value)) return { value, unknown: [] };
  const names = value.map(String);
  return { value: names.filter(isKnown), unknown: names.filter((name) => !isKnown(name)) };
}

function parsed(text: string, file: string) {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error || (document.contents !== null && !isMap(document.contents))) {
    const [at] = error?.linePos ?? [];
    const where = at ? `:${at.line}:${at.col}` : "";
    throw new UserError(
      "bad_json",
      `${file}${where} cannot be read: ${error?.message.split("\n")[0] ?? "it is no list of keys"}; nothing was written.`,
    );
  }
  return document;
}
