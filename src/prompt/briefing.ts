/** The manual together with facts about the project: for the tool, the prompt and the command that hand it out. */
import { visibleName } from "../base/visible.ts";

/** What a model should know of a project before it looks. */
export interface ProjectFacts {
  name: string;
  /** Files that are not ignored. */
  files: number;
  /** The most frequent first. */
  languages: readonly { id: string; files: number }[];
  has_git: boolean;
}

/** Names are written by whoever wrote the repository: others than these could read as a sentence or forge a line. */
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9_./-]{0,59}$/;

/** The most names that a briefing lists. */
const NAMES_LIMIT = 40;

/**
 * @param facts undefined where no project is bound or active.
 * @param memories names of the project's memories; none where no tool reads them.
 */
export function briefingText(
  manual: string,
  facts: ProjectFacts | undefined,
  memories: readonly string[] = [],
): string {
  if (!facts) return manual;
  const { name, files, languages, has_git } = facts;
  const counts = languages.map(({ id, files }) => `${id} ${files}`).join(", ");
  const parts = [
    `${files} ${files === 1 ? "file" : "files"}`,
    ...(counts ? [counts] : []),
    has_git ? "a git repository" : "no git repository",
  ];
  const project = `Project ${JSON.stringify(visibleName(name))}: ${parts.join("; ")}.`;
  return [manual, project, ...(memories.length > 0 ? [memoriesLine(memories)] : [])].join("\n\n");
}

function memoriesLine(names: readonly string[]): string {
  const plain = names.filter((name) => PLAIN_NAME.test(name)).sort((one, other) => rankOf(one) - rankOf(other));
  const shown = plain.slice(0, NAMES_LIMIT);
  const others = names.length - shown.length;
  const rest = others === 0 ? "" : shown.length === 0 ? `${others}, with unusual names` : ` and ${others} more`;
  return `Memories: ${shown.join(", ")}${rest}.`;
}

/** The root of the pages comes first. */
function rankOf(name: string): number {
  return name === "core" ? 0 : 1;
}
