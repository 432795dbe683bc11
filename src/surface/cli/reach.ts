/** Finds the server of a data folder, or starts one: however many start at once, one is started. */

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Unavailable } from "../../base/error.ts";
import type { DetachedProgram } from "../../base/process.ts";
import { tryLock } from "../../store/open.ts";
import { readServerRecord, type ServerRecord } from "../../store/server-record.ts";
import type { Place } from "./command.ts";
import { type Dialled, dial } from "./dial.ts";
import type { Hello } from "./hello.ts";

/** From nothing to an answer; past this the client is told. */
const REACH_LIMIT_MS = 10_000;
const LOOK_AGAIN_MS = 15;

/**
 * Attaches to the server of the data folder; starts one where there is none, or only one of an older program.
 * @throws Unavailable within ten seconds, or the server's refusal.
 */
export async function reachServer(place: Place, hello: Omit<Hello, "key" | "waymark">): Promise<Dialled> {
  const until = performance.now() + REACH_LIMIT_MS;
  let left = ""; // the key of a server that did not answer
  while (performance.now() < until) {
    const record = readServerRecord(place.dataDir);
    if (record && record.key !== left && !isOlder(record, place)) {
      const dialled = await dial(record, hello, until - performance.now());
      if (dialled === "silent") throw silent(record);
      if (dialled !== "gone") return dialled;
      left = record.key;
    }
    // Whoever has the lock starts the server; the others wait for its record.
    using lock = tryLock(join(place.dataDir, "start.lock"));
    if (!lock) await sleep(LOOK_AGAIN_MS);
    else if (readServerRecord(place.dataDir)?.key === record?.key) await appears(place, record?.key, until);
  }
  throw new Unavailable("unavailable", `No server came up within ${REACH_LIMIT_MS / 1000} s.`, {
    hint: `See ${place.logFile}, or use \`waymark mcp --standalone\`.`,
  });
}

/** True when a server runs that works under other settings than this process was given, so that it cannot be shared. */
export async function hasOtherSettings(place: Place): Promise<boolean> {
  const record = readServerRecord(place.dataDir);
  if (!record || record.settings === place.settings || isOlder(record, place)) return false;
  const dialled = await dial(record, { ask: "status" }, REACH_LIMIT_MS);
  if (typeof dialled !== "string") dialled.stream.destroy();
  return dialled !== "gone";
}

/** True when this program may put a newer server in the place of the one that runs. */
export function isOlder(
  record: Pick<ServerRecord, "version" | "built_at" | "background">,
  { version, builtAt }: Pick<Place, "version" | "builtAt">,
): boolean {
  if (!record.background) return false;
  const order = Bun.semver.order(record.version, version);
  return order < 0 || (order === 0 && record.built_at < builtAt);
}

export function silent({ pid, url }: ServerRecord): Unavailable {
  return new Unavailable(
    "unavailable",
    `The server at ${url} (process ${pid}) takes connections but does not answer.`,
    {
      hint: "`waymark stop` ends it, if need be by force.",
    },
  );
}

/** Starts a server and waits until another record than the one before is there. */
async function appears(place: Place, before: string | undefined, until: number): Promise<void> {
  const server: DetachedProgram = place.startServer();
  while (performance.now() < until) {
    const record = readServerRecord(place.dataDir);
    if (record && record.key !== before) return;
    const code = server.exitCode();
    if (code === 0) return; // another one was first
    if (code !== undefined) {
      throw new Unavailable("unavailable", `The server ended as it started, with exit code ${code}.`, {
        hint: `See ${place.logFile}.`,
      });
    }
    await sleep(LOOK_AGAIN_MS);
  }
}
