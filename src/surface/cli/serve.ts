/** `waymark serve`: the HTTP surface on a socket, until the process is told to stop. */
import { Unavailable } from "../../base/error.ts";
import { ensureToken } from "../../store/token.ts";
import { httpApp } from "../http.ts";
import { loadMcp } from "../mcp-http.ts";
import { assertBindable, hostNames } from "./bind.ts";
import type { OpenFlags, World } from "./command.ts";

/** The first requests come at once after the start; nobody should wait behind the protocol that they do not use. */
const LOAD_AHEAD_MS = 300;

export async function serve(world: World, flags: OpenFlags & { auth: boolean }): Promise<void> {
  const { app, dataDir, host, port, token: ownToken } = await world.open(flags, "when-named");
  await using _ = app;
  const { allowed_hosts: allowedHosts, allowed_origins: origins } = app.settings;
  assertBindable({ host, isFlag: flags.host !== undefined, hasToken: flags.auth, allowedHosts });
  const token = flags.auth ? (ownToken ?? ensureToken(dataDir)) : undefined;
  let hosts: ReadonlySet<string> = new Set();
  const guards = { hosts: () => hosts, origins: new Set(origins), token };
  const http = httpApp(app, guards, { stopped: world.stopped });
  const server = listen(host, port, http.fetch);
  hosts = hostNames({ port: server.port!, hasToken: flags.auth, allowedHosts });

  world.out(`http://${host.includes(":") ? `[${host}]` : host}:${server.port}\n`);
  world.out(
    `  MCP       /mcp\n  REST      /tools/<name>, described by /openapi.json and /docs\n  functions /functions?format=openai-chat\n`,
  );
  if (token === undefined) world.err("WARNING: --no-auth is on: every program on this machine can use this server.\n");
  else world.out("  token     `waymark token` prints it; send it as `Authorization: Bearer <token>`\n");

  setTimeout(loadMcp, LOAD_AHEAD_MS); // so that the first MCP client need not wait for it
  if (!world.stopped.aborted) {
    await new Promise<void>((resolve) => world.stopped.addEventListener("abort", () => resolve(), { once: true }));
  }
  await server.stop(true);
}

function listen(hostname: string, port: number, fetch: (request: Request) => Response | Promise<Response>) {
  try {
    // Bun's idle time-out would cut silent streams and long calls: every call has a deadline of its own.
    return Bun.serve({ hostname, port, idleTimeout: 0, fetch });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EADDRINUSE" && code !== "EACCES" && code !== "EADDRNOTAVAIL") throw error;
    throw new Unavailable(
      "unavailable",
      `Cannot listen on ${hostname}:${port}: ${code === "EADDRINUSE" ? "the port is in use" : code}.`,
      {
        hint: "Give another port with --port; 0 takes any free one.",
        cause: error,
      },
    );
  }
}
