/** All pages, in the order in which they are offered. */
import type { Page } from "../page.ts";
import { calls } from "./calls.ts";
import { change } from "./change.ts";
import { changes } from "./changes.ts";
import { index } from "./index-page.ts";
import { logs } from "./logs.ts";
import { memories } from "./memories.ts";
import { memory } from "./memory.ts";
import { projects } from "./projects.ts";
import { search } from "./search.ts";
import { servers } from "./servers.ts";
import { settings } from "./settings.ts";
import { tools } from "./tools.ts";

export const PAGES: readonly Page[] = [
  projects,
  index,
  search,
  servers,
  changes,
  change,
  memories,
  memory,
  calls,
  tools,
  settings,
  logs,
];
