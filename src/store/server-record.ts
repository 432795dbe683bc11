/** The runtime file: which server owns this data folder. Only the user can read it, for it holds the key of the server's socket. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isProcess } from "../base/kill.ts";

export interface ServerRecord {
  pid: number;
  /** Address of the HTTP surface. */
  url: string;
  port: number;
  /** Where `mcp` attaches: the path of a unix socket, or the number of a loopback port. */
  socket: string | number;
  /** Made afresh at each start; who attaches must say it. */
  key: string;
  version: string;
  /** When the program was built, in milliseconds; 0 when it runs from source. */
  built_at: number;
  started_at: string;
  /** True when `mcp` started it, which may then replace it by a newer one; a server that the user started is the user's. */
  background: boolean;
  /** Settings from outside the data folder that it works under, to compare. */
  settings: string;
}

const fileOf = (dataDir: string) => join(dataDir, "server.json");

/** Folder of the sockets, each named by the number of its process. */
export const socketDir = (dataDir: string) => join(dataDir, "run");

/** Undefined where no server wrote one; a broken file counts as none. */
export function readServerRecord(dataDir: string): ServerRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(fileOf(dataDir), "utf8")) as ServerRecord;
    return typeof record.pid === "number" && typeof record.key === "string" ? record : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

export function writeServerRecord(dataDir: string, record: ServerRecord): void {
  const path = fileOf(dataDir);
  const fresh = `${path}.${process.pid}`;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  rmSync(fresh, { force: true });
  writeFileSync(fresh, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  renameSync(fresh, path);
}

/** Removes the file when it is still about this server. */
export function removeServerRecord(dataDir: string, key: string): void {
  if (readServerRecord(dataDir)?.key === key) rmSync(fileOf(dataDir), { force: true });
}

/** Removes the sockets of servers that were killed. */
export function sweepSockets(dataDir: string): void {
  for (const name of readdirSync(socketDir(dataDir))) {
    if (!isProcess(Number.parseInt(name, 10))) rmSync(join(socketDir(dataDir), name), { force: true });
  }
}
