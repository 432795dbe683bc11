import { expect, test } from "bun:test";
import { Progress, type ProgressReport } from "../../src/tool/progress.ts";

function recorded(quietMs?: number) {
  const reports: ProgressReport[] = [];
  return { reports, progress: new Progress((report) => reports.push(report), quietMs) };
}

test("Progress sends only reports that rise, a few a second, and always the last one", () => {
  const { reports, progress } = recorded();
  using _ = progress;
  for (const done of [1, 1, 0, 2, 3, Number.NaN]) progress.report(done, 10);
  progress.report(10, 10, "done");
  expect(reports).toEqual([
    { done: 1, total: 10 },
    { done: 10, total: 10, message: "done" },
  ]);
});

test("Progress gives a sign of life when a call is silent, and rises all the same", async () => {
  const { reports, progress } = recorded(20);
  progress.report(4);
  await Bun.sleep(150);
  progress[Symbol.dispose]();
  const before = reports.length;
  expect(before).toBeGreaterThanOrEqual(2);
  expect(reports.every(({ done }, index) => index === 0 || done > reports[index - 1]!.done)).toBe(true);
  await Bun.sleep(60);
  expect(reports.length).toBe(before);
});
