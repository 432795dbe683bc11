/**
 * The yardstick of throughput: Hono on Bun.serve, each route parsing its JSON body and answering with a fixed object.
 * The only argument is JSON, the answers by path; the address goes to stdout.
 */
import { Hono } from "hono";

const answers = JSON.parse(process.argv[2] ?? "{}") as Record<string, Record<string, unknown>>;
const routes = new Hono();
for (const [path, answer] of Object.entries(answers)) {
  routes.post(path, async (context) => {
    await context.req.json();
    return context.json(answer);
  });
}
const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: routes.fetch });
console.log(`http://127.0.0.1:${server.port}`);
