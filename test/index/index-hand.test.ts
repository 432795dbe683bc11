/** An index whose worker dies: real workers, which die as they write. */
import { expect, test } from "bun:test";
import { Unavailable } from "../../src/base/error.ts";
import type { IndexJob } from "../../src/index/index.worker.ts";
import { indexStatus } from "../../src/index/status.ts";
import { projectAt } from "../fixture/project.ts";
import { complete, projectIndexAt } from "../fixture/project-index.ts";
import { tmp } from "../fixture/tmp.ts";

const FILES = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`src/f${n}.ts`, `export const v${n} = 1;\n`]));

/** @param deaths how each worker dies, the first to be started first; those after them live. @param jobs gets what each is given. */
function mortals(deaths: readonly string[], jobs: string[][]): () => Worker {
  return () => {
    const env = { ...process.env, MORTAL: deaths[jobs.length] ?? "" } as Record<string, string>;
    const worker = new Worker(new URL("../fixture/mortal-index.worker.ts", import.meta.url), { env });
    const given: string[] = [];
    jobs.push(given);
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (job: IndexJob) => {
      given.push(job.do);
      post(job);
    };
    return worker;
  };
}

for (const death of ["throw", "exit", "open"]) {
  test(`another worker goes on where one dies in the midst of its work (${death})`, async () => {
    await using project = await tmp(FILES);
    await using data = await tmp();
    const jobs: string[][] = [];
    const log: string[] = [];
    await using index = await projectIndexAt(project.path, data.path, log, {
      startWorker: mortals([death, death], jobs),
    });
    await index.whole(AbortSignal.timeout(60_000));
    expect(index.state).toMatchObject({ isComplete: true, isWriter: true, fault: undefined });
    expect(index.reader!.query("SELECT count(*) AS count FROM files").get()).toEqual({ count: 200 });
    expect(jobs.map(([first]) => first)).toEqual(["open", "open", "open"]);
    expect(jobs.flat().filter((job) => job === "open")).toHaveLength(3);
    expect(log.filter((line) => line.includes("the indexer died"))).toHaveLength(2);
  }, 60_000);
}

test("H75 nobody waits for workers that die each time: the status says failed, with the reason and the time", async () => {
  await using project = await tmp(FILES);
  await using data = await tmp();
  const jobs: string[][] = [];
  const deaths = Array.from({ length: 20 }, () => "throw");
  await using index = await projectIndexAt(project.path, data.path, [], { startWorker: mortals(deaths, jobs) });
  const fault = await index.whole(AbortSignal.timeout(60_000)).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(Unavailable);
  expect((fault as Unavailable).message).toContain("3 times in a row, the last time with: the worker broke");
  const status = await indexStatus(index, await projectAt(project.path), ".", AbortSignal.timeout(60_000));
  expect(status).toMatchObject({ state: "failed", fault: { message: expect.stringContaining("the worker broke") } });
  expect(Date.now() - Date.parse(status.fault!.at)).toBeLessThan(120_000);
  expect((await index.freshen(AbortSignal.timeout(60_000), 5_000)).reason).toContain("the worker broke");
  expect(jobs).toHaveLength(3);
}, 60_000);

test("a worker that has died long after its work is replaced by the next change", async () => {
  await using project = await tmp(FILES);
  await using data = await tmp();
  const workers: Worker[] = [];
  const start = mortals([], []);
  const startWorker = () => {
    workers.push(start());
    return workers.at(-1)!;
  };
  await using index = await projectIndexAt(project.path, data.path, [], { startWorker });
  await complete(index);
  const ended = new Promise((resolve) => workers[0]!.addEventListener("close", resolve));
  workers[0]!.terminate();
  await ended;
  await Bun.write(`${project.path}/src/late.ts`, "export const late = 1;\n");
  expect(await index.freshen(AbortSignal.timeout(60_000), 20_000)).toMatchObject({ pending: 0, reason: undefined });
  expect(index.reader!.query("SELECT count(*) AS count FROM files").get()).toEqual({ count: 201 });
  expect(workers).toHaveLength(2);
}, 60_000);
