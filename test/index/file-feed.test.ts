/** What changed in a project, one by one, for those who follow it. */
import { expect, test } from "bun:test";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { git } from "../fixture/project.ts";
import { complete, projectIndexAt } from "../fixture/project-index.ts";
import { tmp } from "../fixture/tmp.ts";

const signal = AbortSignal.timeout(60_000);

const TEXT = (name: string) => `export const ${name} = 1;\n`;

async function following(files: Record<string, string>) {
  const project = await tmp(files);
  const data = await tmp();
  const index = await projectIndexAt(project.path, data.path);
  await complete(index);
  let after = (await index.changesSince(undefined, signal)).until;
  return {
    project,
    index,
    at: (path: string) => join(project.path, path),
    async news(): Promise<string[] | undefined> {
      await index.freshen(signal, 20_000);
      const { until, changes, reason } = await index.changesSince(after, signal);
      expect(reason).toBeUndefined();
      after = until;
      return changes?.map(({ path, kind }) => `${kind} ${path}`).sort();
    },
    async [Symbol.asyncDispose]() {
      await index[Symbol.asyncDispose]();
      await data[Symbol.asyncDispose]();
      await project[Symbol.asyncDispose]();
    },
  };
}

test("nothing is told of what was there, and each change once", async () => {
  await using all = await following({ "a.ts": TEXT("a"), "b.ts": TEXT("b"), "c.bin": "\0" });
  expect(await all.news()).toEqual([]);
  writeFileSync(all.at("a.ts"), TEXT("a2"));
  writeFileSync(all.at("new.ts"), TEXT("n"));
  writeFileSync(all.at("c.bin"), "\0\0");
  rmSync(all.at("b.ts"));
  expect(await all.news()).toEqual(["changed a.ts", "changed c.bin", "created new.ts", "deleted b.ts"]);
  expect(await all.news()).toEqual([]);
  writeFileSync(all.at("a.ts"), TEXT("a2")); // the same text again
  renameSync(all.at("new.ts"), all.at("moved.ts"));
  expect(await all.news()).toEqual(["created moved.ts", "deleted new.ts"]);
});

test("those who look at different times are told of all that they missed", async () => {
  await using all = await following({ "a.ts": TEXT("a") });
  const early = (await all.index.changesSince(undefined, signal)).until;
  writeFileSync(all.at("b.ts"), TEXT("b"));
  expect(await all.news()).toEqual(["created b.ts"]);
  writeFileSync(all.at("c.ts"), TEXT("c"));
  expect(await all.news()).toEqual(["created c.ts"]);
  const { changes } = await all.index.changesSince(early, signal);
  expect(changes?.map(({ path }) => path)).toEqual(["b.ts", "c.ts"]);
});

test("H30 a branch switch tells of each file that it changed", async () => {
  await using all = await following({ "a.ts": TEXT("a"), "same.ts": TEXT("s") });
  git(all.project.path, "init", "-q");
  git(all.project.path, "add", ".");
  git(all.project.path, "commit", "-qm", "one");
  git(all.project.path, "checkout", "-qb", "next");
  writeFileSync(all.at("a.ts"), TEXT("next"));
  git(all.project.path, "commit", "-qam", "two");
  await all.news();
  git(all.project.path, "checkout", "-q", "main");
  expect(await all.news()).toEqual(["changed a.ts"]);
});

test("what changed since somebody listens is told although the index was not there yet", async () => {
  await using project = await tmp({ "old.ts": TEXT("a"), "b.ts": TEXT("b"), "gone.ts": TEXT("g") });
  await using data = await tmp();
  await Bun.sleep(100);
  await using index = await projectIndexAt(project.path, data.path);
  const { until } = await index.changesSince(undefined, AbortSignal.timeout(60_000));
  writeFileSync(join(project.path, "b.ts"), TEXT("b2"));
  writeFileSync(join(project.path, "new.ts"), TEXT("n"));
  rmSync(join(project.path, "gone.ts"));
  await complete(index);
  const { changes } = await index.changesSince(until, signal);
  expect(changes?.map(({ path, kind }) => `${kind} ${path}`).sort()).toEqual([
    "changed b.ts",
    "created new.ts",
    "deleted gone.ts",
  ]);
});

test("who is too far behind is told so", async () => {
  await using all = await following({ "a.ts": TEXT("a") });
  for (let at = 0; at < 10_100; at++) writeFileSync(all.at(`f${at}.txt`), "");
  await complete(all.index);
  expect(await all.news()).toBeUndefined();
  writeFileSync(all.at("g.txt"), "g");
  expect(await all.news()).toEqual(["created g.txt"]);
}, 60_000);
