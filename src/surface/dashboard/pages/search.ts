/** Search by intent, as agents have it. */
import { DEFAULT_CONTEXT } from "../../rest.ts";
import { CALLER } from "../author.ts";
import { type Page, projectPage } from "../page.ts";

const RESULTS = 10;
const ANSWER_CHARS = 200_000;

interface Found {
  results: { path: string; start_line: number; end_line: number; symbols: string[]; text: string; score: number }[];
}

export const search: Page = projectPage(
  { id: "search", title: "Search", query: ["q", "tests"], live: [] },
  async ({ app, project, query: { q = "", tests = "demote" }, signal }) => {
    if (q.trim() === "") return { q, tests, results: undefined };
    const outcome = await app.runner.run({
      tool: "semantic_search",
      arguments: { query: q, tests, limit: RESULTS, max_answer_chars: ANSWER_CHARS },
      scene: await app.scene({ project: project.root }, DEFAULT_CONTEXT),
      caller: CALLER,
      signal,
    });
    if (!outcome.ok) return { q, tests, results: [], problem: outcome.problem };
    const { answer, reason, hint } = outcome.envelope;
    return { q, tests, results: (answer as unknown as Found).results ?? [], reason, hint };
  },
);
