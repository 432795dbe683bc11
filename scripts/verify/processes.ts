/**
 * Many `waymark mcp` processes over one data folder, with kills at random: one server at a time, no call lost or reported
 * done that was not, no process left behind. `bun scripts/verify/processes.ts [--clients 50] [--rounds 10] [--seed N]`;
 * WAYMARK_BIN names an executable to check instead of the source. Ends with 1 when something did not hold.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  homeWithServer,
  isAlive,
  type PumpClient,
  pumpClient,
  recordOf,
  serversOf,
  until,
} from "../../test/fixture/pump.ts";
import { waymark } from "../../test/fixture/subject.ts";

const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "50" },
    rounds: { type: "string", default: "10" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
  },
});
const [clientCount, rounds] = [Number(values.clients), Number(values.rounds)];
let seed = Number(values.seed);
/** A number from 0 to below `limit`; a small generator, so that a seed repeats a run as far as processes allow. */
function random(limit: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * limit);
}

const faults: string[] = [];
/** How often a call failed in which words. */
const failures = new Map<string, number>();
const tally = { done: 0, failed: 0, kills: 0, killedClients: 0 };

/** A call that leaves a mark: when it is reported done, the mark must be there. */
async function markedCall(home: string, client: PumpClient, name: string): Promise<void> {
  const command = ["sh", "-c", `sleep 0.0${random(10)} && touch ${name}`];
  try {
    await client.callTool({ name: "run_command", arguments: { command } });
    tally.done++;
    if (!existsSync(join(home, "project", name))) faults.push(`${name} was reported done and is not`);
  } catch (error) {
    tally.failed++;
    const { message } = error as Error;
    const isKnown = /server (ended while this call was running|cannot be had)|Connection closed/.test(message);
    const kind = `${name.split("-")[0]}: ${message.slice(0, 120)}`;
    failures.set(kind, (failures.get(kind) ?? 0) + 1);
    if (!isKnown) faults.push(`${name} failed with other words: ${message}`);
  }
}

await using home = await homeWithServer();
const startedAt = performance.now();
const clients = await Promise.all(Array.from({ length: clientCount }, () => pumpClient(home.path)));
const startMs = Math.round(performance.now() - startedAt);
const atOnce = await serversOf(home.path);
if (atOnce.length !== 1) faults.push(`${clientCount} starts at once gave ${atOnce.length} servers`);

for (let round = 0; round < rounds; round++) {
  const calls = clients.map((client, index) => markedCall(home.path, client, `mark-${round}-${index}`));
  await Bun.sleep(random(400));
  const victim = recordOf(home.path)?.pid;
  if (victim !== undefined && isAlive(victim)) {
    process.kill(victim, "SIGKILL");
    await until("it is dead", () => !isAlive(victim)); // until then the system takes calls for it, which then fail
    tally.kills++;
  }
  if (round % 2 === 1) {
    const index = random(clients.length);
    process.kill(clients[index]!.pid, "SIGKILL");
    tally.killedClients++;
    await calls[index];
    clients[index] = await pumpClient(home.path);
  }
  const limit = Bun.sleep(60_000).then(() => "late" as const);
  if ((await Promise.race([Promise.all(calls), limit])) === "late") faults.push(`round ${round}: a call has no answer`);
  await Promise.all(clients.map((client, index) => markedCall(home.path, client, `after-${round}-${index}`)));
  const servers = await serversOf(home.path);
  if (servers.length > 1) faults.push(`round ${round}: ${servers.length} servers`);
}

const pumps = clients.map(({ pid }) => pid);
await Promise.all(clients.map((client) => client[Symbol.asyncDispose]()));
const { code } = await waymark(["stop"], { home: home.path });
if (code !== 0) faults.push(`stop ended with ${code}`);
await until("all end", async () => !pumps.some(isAlive) && (await serversOf(home.path)).length === 0).catch(async () =>
  faults.push(`left behind: ${[...pumps.filter(isAlive), ...(await serversOf(home.path))].join(", ")}`),
);

for (const fault of faults) console.error(fault);
for (const [words, count] of failures) console.log(`${String(count).padStart(5)}  ${words}`);
console.log(
  `seed ${values.seed}: ${clientCount} clients up in ${startMs} ms, ${rounds} rounds, ${tally.kills} servers and ${tally.killedClients} clients killed, ${tally.done} calls done, ${tally.failed} failed in words, ${faults.length} faults`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
