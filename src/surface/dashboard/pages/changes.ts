/** What tools changed in a project. */
import { type Page, projectPage } from "../page.ts";

const CHANGES_SHOWN = 100;

export const changes: Page = projectPage(
  { id: "changes", title: "Changes", query: [], live: ["changes-list"] },
  async ({ app, project }) => app.changesOf(project).past(CHANGES_SHOWN),
);
