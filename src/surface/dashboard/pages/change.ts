/** One change with what it did to each line. */
import { diffLines } from "../diff-lines.ts";
import { type Page, projectPage } from "../page.ts";

export const change: Page = projectPage(
  { id: "change", title: "Change", list: "changes", query: ["id"], live: [] },
  async ({ app, project, query: { id = "" } }) => {
    const { change, diffs } = await app.changesOf(project).shown(id);
    return {
      change,
      files: diffs.map(({ diff, ...file }) => ({ ...file, lines: diff === undefined ? [] : diffLines(diff) })),
    };
  },
);
