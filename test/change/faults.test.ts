/** What the disk can do to a change: refuse a step, or see the process die there. All of the files change, or none. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createdFile } from "../../src/change/file-change.ts";
import { engineAt, NEVER, steppedDisk, systemError, TESTER } from "../fixture/changes.ts";
import { filesIn } from "../fixture/files-in.ts";
import { CHANGED, SAMPLE, sampleChange } from "../fixture/sample-change.ts";
import { tmp } from "../fixture/tmp.ts";

const withFolders = (files: Readonly<Record<string, string>>, ...folders: string[]) => ({
  ...files,
  ...Object.fromEntries(folders.map((folder) => [folder, "/"])),
});
const BEFORE = withFolders(SAMPLE, "deep");
const AFTER = withFolders(CHANGED, "deep", "new", "new/folder");

/** How many steps the sample takes when nothing goes wrong. */
async function stepsOfSample(): Promise<string[]> {
  await using dir = await tmp(SAMPLE);
  await using memory = await tmp();
  const disk = steppedDisk(() => undefined);
  using engine = await engineAt(dir.path, { memory: memory.path, disk });
  await engine.carryOut(...(await sampleChange(engine.project)));
  expect(await filesIn(dir.path)).toEqual(AFTER);
  return disk.steps;
}

const STEPS = await stepsOfSample();

/** Every step with every fault takes a minute or more; otherwise it is a sample. */
const ALL = process.env.WAYMARK_ALL_STEPS === "1";

/** What a caller may hear of a step that failed. */
const CODES: Record<string, string[]> = {
  ENOSPC: ["unavailable"],
  EACCES: ["forbidden"],
  EIO: ["unavailable"],
  EXDEV: ["unavailable"],
  EROFS: ["forbidden"],
};

describe("a step that fails", () => {
  for (const [code, answers] of Object.entries(CODES)) {
    test(`with ${code} leaves every file as it was, or the change done, wherever it is`, async () => {
      let refused = 0;
      for (const [index, name] of STEPS.entries()) {
        if (!ALL && code !== "ENOSPC" && index % 4 !== 0) continue;
        await using dir = await tmp(SAMPLE);
        await using memory = await tmp();
        const disk = steppedDisk((step) => {
          if (step === index + 1) throw systemError(code);
        });
        using engine = await engineAt(dir.path, { memory: memory.path, disk });
        const where = `step ${index + 1}, ${name}`;
        const outcome = await engine.carryOut(...(await sampleChange(engine.project))).then(
          ({ isApplied }) => ({ isApplied }),
          (error: { code?: string }) => ({ error: error.code }),
        );
        // A step that is not needed, such as a second name for the old file, may fail and the change be done all the same.
        if ("isApplied" in outcome) {
          await engine.changes.recover(); // may have to tidy up
          expect([where, outcome, await filesIn(dir.path)]).toEqual([where, { isApplied: true }, AFTER]);
        } else {
          refused++;
          expect([where, await filesIn(dir.path)]).toEqual([where, BEFORE]);
          expect(answers).toContain(outcome.error!);
          expect(engine.changes.journal.count).toBe(0);
        }
      }
      expect(refused).toBeGreaterThan(5);
    });
  }

  test("and goes on failing while it is taken back is mended by the next change, from the journal", async () => {
    for (let from = 1; from <= STEPS.length; from++) {
      await using dir = await tmp(SAMPLE);
      await using memory = await tmp();
      let expected = BEFORE;
      {
        const disk = steppedDisk((step) => {
          if (step >= from) throw systemError("ENOSPC");
        });
        using engine = await engineAt(dir.path, { memory: memory.path, disk });
        const isDone = engine.carryOut(...(await sampleChange(engine.project))).then(
          () => true,
          () => false,
        );
        expected = (await isDone) ? AFTER : BEFORE; // tidying up may fail when all is done
      }
      using engine = await engineAt(dir.path, { memory: memory.path });
      await engine.changes.recover();
      expect([from, await filesIn(dir.path)]).toEqual([from, expected]);
    }
  });
});

describe("a process that dies", () => {
  const every = ALL ? 1 : 9;
  for (const when of ["before", "after"] as const) {
    test(`${when} a step leaves all or nothing for the next start`, async () => {
      const outcomes = { before: 0, after: 0 };
      for (let step = 1; step <= STEPS.length; step += every) {
        await using dir = await tmp(SAMPLE);
        await using memory = await tmp();
        const script = join(import.meta.dir, "../fixture/mortal-changer.ts");
        const child = Bun.spawnSync([process.execPath, script, dir.path, memory.path, String(step), when]);
        expect([step, child.signalCode]).toEqual([step, "SIGKILL"]);
        using engine = await engineAt(dir.path, { memory: memory.path });
        await engine.changes.recover();
        const found = await filesIn(dir.path);
        const isDone = "new/folder/c.txt" in found;
        expect([step, found]).toEqual([step, isDone ? AFTER : BEFORE]);
        outcomes[isDone ? "after" : "before"]++;
        expect(engine.changes.journal.count).toBe(isDone ? 1 : 0);
        if (isDone) continue;
        expect(engine.log).toEqual(
          step === 1 ? expect.anything() : ["changes that a process did not finish were taken back"],
        );
      }
      expect(outcomes.before).toBeGreaterThan(0);
    });
  }

  test("in the middle, and somebody else writes one of its files: that stays, the others come back", async () => {
    await using dir = await tmp(SAMPLE);
    await using memory = await tmp();
    const step = STEPS.lastIndexOf("move") + 1;
    const script = join(import.meta.dir, "../fixture/mortal-changer.ts");
    Bun.spawnSync([process.execPath, script, dir.path, memory.path, String(step), "after"]);
    await Bun.write(join(dir.path, "a.txt"), "somebody else's\n");
    using engine = await engineAt(dir.path, { memory: memory.path });
    await engine.changes.recover();
    expect(await filesIn(dir.path)).toEqual({ ...BEFORE, "a.txt": "somebody else's\n" });
  });
});

describe("a change that a dead process left half done", () => {
  const replaced: [string, (root: string) => Promise<unknown>, Record<string, string>][] = [
    ["a link in the place of a file", (root) => Bun.$`ln -sfn /etc/hosts ${root}/a.txt`, { "a.txt": "-> /etc/hosts" }],
    ["a folder in the place of a file", (root) => Bun.$`rm ${root}/a.txt && mkdir ${root}/a.txt`, { "a.txt": "/" }],
    ["no folder any more", (root) => Bun.$`rm -r ${root}/deep`, {}],
    [
      "a link in the place of a folder",
      (root) => Bun.$`rm -r ${root}/deep && ln -s /proc/self/nothing ${root}/deep`,
      { deep: "-> /proc/self/nothing" },
    ],
  ];
  test.each(replaced)("leaves %s alone, and is no hindrance to further changes", async (what, put, there) => {
    await using dir = await tmp(SAMPLE);
    await using memory = await tmp();
    const script = join(import.meta.dir, "../fixture/mortal-changer.ts");
    Bun.spawnSync([process.execPath, script, dir.path, memory.path, String(STEPS.lastIndexOf("move") + 1), "after"]);
    await put(dir.path);
    using engine = await engineAt(dir.path, { memory: memory.path });
    await engine.changes.recover();
    expect(engine.log).toEqual(["changes that a process did not finish were taken back"]);
    const { "a.txt": file, deep, "deep/b.txt": inner, ...rest } = BEFORE as Record<string, string>;
    const isOfFile = what.includes("place of a file");
    const kept = isOfFile ? { deep: deep!, "deep/b.txt": inner! } : { "a.txt": file! };
    expect(await filesIn(dir.path)).toEqual({ ...rest, ...kept, ...there });
    await engine.carryOut(createdFile("next.txt", "x"));
  });
});

test("a file that is mounted alone, so that nothing replaces it, is written over", async () => {
  await using dir = await tmp(SAMPLE);
  await using memory = await tmp();
  const disk = steppedDisk((_, name) => {
    if (name === "move") throw systemError("EBUSY");
  });
  using engine = await engineAt(dir.path, { memory: memory.path, disk });
  const [edit] = await sampleChange(engine.project);
  await engine.changes.carryOut(TESTER, async () => [edit!], { signal: NEVER });
  expect(await filesIn(dir.path)).toEqual({ ...BEFORE, "a.txt": CHANGED["a.txt"]! });
});
