/** What a page of the dashboard is made of. */
import type { Project } from "../../project/project.ts";
import type { App } from "../app.ts";
import type { Watching } from "./watching.ts";

/** Somebody looks at a page. */
export interface Visit {
  app: App;
  /** What pages remember from one look to the next. */
  watching: Watching;
  /** The project that is chosen, on whichever page. */
  project: Project | undefined;
  /** What the address says beside the project. */
  query: Readonly<Record<string, string>>;
  /** Fields of a form that could not be carried out, so that nothing of them is lost. */
  said: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

export type ProjectVisit = Visit & { project: Project };

interface Shape {
  /** Its address below `/dashboard/`, and the name of its template. */
  id: string;
  title: string;
  /** The page whose list this one shows one thing of. */
  list?: string;
  /** What its address may say beside the project. */
  query: readonly string[];
  /** Templates of its parts that are sent again whenever they have changed. */
  live: readonly string[];
}

/** Its template sees what `load` gives as `it`, and `it.ui`. */
export type Page = Shape &
  (
    | { isOfProject: true; load(visit: ProjectVisit): Promise<object> }
    | { isOfProject: false; load(visit: Visit): Promise<object> }
  );

/** A page of one project, which its address names. */
export function projectPage(shape: Shape, load: (visit: ProjectVisit) => Promise<object>): Page {
  return { ...shape, isOfProject: true, load };
}

/** A page of the whole server. */
export function serverPage(shape: Shape, load: (visit: Visit) => Promise<object>): Page {
  return { ...shape, isOfProject: false, load };
}
