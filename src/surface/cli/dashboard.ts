/** `waymark dashboard`: prints a link that logs a browser in, once. */
import { Unavailable, UserError } from "../../base/error.ts";
import { ensureToken } from "../../store/token.ts";
import { loginCode } from "../login.ts";
import type { GlobalFlags, World } from "./command.ts";

const ANSWER_LIMIT_MS = 3_000;

export async function dashboard(world: World, flags: GlobalFlags & { url?: string }): Promise<void> {
  const { app, dataDir, port, token } = await world.open(flags, "when-named");
  await using _ = app;
  const base = baseOf(flags.url ?? `http://127.0.0.1:${port}`);
  await assertServed(base);
  world.out(`${base}/login?code=${await loginCode(token ?? ensureToken(dataDir))}\n`);
  world.err("The link works once, for five minutes.\n");
}

function baseOf(url: string): string {
  const parsed = URL.parse(url);
  if (parsed && /^https?:$/.test(parsed.protocol)) return parsed.origin;
  throw new UserError(
    "invalid_arguments",
    `--url is ${JSON.stringify(url)}; it must be an address as serve prints it.`,
  );
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
