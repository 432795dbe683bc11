/** `waymark status` and `waymark stop`: the server of this data folder, seen and ended from outside. */
import { setTimeout as sleep } from "node:timers/promises";
import { ERROR_CODES, Unavailable } from "../../base/error.ts";
import { isProcess, killProcess } from "../../base/kill.ts";
import { readServerRecord, removeServerRecord, type ServerRecord } from "../../store/server-record.ts";
import type { GlobalFlags, Place, World } from "./command.ts";
import { dial } from "./dial.ts";
import { silent } from "./reach.ts";

const ASK_LIMIT_MS = 5_000;
const STOP_LIMIT_MS = 70_000;
const LOOK_MS = 50;

export async function status(world: World, flags: GlobalFlags & { json?: true }): Promise<void> {
  const place = await world.place(flags);
  const record = readServerRecord(place.dataDir);
  const dialled = record ? await dial(record, { ask: "status" }, ASK_LIMIT_MS) : "gone";
  if (record && dialled === "silent") throw silent(record);
  if (!record || typeof dialled === "string") return none(world, place, flags.json);
  dialled.stream.destroy();
  const server = dialled.welcome.status!;
  if (flags.json) return world.out(`${JSON.stringify({ running: true, ...server }, null, 2)}\n`);
  world.out(
    [
      `${server.url}`,
      `  process   ${server.pid}, ${server.background ? "in the background" : "in the foreground"}`,
      `  version   ${server.version}`,
      `  up        ${duration(Date.now() - Date.parse(server.started_at))}, since ${server.started_at}`,
      `  clients   ${server.clients} attached, ${server.requests} HTTP requests under way`,
      ...(server.log ? [`  log       ${server.log}`] : []),
      "",
    ].join("\n"),
  );
}

/** Lets running calls end, and waits until the process has; one that does not answer is ended by force. */
export async function stop(world: World, flags: GlobalFlags): Promise<void> {
  const place = await world.place(flags);
  const record = readServerRecord(place.dataDir);
  const dialled = record ? await dial(record, { ask: "stop" }, ASK_LIMIT_MS) : "gone";
  if (!record || dialled === "gone") return none(world, place);
  if (dialled === "silent") kill(place, record);
  else dialled.stream.destroy();
  const until = performance.now() + STOP_LIMIT_MS;
  while (isProcess(record.pid) && performance.now() < until && !world.stopped.aborted) await sleep(LOOK_MS);
  if (isProcess(record.pid)) {
    throw new Unavailable("timed_out", `The server (process ${record.pid}) was asked to stop and still runs.`);
  }
  world.out(`The server at ${record.url} has ended.\n`);
}

/** Only for a process that took our connection on the socket of the record, so that its number is that of the server. */
function kill(place: Place, record: ServerRecord): void {
  killProcess(record.pid);
  removeServerRecord(place.dataDir, record.key);
}

function none(world: World, { dataDir }: Place, json?: true): void {
  if (json) world.out(`${JSON.stringify({ running: false })}\n`);
  else world.err(`No server of ${dataDir} is running.\n`);
  world.exitWith(ERROR_CODES.unavailable.exit);
}

function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
