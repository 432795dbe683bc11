/** The one place of a server in a data folder: taken under a lock, held by a record and a socket, given back at the end. */
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { lockWithin } from "../../store/lock.ts";
import {
  readServerRecord,
  removeServerRecord,
  type ServerRecord,
  socketDir,
  sweepSockets,
  writeServerRecord,
} from "../../store/server-record.ts";
import type { Place } from "./command.ts";
import { dial } from "./dial.ts";
import { isOlder, silent } from "./reach.ts";

/** Longer than any holder needs: asking another server to go is the longest. */
const LOCK_LIMIT_MS = 20_000;
const ASK_LIMIT_MS = 5_000;
/** What systems allow a socket's path, less the byte that ends it. */
const MAX_SOCKET_PATH_BYTES = process.platform === "linux" ? 107 : 103;

export interface Seat {
  readonly key: string;
  /** Ends the local socket and takes back the record; connections that are there go on. */
  leave(): Promise<void>;
}

/**
 * Runs `work` while no other server takes or leaves its seat in this data folder.
 * @throws Unavailable when the seat is not to be had within a time.
 */
export async function alone<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  using _ = await lockWithin(join(dataDir, "server.lock"), LOCK_LIMIT_MS);
  return work();
}

/**
 * Looks who sits there. Call within `alone`.
 * @returns `free`, where need be after an older or a background server was asked to go; else whose the seat is.
 */
export async function claimSeat(place: Place, background: boolean): Promise<"free" | ServerRecord> {
  const record = readServerRecord(place.dataDir);
  if (!record) return "free";
  const mayReplace = background ? isOlder(record, place) : record.background;
  const dialled = await dial(record, { ask: mayReplace ? "replace" : "status" }, ASK_LIMIT_MS);
  if (dialled === "gone") return "free"; // killed, and perhaps its number belongs to another process now
  if (dialled === "silent") throw silent(record);
  dialled.stream.destroy();
  return mayReplace ? "free" : record;
}

/**
 * Takes the seat: listens for clients and says so in the record. Call within `alone`, after `claimSeat` found it free.
 * @param onClient receives each connection.
 */
export async function takeSeat(
  place: Place,
  said: Pick<ServerRecord, "url" | "port" | "background"> & { key: string },
  onClient: (socket: Socket) => void,
): Promise<Seat> {
  const { dataDir } = place;
  const server = createServer(onClient);
  mkdirSync(socketDir(dataDir), { recursive: true, mode: 0o700 });
  sweepSockets(dataDir);
  const socket = await listening(server, join(socketDir(dataDir), `${process.pid}.sock`));
  writeServerRecord(dataDir, {
    pid: process.pid,
    ...said,
    socket,
    version: place.version,
    built_at: place.builtAt,
    started_at: new Date().toISOString(),
    settings: place.settings,
  });
  return {
    key: said.key,
    async leave() {
      removeServerRecord(dataDir, said.key);
      server.close();
      if (typeof socket === "string") rmSync(socket, { force: true });
    },
  };
}

export const newKey = () => randomBytes(32).toString("hex");

/** Listens on a unix socket, or on a loopback port where there can be none. */
async function listening(server: Server, path: string): Promise<string | number> {
  if (process.platform !== "win32" && Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES) {
    rmSync(path, { force: true }); // left by a process that had our number
    if (await listens(server, { path })) {
      chmodSync(path, 0o600);
      return path;
    }
  }
  if (!(await listens(server, { host: "127.0.0.1", port: 0 }))) throw new Error("No local socket can be opened.");
  return (server.address() as { port: number }).port;
}

function listens(server: Server, where: { path: string } | { host: string; port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const onError = () => resolve(false); // some file systems hold no sockets
    server.once("error", onError);
    server.listen(where, () => {
      server.off("error", onError);
      resolve(true);
    });
  });
}
