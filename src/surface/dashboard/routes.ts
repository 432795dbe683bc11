/** The dashboard: pages to look at, forms that call tools, and what changes meanwhile. */
import { type Context, Hono } from "hono";
import { UserError } from "../../base/error.ts";
import type { App } from "../app.ts";
import type { Login } from "../login.ts";
import { act } from "./act.ts";
import { type Place, placeOf, ROOM } from "./address.ts";
import { addAssets } from "./assets.ts";
import { liveEvents } from "./events.ts";
import { assertOwnForm, formFields } from "./form.ts";
import { html, seeOther } from "./headers.ts";
import { addLogin } from "./login-routes.ts";
import { Notices } from "./notices.ts";
import { PAGES } from "./pages/_all.ts";
import { type Looking, pageHtml } from "./show.ts";
import { Watching } from "./watching.ts";

/** @param leaving ends what is sent without end. */
export function dashboardRoutes(app: App, login: Login, leaving: AbortSignal | undefined): Hono {
  const routes = new Hono();
  const notices = new Notices();
  const watching = new Watching();
  const lookingBy = (context: Context): Looking => {
    const cookie = context.req.header("cookie") ?? null;
    return {
      app,
      watching,
      csrf: login.csrf(cookie),
      isLoggedIn: login.session(cookie) !== undefined,
      signal: leaving ? AbortSignal.any([context.req.raw.signal, leaving]) : context.req.raw.signal,
    };
  };
  const show = async (context: Context) => {
    const place = known(context.req.url);
    return html(await pageHtml(lookingBy(context), place, { notice: notices.take(place.query.told) }));
  };

  addLogin(routes, login);
  addAssets(routes);
  routes.get("/", show);
  routes.get(ROOM, () => seeOther("/"));
  routes.get(`${ROOM}/events`, (context) => {
    const cookie = context.req.header("cookie") ?? null;
    const wasLoggedIn = login.session(cookie) !== undefined;
    const goesOn = () => !wasLoggedIn || login.session(cookie) !== undefined;
    return liveEvents(context, lookingBy(context), known(context.req.query("at") ?? ""), goesOn);
  });
  routes.post(`${ROOM}/do/:tool`, (context) => {
    const fields = formFields(context);
    const assertOwn = () => assertOwnForm(context, login, fields);
    return act(lookingBy(context), notices, context.req.param("tool"), fields, assertOwn);
  });
  for (const { id } of PAGES) if (id !== "projects") routes.get(`${ROOM}/${id}`, show);
  return routes;
}

function known(address: string): Place {
  const place = placeOf(address, PAGES);
  if (place) return place;
  throw new UserError("not_found", `There is no page ${JSON.stringify(address.slice(0, 120))}.`);
}
