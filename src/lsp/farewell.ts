/** Ends a server: in the way that it knows, and then in any case. */
import type { ServerProcess } from "../base/server-process.ts";
import type { ServerSpec } from "../language/server-spec.ts";
import type { Connection, EndReason } from "./connection.ts";

/** @param milliseconds for each step. */
export async function endServer(
  { exit }: ServerSpec,
  connection: Connection,
  process: ServerProcess,
  milliseconds: number,
  signal: AbortSignal,
): Promise<EndReason> {
  connection.stopping();
  const isEnded = () => waitFor(connection.ended, milliseconds, signal);
  if (exit !== "kill" && !connection.isOver) {
    const down = connection.request("shutdown", undefined).catch(() => undefined);
    await waitFor(Promise.race([down, connection.ended]), milliseconds, signal);
    await Promise.race([connection.notify("exit"), isEnded()]); // one that does not read takes no message
    if (exit === "stdin" || !(await isEnded())) {
      void process.stdin.end().catch(() => undefined); // nobody may read it any more
      await isEnded();
    }
  }
  connection.giveUp({ kind: "stopped" });
  process.kill(); // what it started may have stayed
  return await connection.ended;
}

/** @returns whether the work ended within the time. */
async function waitFor(work: Promise<unknown>, milliseconds: number, signal: AbortSignal): Promise<boolean> {
  const over = Promise.withResolvers<false>();
  const timer = setTimeout(() => over.resolve(false), milliseconds);
  const stop = () => over.resolve(false);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  const isDone = await Promise.race([
    work.then(
      () => true,
      () => true,
    ),
    over.promise,
  ]);
  clearTimeout(timer);
  signal.removeEventListener("abort", stop);
  return isDone;
}
