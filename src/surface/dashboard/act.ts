/** Carries out a form: one call of one tool, then the page that shows what became of it. */
import { type Problem, UserError } from "../../base/error.ts";
import { answerText } from "../../tool/text.ts";
import { problemOf } from "../problem.ts";
import { DEFAULT_CONTEXT } from "../rest.ts";
import { ACTIONS, ASKED } from "./actions.ts";
import { addressOf, type Place, placeOf } from "./address.ts";
import { CALLER } from "./author.ts";
import { html, seeOther } from "./headers.ts";
import { typedMemory } from "./memory-form.ts";
import type { Notices } from "./notices.ts";
import { PAGES } from "./pages/_all.ts";
import { type Looking, pageHtml } from "./show.ts";

/**
 * @param assertOwn throws unless a page of ours sent the form; what was typed is shown again then, too.
 * @throws UserError `not_found` for a form that there is not.
 */
export async function act(
  looking: Looking,
  notices: Notices,
  tool: string,
  fields: Readonly<Record<string, string>>,
  assertOwn: () => void,
): Promise<Response> {
  const action = Object.hasOwn(ACTIONS, tool) ? ACTIONS[tool] : undefined;
  if (!action) {
    throw new UserError("not_found", `There is no form for ${JSON.stringify(tool.slice(0, 80))}.`, {
      hint: `Forms: ${ASKED.join(", ")}.`,
    });
  }
  const at: Place = placeOf(fields.at ?? "", PAGES) ?? placeOf("/", PAGES)!;
  const done = await called(looking, tool, fields, assertOwn);
  if ("problem" in done) {
    const { problem } = done;
    const { seen: _, ...typed } = fields;
    // Of a newer text the person hears now; of all other problems he has seen no more than before.
    const said = problem.code === "stale" ? typed : fields;
    return html(await pageHtml(looking, at, { problem, fields: said }), problem.status);
  }
  const told = notices.keep(done.text);
  const next = action.next?.(fields);
  const query = next ? { ...next.query } : at.query;
  const project = action.isUnbound && next ? undefined : (fields.project ?? at.query.project);
  return seeOther(addressOf(next?.page ?? at.page.id, { ...query, project, told }));
}

async function called(
  { app, signal }: Looking,
  tool: string,
  fields: Readonly<Record<string, string>>,
  assertOwn: () => void,
): Promise<{ text: string } | { problem: Problem }> {
  const { fields: own, optional = [], isUnbound } = ACTIONS[tool]!;
  try {
    assertOwn();
    const project = isUnbound ? undefined : await app.projects.named(fields.project);
    const scene = await app.scene(
      project ? { project: project.root, optional: ASKED } : { unbound: true, optional: ASKED },
      DEFAULT_CONTEXT,
    );
    const isSaid = (key: string) => fields[key] !== undefined && !(optional.includes(key) && fields[key] === "");
    const args = Object.fromEntries(own.filter(isSaid).map((key) => [key, fields[key]]));
    if (tool === "write_memory" && project) args.content = await typedMemory({ app, project, signal }, fields);
    const outcome = await app.runner.run({ tool, arguments: args, scene, caller: CALLER, signal });
    return outcome.ok ? { text: answerText(outcome.tool, outcome.envelope) } : { problem: outcome.problem };
  } catch (error) {
    return { problem: problemOf(error, `the form of ${tool}`, app.log) };
  }
}
