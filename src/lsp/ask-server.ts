/**
 * Asks one language server: once it knows the disk as it is now and has loaded what the answer depends on, and with doubts
 * where it has not.
 */
import type { ServerSpec } from "../language/server-spec.ts";
import type { Project } from "../project/project.ts";
import { ServerCrashed, ServerStarting, ServerTimeout } from "./fault.ts";
import type { Patience } from "./patience.ts";
import type { Answered, Caller, Question } from "./question.ts";
import type { RunningServer } from "./running.ts";
import type { ServerSlot } from "./slot.ts";

/** Said of an answer that may be out of date already. */
export const CHANGED_MEANWHILE = "files changed while the server answered; ask again";

export interface AskedServer {
  spec: ServerSpec;
  project: Project;
  slot: ServerSlot<RunningServer>;
  /** Where it works on the file. */
  at: { folder: string; isWhole: boolean };
}

/**
 * @param readyMs the most that it may take to load the project; after that it is asked nevertheless.
 * @throws Unavailable, among them each ServerFault; what the question does; the caller's reason.
 */
export async function askServer<T>(
  { spec, project, slot, at }: AskedServer,
  question: Question<T>,
  caller: Caller,
  { patience, readyMs }: { patience: Patience; readyMs: number },
): Promise<Answered<T>> {
  const signal = patience.of(caller.signal, (seconds) => {
    const facts = { server: spec.id, method: question.method, seconds };
    return slot.state === "starting" ? new ServerStarting(facts) : new ServerTimeout(facts);
  });
  return await slot.use(signal, async (server) => {
    const how = await outdated(server, project, at.folder, signal);
    if (how !== undefined) {
      await slot.stop(how, false, server);
      throw new ServerCrashed({ server: spec.id, exitCode: 0, stderr: "", how: `was ended: ${how}` });
    }
    return await server.files.holding([question.path], async () => {
      const isReady = !question.isWide || (await readied(server, signal, readyMs, caller.progress));
      const { told } = server;
      const value = await question.ask(server, signal, at);
      const reason = question.isWide ? await doubtIn(server, isReady, told, signal) : undefined;
      return { value, server: spec.id, reason };
    });
  });
}

/** Waits for a server that answers wrongly before it has loaded the project. */
async function readied(
  { client, spec }: RunningServer,
  signal: AbortSignal,
  mostMs: number,
  progress: Caller["progress"],
): Promise<boolean> {
  if (spec.unready_answers === "complete") return true;
  const most = Math.min(mostMs, spec.ready.rule === "none" ? 0 : spec.ready.timeout_s * 1_000);
  let waited = 0;
  const tell = setInterval(() => {
    const { percent, message } = client.readiness;
    progress(
      ++waited,
      undefined,
      `${spec.name} is loading the project${message ? `: ${message}` : ""}${percent === undefined ? "" : ` (${percent} %)`}`,
    );
  }, 1_000);
  try {
    return (await client.whenReady(signal, most)) === "ready";
  } finally {
    clearInterval(tell);
    signal.throwIfAborted();
  }
}

/** Tells a server what changed; why it must be started anew where that is not enough. */
async function outdated(server: RunningServer, project: Project, folder: string, signal: AbortSignal) {
  if (server.project !== project) return "the project was opened anew";
  if (!server.folders.includes(folder)) return "a folder came that it does not serve";
  return (await server.catchUp(signal)) ? undefined : "more changed on the disk than it could be told";
}

/** Why an answer may be short, or out of date by now. @param told as it was before the question. */
async function doubtIn(server: RunningServer, isReady: boolean, told: number, signal: AbortSignal) {
  const { spec, client } = server;
  const { message } = client.readiness;
  if (!isReady) return `${spec.name} is still loading the project${message ? ` (${message})` : ""}`;
  const isUpToDate = await server.catchUp(signal);
  return isUpToDate && server.told === told ? server.untold : CHANGED_MEANWHILE;
}
