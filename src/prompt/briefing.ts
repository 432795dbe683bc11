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

/** @param facts undefined where no project is bound or active. */
export function briefingText(manual: string, facts: ProjectFacts | undefined): string {
  if (!facts) return manual;
  const { name, files, languages, has_git } = facts;
  const counts = languages.map(({ id, files }) => `${id} ${files}`).join(", ");
  const parts = [
    `${files} ${files === 1 ? "file" : "files"}`,
    ...(counts ? [counts] : []),
    has_git ? "a git repository" : "no git repository",
  ];
  return `${manual}\n\nProject ${JSON.stringify(visibleName(name))}: ${parts.join("; ")}.`;
}
