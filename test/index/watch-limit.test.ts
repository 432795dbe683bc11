/** An index on a system that has no more watches to give. */
import { expect, test } from "bun:test";
import { rmSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProjectIndex } from "../../src/index/project-index.ts";
import { indexStatus } from "../../src/index/status.ts";
import { projectAt } from "../fixture/project.ts";
import { complete, projectIndexAt } from "../fixture/project-index.ts";
import { tmp } from "../fixture/tmp.ts";

const FOLDERS = 30;
const FILES = Object.fromEntries(
  Array.from({ length: FOLDERS }, (_, n) => [`d${n}/a.ts`, `export function f${n}() {}\n`]),
);

/** A system that gives so many watches and no more; those that it gave may be lost later, too. */
function limited(most: number) {
  const given: ReturnType<typeof watch>[] = [];
  const exhausted = () => Object.assign(new Error("ENOSPC: no space left on device, watch"), { code: "ENOSPC" });
  const watchSome = ((...args: Parameters<typeof watch>) => {
    if (given.length >= most) throw exhausted();
    given.push(watch(...args));
    return given.at(-1)!;
  }) as typeof watch;
  return { watch: watchSome, loseAll: () => given.map((one) => one.emit("error", exhausted())) };
}

async function names(index: ProjectIndex): Promise<unknown[]> {
  const signal = AbortSignal.timeout(60_000);
  expect(await index.freshen(signal, 20_000)).toMatchObject({ pending: 0, reason: undefined });
  const rows = index.reader!.query(
    "SELECT DISTINCT names.name FROM files JOIN symbols USING (content) JOIN names ON names.id = symbols.name",
  );
  return rows.values().flat();
}

for (const most of [8, 1, 0]) {
  test(`H34 with ${most} watches for ${FOLDERS} folders the health says so, and every change is known by the next question`, async () => {
    await using project = await tmp(FILES);
    await using data = await tmp();
    await using index = await projectIndexAt(project.path, data.path, [], { watch: limited(most).watch });
    await complete(index);
    const { watcher } = await indexStatus(index, await projectAt(project.path), ".", AbortSignal.timeout(60_000));
    expect(watcher).toMatchObject({ state: "degraded", reason: expect.stringContaining("no more watches to give") });
    for (const folder of ["d0", `d${FOLDERS - 1}`]) {
      writeFileSync(join(project.path, folder, "a.ts"), `export function changed_${folder}() {}\n`);
      expect(await names(index)).toContain(`changed_${folder}`);
      writeFileSync(join(project.path, folder, "new.ts"), `export function new_${folder}() {}\n`);
      expect(await names(index)).toContain(`new_${folder}`);
      rmSync(join(project.path, folder, "new.ts"));
      expect(await names(index)).not.toContain(`new_${folder}`);
    }
  }, 60_000);
}

test("H34 watches that are lost while the server runs end nothing and hide nothing", async () => {
  await using project = await tmp(FILES);
  await using data = await tmp();
  const system = limited(Number.POSITIVE_INFINITY);
  await using index = await projectIndexAt(project.path, data.path, [], { watch: system.watch });
  await complete(index);
  expect(index.state.health.state).toBe("watching");
  system.loseAll();
  writeFileSync(join(project.path, "d7/a.ts"), "export function later() {}\n");
  expect(await names(index)).toContain("later");
  expect(index.state.health).toMatchObject({ state: "degraded", reason: expect.stringContaining("no more watches") });
}, 60_000);
