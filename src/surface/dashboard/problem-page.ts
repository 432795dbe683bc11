/** What went wrong, for a browser that asked for a page. */
import type { Problem } from "../../base/error.ts";
import { isPagePath } from "./address.ts";
import { html } from "./headers.ts";
import { rendered } from "./render.ts";

/** Whether a request is a browser's, for one of our pages. @param accept its header. */
export function wantsPage(path: string, accept: string | undefined): boolean {
  const isOurs = isPagePath(path) || path === "/login" || path === "/logout";
  return isOurs && /\btext\/html\b/i.test(accept ?? "");
}

export function problemPage(problem: Problem): Response {
  return html(rendered("problem", { problem }), problem.status);
}
