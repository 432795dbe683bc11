/** Shows a page to somebody: its data, its template, and the frame around it. */
import { type Problem, UserError } from "../../base/error.ts";
import type { Project } from "../../project/project.ts";
import type { App } from "../app.ts";
import { DEFAULT_CONTEXT } from "../rest.ts";
import { ASKED } from "./actions.ts";
import { addressOf, type Place } from "./address.ts";
import type { Page, Visit } from "./page.ts";
import { PAGES } from "./pages/_all.ts";
import { rendered } from "./render.ts";
import { Ui } from "./ui.ts";
import type { Watching } from "./watching.ts";

export interface Looking {
  app: App;
  watching: Watching;
  /** Goes into forms, and must come back. */
  csrf: string;
  /** Whether there is a login to end. */
  isLoggedIn: boolean;
  signal: AbortSignal;
}

export interface Said {
  /** What a form did, told once. */
  notice?: string | undefined;
  /** Why a form did nothing, with its fields. */
  problem?: Problem;
  fields?: Readonly<Record<string, string>>;
}

/** A page as HTML. @throws UserError as its `load` does, or for a project that there is not. */
export async function pageHtml(
  looking: Looking,
  place: Place,
  { notice, problem, fields = {} }: Said,
): Promise<string> {
  const { app, isLoggedIn, csrf } = looking;
  const { page } = place;
  const project = await projectOf(app, place);
  const isChosen = !page.isOfProject || project !== undefined;
  const { data, ui } = await loaded(looking, place, project, fields);
  const body = rendered(isChosen ? page.id : "choose", { ...data, ui });
  const known = app.projects.known;
  return rendered("frame", {
    ui,
    title: page.title,
    body,
    project,
    projects: project && !known.some(({ root }) => root === project.root) ? [project, ...known] : known,
    /** The page that the chooser leads to: what else the address says is of this project alone. */
    chooses: addressOf(
      page.isOfProject || page.id === "tools" || page.id === "settings" ? (page.list ?? page.id) : "index",
    ),
    here: page.id,
    ofProject: PAGES.filter(({ isOfProject, list }) => isOfProject && list === undefined),
    ofServer: PAGES.filter(({ isOfProject }) => !isOfProject),
    liveAt: page.live.length > 0 && isChosen ? addressOf("events", { at: addressIn(place, project) }) : undefined,
    notice,
    problem,
    version: app.version,
    csrf,
    isLoggedIn,
  });
}

/** The parts of a page that may have changed, by name; it opens no project, lest one that was forgotten comes back. */
export async function liveParts(looking: Looking, place: Place): Promise<Map<string, string>> {
  const project = looking.app.projects.open.find(({ root }) => root === place.query.project);
  if (place.page.isOfProject && !project) return new Map();
  const { data, ui } = await loaded(looking, place, project, {});
  return new Map(place.page.live.map((name) => [name, rendered(name, { ...data, ui })]));
}

async function loaded(
  { app, watching, csrf, signal }: Looking,
  place: Place,
  project: Project | undefined,
  said: Readonly<Record<string, string>>,
): Promise<{ data: object; ui: Ui }> {
  const { page, query } = place;
  const visit: Visit = { app, watching, project, query, said, signal };
  const data = await dataOf(page, visit);
  const bound = project && (await app.scene({ project: project.root, optional: ASKED }, DEFAULT_CONTEXT));
  const unbound = await app.scene({ unbound: true, optional: ASKED }, DEFAULT_CONTEXT);
  const ui = new Ui({
    project: project?.root,
    at: addressIn(place, project),
    csrf,
    scenes: { bound, unbound },
    part: (name): string => rendered(name, { ...data, ui }),
  });
  return { data, ui };
}

async function dataOf(page: Page, visit: Visit): Promise<object> {
  const { project } = visit;
  if (!page.isOfProject) return page.load(visit);
  return project ? page.load({ ...visit, project }) : {};
}

/** The project that an address names; without one, the project of this server, or the only one that there is, if it can be opened. */
async function projectOf(app: App, { query: { project } }: Place): Promise<Project | undefined> {
  if (project !== undefined) return app.projects.named(project);
  const [only, another] = app.projects.known;
  const root = (await app.scene({}, DEFAULT_CONTEXT)).project ?? (another ? undefined : only?.root);
  try {
    return root === undefined ? undefined : await app.projects.at(root);
  } catch (error) {
    if (error instanceof UserError) return undefined; // its folder is gone: the list of projects must still be shown
    throw error;
  }
}

function addressIn({ page, query: { told: _, ...query } }: Place, project: Project | undefined): string {
  return addressOf(page.id, { ...query, project: project?.root });
}
