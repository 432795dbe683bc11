/** One page of memory: to read, and to edit. */
import { shortHash } from "../../../base/hash.ts";
import { AUTHOR } from "../author.ts";
import { type Page, projectPage } from "../page.ts";

export const memory: Page = projectPage(
  { id: "memory", title: "Memory", list: "memories", query: ["name"], live: [] },
  async ({ app, project, query: { name = "" }, said, signal }) => {
    const kept = app.memoriesOf(project);
    const page = await kept.read(name, AUTHOR, signal);
    const { pages } = await kept.linked(signal);
    return {
      page,
      seen: said.seen ?? shortHash(page.text),
      linkedFrom: pages.filter(({ links }) => links.includes(page.name)),
      /** What was typed and could not be kept stays typed. */
      typed: said.content ?? page.text,
      isTyped: said.content !== undefined,
      newName: said.new_name ?? page.name,
    };
  },
);
