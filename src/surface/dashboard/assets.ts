/** The style and the script of the pages: embedded files, the same for everybody. */
import type { Hono } from "hono";
import { ROOM } from "./address.ts";
import { HEADERS } from "./headers.ts";

const STYLE = `${ROOM}/style.css`;
const ICON = `${ROOM}/icon.svg`;

/** Open to a browser that is not logged in, whose page has a look, too. */
export const OPEN_ASSETS: readonly string[] = [STYLE, ICON];

const FILES: Record<string, { type: string; load(): Promise<{ default: unknown }> }> = {
  [STYLE]: { type: "text/css", load: () => import("#resources/dashboard/style.css", { with: { type: "text" } }) },
  [ICON]: { type: "image/svg+xml", load: () => import("#resources/dashboard/icon.svg", { with: { type: "text" } }) },
  [`${ROOM}/live.js`]: {
    type: "text/javascript",
    load: () => import("#resources/dashboard/live.js", { with: { type: "text" } }),
  },
};

export function addAssets(routes: Hono): void {
  for (const [path, { type, load }] of Object.entries(FILES)) {
    routes.get(path, async () => {
      const { default: text } = await load();
      return new Response(text as string, { headers: { ...HEADERS, "content-type": `${type}; charset=utf-8` } });
    });
  }
}
