/** Addresses of pages: `/dashboard/<page>?project=<root>&…`; the first page is at `/`. */
import type { Page } from "./page.ts";

export const ROOM = "/dashboard";

/** Every page can be of a project, and each can tell how the last form went. */
const COMMON = ["project", "told"];

/** Whether a path is the dashboard's. */
export function isPagePath(path: string): boolean {
  return path === "/" || path === ROOM || path.startsWith(`${ROOM}/`);
}

export function addressOf(id: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const said = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== "",
  );
  const search = new URLSearchParams(said).toString();
  const path = id === "projects" ? "/" : `${ROOM}/${id}`;
  return search === "" ? path : `${path}?${search}`;
}

export interface Place {
  page: Page;
  /** What the page's address may say; anything else is left out. */
  query: Readonly<Record<string, string>>;
}

/**
 * The page of an address.
 * @param address path and query; whatever host it names is not looked at.
 * @returns undefined where there is none.
 */
export function placeOf(address: string, pages: readonly Page[]): Place | undefined {
  const url = URL.parse(address, "http://dashboard");
  const page = pages.find(({ id }) => addressOf(id) === url?.pathname);
  if (!url || !page) return undefined;
  const known = [...COMMON, ...page.query];
  // A field that was left empty says nothing.
  const said = [...url.searchParams].filter(([key, value]) => known.includes(key) && value !== "");
  return { page, query: Object.fromEntries(said) };
}
