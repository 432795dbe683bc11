/** The API reference page: embedded files only, and a policy that lets the page reach nothing else. */
import { Hono } from "hono";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
].join("; ");

/** Each file with its media type; loaded when it is first asked for, because the largest has over a megabyte. */
const FILES: Record<string, { type: string; load(): Promise<{ default: unknown }> }> = {
  "/docs": { type: "text/html", load: () => import("#resources/docs/page.html", { with: { type: "text" } }) },
  "/docs/start.js": {
    type: "text/javascript",
    load: () => import("#resources/docs/start.js", { with: { type: "text" } }),
  },
  "/docs/swagger-ui.js": {
    type: "text/javascript",
    load: () => import("swagger-ui-dist/swagger-ui-bundle.js", { with: { type: "text" } }),
  },
  "/docs/swagger-ui.css": {
    type: "text/css",
    load: () => import("swagger-ui-dist/swagger-ui.css", { with: { type: "text" } }),
  },
};

export function docsRoutes(): Hono {
  const routes = new Hono();
  for (const [path, { type, load }] of Object.entries(FILES)) {
    routes.get(path, async () => {
      const { default: text } = await load();
      return new Response(text as string, {
        headers: {
          "content-type": `${type}; charset=utf-8`,
          "content-security-policy": POLICY,
          "x-content-type-options": "nosniff",
        },
      });
    });
  }
  return routes;
}
