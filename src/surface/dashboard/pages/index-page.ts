/** The index of a project: how far it is, what it holds, and what it left out and why. */
import { skippedFiles } from "../../../store/index-counts.ts";
import { type Page, projectPage } from "../page.ts";

/** The most files that are named for a reason. */
const FILES_NAMED = 500;

export const index: Page = projectPage(
  { id: "index", title: "Index", query: ["reason"], live: ["index-state", "index-skipped"] },
  async ({ app, watching, project, query: { reason } }) => {
    const index = app.indexOf(project);
    const { reader } = index;
    return {
      glance: watching.glances.of(index),
      languageName: (id: string) => app.catalog.named(id)?.name ?? id,
      reason,
      named: FILES_NAMED,
      files: reason === undefined || !reader ? [] : skippedFiles(reader, reason, FILES_NAMED),
    };
  },
);
