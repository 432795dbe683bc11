/** `waymark dashboard`: prints a link that logs a browser in, once. */
import { Unavailable, UserError } from "../../base/error.ts";
import { readServerRecord } from "../../store/server-record.ts";
import { ensureToken } from "../../store/token.ts";
import { loginCode } from "../login.ts";
import type { GlobalFlags, World } from "./command.ts";
import { dial } from "./dial.ts";
import { silent } from "./reach.ts";

const ANSWER_LIMIT_MS = 3_000;
/** Addresses that mean "each of this machine's": what a browser opens is one of them. */
const ANY_ADDRESS: Record<string, string> = { "0.0.0.0": "127.0.0.1", "[::]": "[::1]" };

export async function dashboard(world: World, flags: GlobalFlags & { url?: string }): Promise<void> {
  const { app, dataDir, port, token } = await world.open(flags, "when-named");
  await using _ = app;
  const base = baseOf(flags.url ?? (await runningUrl(dataDir)) ?? `http://127.0.0.1:${port}`);
  await assertServed(base);
  world.out(`${base}/login?code=${await loginCode(token ?? ensureToken(dataDir))}\n`);
  world.err("The link works once, for five minutes.\n");
}

/**
 * Address of the server of this data folder, as it says itself: a record alone may be of a server that was killed, and its
 * port another program's by now.
 * @throws Unavailable for a server that does not answer.
 */
async function runningUrl(dataDir: string): Promise<string | undefined> {
  const record = readServerRecord(dataDir);
  const dialled = record ? await dial(record, { ask: "status" }, ANSWER_LIMIT_MS) : "gone";
  if (record && dialled === "silent") throw silent(record);
  if (typeof dialled === "string") return undefined;
  dialled.stream.destroy();
  return dialled.welcome.status?.url;
}

function baseOf(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw new UserError(
      "invalid_arguments",
      `--url is ${JSON.stringify(url)}; it must be an address as serve prints it.`,
    );
  }
  parsed.hostname = ANY_ADDRESS[parsed.hostname] ?? parsed.hostname;
  return parsed.origin;
}

async function assertServed(base: string): Promise<void> {
  const response = await fetch(`${base}/healthz`, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }).catch(
    () => undefined,
  );
  if (response?.ok) return;
  throw new Unavailable("unavailable", `No Waymark server answers at ${base}.`, {
    hint: "`waymark serve` starts one; --url names another address.",
  });
}
