/** Vectors by a service over HTTP, made by the worker of an index, asked for in this process. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { EmbeddingTask, EndpointTask } from "../../src/embed/task.ts";
import type { ProjectIndex } from "../../src/index/project-index.ts";
import { FakeEmbeddingServer } from "../fixture/fake-embedding-server.ts";
import { projectIndexAt } from "../fixture/project-index.ts";
import { questions } from "../fixture/questions.ts";
import { type TemporaryFolder, tmp } from "../fixture/tmp.ts";

const never = new AbortController().signal;
const FILES = Object.fromEntries(
  Array.from({ length: 10 }, (_, at) => [
    `project/src/f${at}.ts`,
    `export function harbour${at}() {\n  return ${at};\n}\n`,
  ]),
);

let server: FakeEmbeddingServer;
let work: TemporaryFolder;
const open: ProjectIndex[] = [];
beforeEach(async () => {
  server = new FakeEmbeddingServer();
  work = await tmp(FILES);
});
afterEach(async () => {
  for (const index of open.splice(0)) await index[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await work[Symbol.asyncDispose]();
});

function task({
  queryTimeoutMs = 5_000,
  isStrict = false,
  ...more
}: Partial<EndpointTask & EmbeddingTask> = {}): EmbeddingTask {
  const endpoint = {
    url: server.url,
    model: "m",
    key: undefined,
    dimensions: undefined,
    queryPrefix: "",
    documentPrefix: "",
    mostChars: 8_000,
    concurrency: 2,
    timeoutMs: 10_000,
    ...more,
  };
  return { provider: "endpoint", endpoint, isStrict, queryTimeoutMs };
}

async function started(embedding = task(), folder = "index"): Promise<ProjectIndex> {
  const index = await projectIndexAt(join(work.path, "project"), join(work.path, folder), [], {}, embedding);
  open.push(index);
  await index.whole(AbortSignal.timeout(60_000));
  return index;
}

async function closed(index: ProjectIndex): Promise<void> {
  open.splice(open.indexOf(index), 1);
  await index[Symbol.asyncDispose]();
}

async function embedded(index: ProjectIndex): Promise<void> {
  await until(() => index.state.embedding.state === "ready");
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; turn < 3_000 && !isTrue(); turn++) await Bun.sleep(10);
  expect(isTrue()).toBe(true);
}

const ask = (index: ProjectIndex, query = "harbour3 f3", k = 3) => index.vectors.nearest(query, k, {}, never);

describe("a service", () => {
  test("gives vectors to every part of the project, and answers questions with them", async () => {
    server.dimensions = 768;
    const index = await started();
    await embedded(index);
    expect(index.state.embedding).toMatchObject({
      done: 10,
      total: 10,
      refused: 0,
      dimensions: 768,
      leavesMachine: false,
    });
    const { neighbours, state } = await ask(index);
    expect([state, neighbours[0]!.path]).toEqual(["ready", "src/f3.ts"]);
    expect(server.texts.filter((text) => text === "harbour3 f3")).toHaveLength(1);
    await ask(index);
    expect(server.texts.filter((text) => text === "harbour3 f3")).toHaveLength(1);
  }, 60_000);

  test("a file that changed is found by what it says now", async () => {
    server.dimensions = 256;
    const index = await started();
    await embedded(index);
    for (const word of ["freight", "anchor", "parcel"]) {
      await Bun.write(join(work.path, "project/src/f3.ts"), `export const ${word} = 1;\n`);
      await index.freshen(AbortSignal.timeout(20_000), 20_000);
      await until(() => index.state.embedding.state === "ready");
      const { state, neighbours } = await ask(index, `src f3 ${word}`, 10);
      expect([state, neighbours[0]!.path, neighbours.length]).toEqual(["ready", "src/f3.ts", 10]);
    }
  }, 60_000);

  test("serves a process that only reads the index, too", async () => {
    const writer = await started();
    await embedded(writer);
    const reader = await started();
    expect([writer.state.isWriter, reader.state.isWriter]).toEqual([true, false]);
    expect((await ask(reader)).neighbours[0]!.path).toBe("src/f3.ts");
    expect(reader.state.embedding.state).toBe("ready");
  }, 60_000);

  test("H92: that is slow and limited keeps no file from being indexed, and every part gets its vector", async () => {
    const line = (at: number) => `export const value${at} = "${"word ".repeat(25)}";\n`;
    await Bun.write(join(work.path, "project/many.ts"), Array.from({ length: 1_500 }, (_, at) => line(at)).join(""));
    for (const at of [1, 2])
      await Bun.write(join(work.path, `project/long${at}.txt`), "long words here ".repeat(1_250));
    server.limits = [{ allChars: 6_000, status: 400, message: "too many characters: at most 6000" }];
    server.delayMs = 10;
    const index = await started();
    expect(index.state.isComplete).toBe(true);
    expect(index.state.embedding.state).not.toBe("ready");
    await until(() => index.state.embedding.done > 0);
    const { done, total, state, perSecond } = index.state.embedding;
    expect(total).toBeGreaterThan(150);
    if (state === "embedding" && done > 20) expect(perSecond).toBeGreaterThan(0);
    expect((await ask(index)).state).toBe("partial");
    await embedded(index);
    expect(index.state.embedding).toMatchObject({ done: total, total, refused: 0 });
  }, 60_000);

  test("H91: with another number of dimensions after a restart, no vector is mixed, and all are made anew", async () => {
    const first = await started();
    await embedded(first);
    await closed(first);
    server.dimensions = 12;
    let isHeld = true;
    server.script = (texts) => (isHeld && texts.some((text) => text.includes("export")) ? "hangs" : undefined);
    const second = await started(task({ timeoutMs: 300 }));
    await until(() => second.state.embedding.dimensions === 12);
    const meanwhile = await ask(second);
    expect(meanwhile).toMatchObject({ neighbours: [], state: "partial" });
    expect(meanwhile.reason).toContain("0 of 10");
    isHeld = false;
    await embedded(second);
    expect(second.reader!.query("SELECT dimensions, count FROM vector_info").all()).toEqual([
      { dimensions: 12, count: 10 },
    ]);
    expect((await ask(second)).neighbours).toHaveLength(3);
  }, 60_000);

  test("H91: whose dimensions change while it runs is noticed", async () => {
    const index = await started();
    await embedded(index);
    server.dimensions = 12;
    const answer = await ask(index, "another question");
    expect(answer).toMatchObject({
      state: "none",
      reason: expect.stringContaining("gave 12 numbers for text 1 of 1, not 8"),
    });
    await Bun.write(join(work.path, "project/new.ts"), "export const freight = 1;\n");
    await index.refresh(".");
    await until(() => index.state.embedding.fault !== undefined);
    expect(index.state.embedding.fault!.message).toContain("gave 12 numbers");
    await until(() => index.state.embedding.dimensions === 12 && index.state.embedding.state === "ready");
    expect((await ask(index, "another question")).state).toBe("ready");
  }, 60_000);

  test("H94: that is down, hangs or refuses the key is told apart, and used again when it is back", async () => {
    const index = await started(task({ queryTimeoutMs: 200 }));
    await embedded(index);
    await server.stop();
    expect(await ask(index, "first")).toEqual({
      neighbours: [],
      state: "none",
      reason: expect.stringMatching(/^The embedding service at http:\/\/127\.0\.0\.1:\d+ cannot be reached/),
    });
    server.start();
    server.always = "hangs";
    const before = performance.now();
    expect(await ask(index, "second")).toEqual({
      neighbours: [],
      state: "none",
      reason: "The embedding service did not answer within 200 ms.",
    });
    expect(performance.now() - before).toBeLessThan(3_000);
    server.always = { status: 401 };
    expect((await ask(index, "third")).reason).toContain("does not accept the API key (401)");
    server.always = undefined;
    expect(await ask(index, "fourth")).toMatchObject({ state: "ready" });
    expect(await ask(index, "first")).toMatchObject({ state: "ready" });
  }, 60_000);

  test("that is slow once answers the same question the next time, and questions do not pile up", async () => {
    const index = await started(task({ queryTimeoutMs: 50 }));
    await embedded(index);
    server.delayMs = 300;
    expect((await ask(index)).state).toBe("none");
    await Bun.sleep(500);
    expect((await ask(index)).state).toBe("ready");
    server.always = "hangs";
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(index, `question ${at}`)));
    expect(new Set(answers.map(({ reason }) => reason!.replace(/\d+ (?=earlier)/, "")))).toEqual(
      new Set([
        "The embedding service did not answer within 50 ms.",
        "The embedding service has not answered earlier questions.",
      ]),
    );
    expect(server.mostAtOnce).toBeLessThan(10);
  }, 60_000);

  test("that is not there from the start keeps nothing else from being answered", async () => {
    await server.stop();
    const index = await started();
    await until(() => index.state.embedding.fault !== undefined);
    expect(index.state.fault).toBeUndefined();
    expect(index.state.embedding).toMatchObject({
      state: "waiting",
      fault: { message: expect.stringContaining("cannot be reached") },
    });
    const { state, reason } = await ask(index);
    expect([state, reason]).toEqual([
      "none",
      expect.stringMatching(/no vectors yet.*cannot be reached.*tried again at/),
    ]);
    const strict = await started(task({ isStrict: true }));
    expect(ask(strict)).rejects.toThrow("cannot be reached");
    await ask(strict).catch(() => undefined);
  }, 60_000);
});

test("H68, H75: status names the service's fault with its time; neither key nor text is told to anybody", async () => {
  const key = "key_sentinel_2";
  server.script = (texts) => ({ status: 401, body: { error: `key ${key} for ${texts}` } });
  await using shop = await questions({
    files: { "a.ts": "export const swordfish = 1;\n" },
    settings: {
      "embedding.provider": "endpoint",
      "embedding.url": server.url,
      "embedding.model": "m",
      "embedding.api_key": key,
      included_optional_tools: ["get_current_config"],
    },
  });
  await shop.indexed();
  const project = await shop.app.app.projects.at(shop.app.project);
  const index = shop.app.app.indexOf(project);
  await until(() => index.state.embedding.fault !== undefined);
  expect(server.seen[0]!.headers.get("authorization")).toBe(`Bearer ${key}`);
  const status = await shop.ask<{ state: string; embedding: Record<string, unknown> }>("get_index_status", {});
  expect(status.body.answer).toMatchObject({
    state: "ready",
    embedding: {
      state: "waiting",
      provider: "endpoint",
      leaves_machine: false,
      last_fault: {
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        message: expect.stringContaining("does not accept the API key"),
      },
    },
  });
  expect(status.body.hint).toContain("embedding.last_fault");
  const config = await shop.ask("get_current_config", {});
  expect(JSON.stringify(config.body)).toContain("embedding.api_key");
  const document = await (await shop.app.http.request("/openapi.json")).text();
  const intent = await index.vectors.nearest("swordfish", 1, {}, never);
  const told = [JSON.stringify([status, config, intent]), document, ...shop.app.log].join("\n");
  expect(told).not.toContain(key);
  expect(shop.app.log.join("\n")).toContain("vectors are not made for now");
  expect(shop.app.log.join("\n")).not.toContain("swordfish");
}, 60_000);
