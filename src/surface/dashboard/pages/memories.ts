/** The memories of a project and how they hang together, and its notes. */
import { type Page, projectPage } from "../page.ts";

export const memories: Page = projectPage(
  { id: "memories", title: "Memories", query: [], live: [] },
  async ({ app, watching, project, said, signal }) => {
    const kept = app.memoriesOf(project);
    const { pages: linked, mirror } = await kept.linked(signal);
    const names = new Set(linked.map(({ name }) => name));
    const pages = linked.map(({ links, ...head }) => ({
      ...head,
      links: links.filter((name) => names.has(name)),
      dangling: links.filter((name) => !names.has(name)),
    }));
    return { pages, mirror, picture: await watching.layouts.of(project.root, pages), notes: kept.notes(), said };
  },
);
