/** The language servers of a project. */
import { isRunnable } from "../../../lsp/recipe.ts";
import { languagesOf } from "../../../symbol/languages.ts";
import { type ServerRow, serverSurvey } from "../../../symbol/server-survey.ts";
import { type Page, type ProjectVisit, projectPage } from "../page.ts";

/** Programs come and go seldom: so long a survey holds, in milliseconds. */
const SURVEY_MS = 15_000;

export const servers: Page = projectPage(
  { id: "servers", title: "Language servers", query: [], live: ["servers-list"] },
  async (visit) => {
    const { app, project } = visit;
    const needed = app.serversOf(project).status();
    const others = (await surveyed(visit)).filter(
      (row) => row.kind !== "needed" && !needed.some(({ server }) => server === row.spec.id),
    );
    const missing = others.flatMap((row) =>
      row.kind === "missing" ? [{ ...row, canInstall: row.spec.install.some(isRunnable) }] : [],
    );
    return {
      needed,
      atHand: others.filter(({ kind }) => kind === "at_hand"),
      missing: missing.filter(({ remedy }) => remedy !== undefined),
      /** Something else answers for their languages. */
      spare: missing.filter(({ remedy }) => remedy === undefined),
    };
  },
);

async function surveyed({ app, watching, project, signal }: ProjectVisit): Promise<ServerRow[]> {
  const known = watching.surveys.get(project);
  if (known && performance.now() - known.at < SURVEY_MS) return known.rows;
  const rows = await serverSurvey(app.serversOf(project), await languagesOf(project, signal), project.root, signal);
  watching.surveys.set(project, { rows, at: performance.now() });
  return rows;
}
