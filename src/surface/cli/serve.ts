/** `waymark serve`: the HTTP surface and the socket for `mcp`, until the process is told to stop or nobody needs it. */
import { setTimeout as sleep } from "node:timers/promises";
import { Unavailable } from "../../base/error.ts";
import { readServerRecord } from "../../store/server-record.ts";
import { ensureToken } from "../../store/token.ts";
import { DEFAULT_MCP_CONTEXT } from "../app.ts";
import { httpApp } from "../http.ts";
import { loadMcp } from "../mcp-http.ts";
import { ATTACH_PATH, attachRoute, attachSocket } from "./attach-route.ts";
import { Attached } from "./attached.ts";
import { assertBindable, hostNames } from "./bind.ts";
import type { OpenFlags, World } from "./command.ts";
import type { ServerStatus } from "./hello.ts";
import { type Listener, listen } from "./listen.ts";
import { alone, claimSeat, newKey, type Seat, takeSeat } from "./seat.ts";
import { warmLater } from "./warm.ts";

/** The first requests come at once after the start; nobody should wait behind the protocol that they do not use. */
const LOAD_AHEAD_MS = 300;
/** How long running calls may go on when the server is asked to end: what a call may take, and a little. */
const spareTime = (toolTimeoutS: number) => (toolTimeoutS + 5) * 1000;
const LOOK_MS = 50;
const LONGEST_LOOK_MS = 5_000;

/** `unseated`: the data folder, or our record in it, is gone, so that nobody can find us any more. */
type End = "signal" | "stop" | "replace" | "idle" | "unseated";

export async function serve(world: World, flags: OpenFlags & { auth: boolean; background?: true }): Promise<void> {
  const background = flags.background === true;
  const place = await world.place(flags);
  const { app, dataDir, host, port, token: ownToken } = await world.open(flags, "when-named");
  await using _ = app;
  const { allowed_hosts: allowedHosts, allowed_origins: origins } = app.settings;
  assertBindable({ host, isFlag: flags.host !== undefined, hasToken: flags.auth, allowedHosts });
  const token = flags.auth ? (ownToken ?? ensureToken(dataDir)) : undefined;
  let hosts: ReadonlySet<string> = new Set();
  const guards = { hosts: () => hosts, origins: new Set(origins), token };
  const leaving = new AbortController();
  const http = httpApp(app, guards, {
    mcp: { stopped: world.stopped },
    leaving: AbortSignal.any([world.stopped, leaving.signal]),
  });
  const key = newKey();
  const ended = Promise.withResolvers<End>();
  const startedAt = new Date().toISOString();
  let seat: Seat | undefined;
  let lastUse = performance.now();

  const clients = new Attached({
    app,
    key,
    settings: place.settings,
    status: () => ({ ...status(), ...(background && { log: place.logFile }) }),
    async onLeave(reason) {
      // Whoever asks takes the seat next, or waits for it to be free: it must be so before the answer.
      await seat?.leave();
      leaving.abort();
      void server?.stop();
      clients.leave();
      ended.resolve(reason);
    },
  });
  const take = (stream: Parameters<Attached["take"]>[0], isTrusted: boolean) => {
    lastUse = performance.now();
    stream.once("close", () => {
      lastUse = performance.now();
    });
    void clients.take(stream, isTrusted);
  };
  const listenOn = (port: number) =>
    listen(host, port, {
      fetch(request: Request) {
        lastUse = performance.now();
        return http.fetch(request);
      },
      routes: { [ATTACH_PATH]: attachRoute(guards, app.log) },
      websocket: attachSocket((stream) => take(stream, true)),
    });
  let server: Listener | undefined;
  const url = () => `http://${host.includes(":") ? `[${host}]` : host}:${server!.port}`;
  const status = (): Omit<ServerStatus, "clients"> => ({
    pid: process.pid,
    url: url(),
    version: app.version,
    started_at: startedAt,
    background,
    requests: server!.pendingRequests,
  });

  const other = await alone(dataDir, async () => {
    const holder = await claimSeat(place, background);
    if (holder !== "free" && background) return holder;
    server = background ? listenAnywhere(listenOn, port) : listenOn(port);
    hosts = hostNames({ port: server.port!, hasToken: flags.auth, allowedHosts });
    if (holder !== "free") return holder;
    seat = await takeSeat(place, { url: url(), port: server.port!, background, key }, (socket) => take(socket, false));
    return undefined;
  });
  if (!server) return; // another server was first, and the one who started us attaches to that

  if (other) {
    world.err(
      `WARNING: ${other.url} (process ${other.pid}) serves this data folder already; \`waymark mcp\` attaches to that server.\n`,
    );
  }
  world.out(`${url()}\n`);
  world.out(
    `  MCP       /mcp\n  REST      /tools/<name>, described by /openapi.json and /docs\n  functions /functions?format=openai-chat\n`,
  );
  if (token === undefined) world.err("WARNING: --no-auth is on: every program on this machine can use this server.\n");
  else world.out("  token     `waymark token` prints it; send it as `Authorization: Bearer <token>`\n");
  if (background) app.log("info", "the server started", { pid: process.pid, url: url(), version: app.version });

  using _warm = warmLater(app, await app.scene({}, DEFAULT_MCP_CONTEXT));
  // Whoever started us in the background waits for the protocol; others come when they come.
  setTimeout(loadMcp, background ? 0 : LOAD_AHEAD_MS);
  const isBusy = () => clients.size > 0 || server!.pendingRequests > 0 || server!.pendingWebSockets > 0;
  const idleS = app.settings.server_idle_s;
  const look = () => {
    if (readServerRecord(dataDir)?.key !== key) ended.resolve("unseated");
    else if (!isBusy() && performance.now() - lastUse > idleS * 1000) ended.resolve("idle");
  };
  const watch = background ? setInterval(look, Math.min(LONGEST_LOOK_MS, idleS * 250)) : undefined;
  if (world.stopped.aborted) ended.resolve("signal");
  else world.stopped.addEventListener("abort", () => ended.resolve("signal"), { once: true });
  const end = await ended.promise;
  leaving.abort();
  clearInterval(watch);
  if (background) app.log("info", "the server ends", { because: end });

  if (seat && (end === "signal" || end === "idle")) await alone(dataDir, () => seat!.leave());
  if (end === "idle" || end === "unseated") clients.leave(); // who asked us to end has seen to it already
  if (end !== "signal") {
    void server.stop();
    const until = performance.now() + spareTime(app.settings.tool_timeout_s);
    while (isBusy() && performance.now() < until && !world.stopped.aborted) await sleep(LOOK_MS);
  }
  clients.close();
  await server.stop(true);
}

/** In the background nobody looks at a message: any free port serves. */
function listenAnywhere<T>(listenOn: (port: number) => T, port: number): T {
  try {
    return listenOn(port);
  } catch (error) {
    if (!(error instanceof Unavailable) || port === 0) throw error;
    return listenOn(0);
  }
}
