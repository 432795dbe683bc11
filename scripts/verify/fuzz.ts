/**
 * Fuzzes the REST mirror of a real server from its own OpenAPI document: `bun scripts/verify/fuzz.ts [--requests N]
 * [--seed N]`. Prints what it did; exits 1 with the smallest request that got a reply the document does not promise.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { TOOLS } from "../../src/tools/_all.gen.ts";
import { type OpenApiDocument, operationsOf } from "../../test/fixture/openapi-document.ts";
import { shopFiles } from "../../test/fixture/shop.ts";
import { type Served, serve } from "../../test/fixture/subject.ts";
import { tmp } from "../../test/fixture/tmp.ts";
import { requests, samplesOf } from "./fuzz-request.ts";
import { Judge, type Reply, type Shot } from "./fuzz-verdict.ts";

/** Longer than any call's own deadline: what takes more hangs. */
const HANG_MS = 90_000;

/** How often memory is looked at in a run. */
const MEMORY_SAMPLES = 40;

/** What the heap may gain between two halves of a run without being a leak: the collector's slack, in MiB. */
const MEMORY_SLACK_MIB = 128;

export interface FuzzReport {
  seed: number;
  requests: number;
  seconds: number;
  /** Requests by how they were made, and replies by status. */
  kinds: Record<string, number>;
  statuses: Record<string, number>;
  /** Resident memory of the server during the run, in MiB; empty where the system does not tell. */
  residentMiB: number[];
  /** What was wrong, with the smallest request that shows it. */
  failure?: string;
}

/** Starts a server over a small project and sends it `runs` requests; the same seed makes the same requests. */
export async function fuzz(runs: number, seed: number): Promise<FuzzReport> {
  const files = shopFiles();
  await using home = await tmp();
  await using project = await tmp(files);
  // Bound to its project: on an unbound endpoint a made-up name could open any folder of the machine.
  await using served = await serve(["--project", project.path], { home: home.path });
  const document = (await (await served.fetch("/openapi.json")).json()) as OpenApiDocument;
  const operations = operationsOf(document);
  const aliases = Object.fromEntries(TOOLS.map((tool) => [tool.name, tool.aliases]));
  const judge = new Judge(document, aliases);
  const samples = samplesOf(operations, ["src", ".", ...Object.keys(files).slice(0, 4)]);

  const report: FuzzReport = { seed, requests: 0, seconds: 0, kinds: {}, statuses: {}, residentMiB: [] };
  // Once the server does not reply, smaller requests fail as well: the first one is what is to be told.
  let unanswered: Error | undefined;
  const startedAt = performance.now();
  const outcome = await fc.check(
    fc.asyncProperty(requests(operations, aliases, samples), async (shot) => {
      if (unanswered) throw unanswered;
      const reply = await send(served, shot).catch((error: Error) => {
        unanswered = new Error(`no reply: ${error.message}\n${described(shot)}`, { cause: error });
        throw unanswered;
      });
      report.requests++;
      report.kinds[shot.kind] = (report.kinds[shot.kind] ?? 0) + 1;
      report.statuses[reply.status] = (report.statuses[reply.status] ?? 0) + 1;
      if (report.requests % Math.ceil(runs / MEMORY_SAMPLES) === 0) {
        const resident = await residentMiB(served.pid);
        if (resident !== undefined) report.residentMiB.push(resident);
      }
      const fault = judge.fault(shot, reply);
      if (fault !== undefined) {
        throw new Error(`${fault}\n${described(shot)}\n  reply: ${reply.status} ${shortened(reply.text)}`);
      }
    }),
    { numRuns: runs, seed },
  );
  report.seconds = (performance.now() - startedAt) / 1_000;
  const failure =
    (outcome.failed ? String((outcome.errorInstance as Error | null)?.message) : undefined) ??
    memoryFault(report.residentMiB) ??
    (await healthFault(served));
  return failure === undefined ? report : { ...report, failure };
}

async function send(served: Served, { method, path, contentType, body }: Shot): Promise<Reply> {
  const response = await served.fetch(path, {
    method,
    ...(contentType !== undefined && { headers: { "content-type": contentType } }),
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(HANG_MS),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function healthFault(served: Served): Promise<string | undefined> {
  const { status } = await served.fetch("/healthz");
  return status === 200 ? undefined : `after the run /healthz gives ${status}`;
}

/** Memory may rise while code and caches are warmed up, so the first half is the yardstick of the second. */
function memoryFault(samples: readonly number[]): string | undefined {
  const half = Math.floor(samples.length / 2);
  const [early, late] = [Math.max(...samples.slice(0, half)), Math.max(...samples.slice(half))];
  if (samples.length < MEMORY_SAMPLES || late <= early + MEMORY_SLACK_MIB) return undefined;
  return `memory grew from ${early} MiB in the first half to ${late} MiB in the second`;
}

/** Linux tells; elsewhere the check is left out. */
async function residentMiB(pid: number): Promise<number | undefined> {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(file, "utf8"))?.[1]) / 1024);
}

function described({ kind, method, path, contentType, body }: Shot): string {
  const sent = body === undefined ? "no body" : typeof body === "string" ? body : `bytes ${body.toHex()}`;
  return `  ${kind}: ${method} ${path} (${contentType ?? "no content type"}) ${shortened(sent)}`;
}

function shortened(text: string): string {
  return text.length <= 600 ? text : `${text.slice(0, 300)}… (${text.length} characters)`;
}

function counts(table: Record<string, number>): string {
  return Object.entries(table)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { requests: { type: "string", default: "20000" }, seed: { type: "string" } },
  });
  const seed = Number(values.seed ?? crypto.getRandomValues(new Int32Array(1))[0]);
  console.log(`seed ${seed}`);
  const report = await fuzz(Number(values.requests), seed);
  console.log(`requests: ${counts(report.kinds)}`);
  console.log(`replies: ${counts(report.statuses)}`);
  const { residentMiB, seconds } = report;
  const memory = `${residentMiB[0]} to ${residentMiB.at(-1)} MiB, at most ${Math.max(...residentMiB)}`;
  console.log(`memory of the server: ${residentMiB.length > 0 ? memory : "not measured"}`);
  const rate = Math.round(report.requests / seconds);
  console.log(`${report.requests} requests in ${seconds.toFixed(1)} s, ${rate} a second`);
  if (report.failure !== undefined) {
    console.error(`FAILED: ${report.failure}`);
    process.exit(1);
  }
}
