import { expect, jest, test } from "bun:test";
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

test("H63: Progress never stays silent for longer than it may, whenever the last report came", () => {
  jest.useFakeTimers();
  try {
    const { reports, progress } = recorded(5_000);
    using _ = progress;
    jest.advanceTimersByTime(4_000);
    progress.report(1);
    jest.advanceTimersByTime(4_999);
    expect(reports).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(reports).toHaveLength(2);
    jest.advanceTimersByTime(5_000);
    expect(reports).toHaveLength(3);
  } finally {
    jest.useRealTimers();
  }
});

test("Progress gives a sign of life when a call is silent, and rises all the same", async () => {
  const { reports, progress } = recorded(20);
  progress.report(4);
  await Bun.sleep(150);
  progress[Symbol.dispose]();
  const before = reports.length;
  expect(before).toBeGreaterThanOrEqual(2);
  expect(reports.every(({ done }, index) => index === 0 || done > reports[index - 1]!.done)).toBe(true);
  progress.report(1_000); // of a tool that does not know yet that its call has ended
  await Bun.sleep(60);
  expect(reports.length).toBe(before);
});
