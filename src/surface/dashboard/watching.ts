/** What pages remember from one look to the next, so that looking costs little. */
import { IndexGlances } from "../../index/glance.ts";
import type { Project } from "../../project/project.ts";
import type { ServerRow } from "../../symbol/server-survey.ts";
import { Layouts } from "./memory-graph.ts";

export interface ServerSurveyed {
  rows: ServerRow[];
  /** When it was made, in milliseconds of this process. */
  at: number;
}

export class Watching {
  readonly glances = new IndexGlances();
  readonly layouts = new Layouts();
  readonly surveys = new WeakMap<Project, ServerSurveyed>();
}
