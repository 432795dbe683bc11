/** The memories of a project and how they hang together, and its notes. */
import { linkedNames } from "../../../memory/links.ts";
import { type Page, projectPage } from "../page.ts";

export const memories: Page = projectPage(
  { id: "memories", title: "Memories", query: [], live: [] },
  async ({ app, watching, project, said, signal }) => {
    const kept = app.memoriesOf(project);
    const { memories: heads, mirror } = await kept.list(undefined, signal);
    const texts = new Map((await kept.texts(signal)).map(({ name, text }) => [name, text]));
    const names = new Set(heads.map(({ name }) => name));
    const pages = heads.map((head) => {
      const linked = linkedNames(texts.get(head.name) ?? "").filter((name) => name !== head.name);
      return {
        ...head,
        links: linked.filter((name) => names.has(name)),
        dangling: linked.filter((name) => !names.has(name)),
      };
    });
    return { pages, mirror, picture: await watching.layouts.of(project.root, pages), notes: kept.notes(), said };
  },
);
