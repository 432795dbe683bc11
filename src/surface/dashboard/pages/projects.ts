/** The first page: the projects there are, and how each goes. */
import { type Page, serverPage } from "../page.ts";

export const projects: Page = serverPage(
  { id: "projects", title: "Projects", query: [], live: ["projects-list"] },
  async ({ app, watching }) => {
    const open = new Map(app.projects.open.map((project) => [project.root, project]));
    return {
      projects: app.projects.known.map(({ root, name, openedAt }) => {
        const project = open.get(root);
        if (!project) return { root, name, openedAt };
        const running = app.serversOf(project).status();
        return {
          root,
          name,
          openedAt,
          glance: watching.glances.of(app.indexOf(project)),
          servers: running.filter(({ state }) => state === "ready" || state === "indexing").length,
          failed: running.filter(({ state }) => state === "failed").length,
          warnings: project.warnings,
        };
      }),
    };
  },
);
