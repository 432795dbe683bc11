import { expect, test } from "bun:test";
import { MIGRATIONS } from "../../src/store/_migrations.gen.ts";
import { openDatabase } from "../../src/store/open.ts";
import { UsageTable } from "../../src/store/usage.ts";
import { UsageReports, usageReport } from "../../src/store/usage-report.ts";

const row = { surface: "mcp", client: "one", outcome: "ok", chars: 400, at: "2026-12-01T10:00:00.000Z" };

function filled() {
  const database = openDatabase(":memory:", MIGRATIONS.global);
  const usage = new UsageTable(database, (error) => {
    throw error;
  });
  for (let ms = 1; ms <= 100; ms++) usage.add({ ...row, tool: "find_symbol", durationMs: ms });
  usage.add({ ...row, tool: "find_symbol", durationMs: 5, outcome: "not_found" });
  usage.add({ ...row, tool: "read_file", durationMs: 0, client: "", surface: "rest" });
  usage.add({ ...row, tool: "read_file", durationMs: 1, at: "2026-11-01T10:00:00.000Z" });
  usage.flush();
  return { database, usage };
}

test("calls are summed by tool and by client, from a moment on, with the share of the slow ones to a tenth", () => {
  const { database } = filled();
  const report = usageReport(database, "2026-12-01T00:00:00.000Z");
  expect(report).toMatchObject({ calls: 102, errors: 1, tokens: 102 * 100 });
  const [symbol, file] = report.tools;
  expect(symbol).toMatchObject({ name: "find_symbol", calls: 101, errors: 1, tokens: 10_100 });
  expect(symbol!.p50).toBeGreaterThanOrEqual(50);
  expect(symbol!.p50).toBeLessThan(55);
  expect(symbol!.p95).toBeGreaterThanOrEqual(95);
  expect(symbol!.p95).toBeLessThan(104.5);
  expect(file).toMatchObject({ name: "read_file", calls: 1 });
  expect(report.clients.map(({ name, calls }) => [name, calls])).toEqual([
    ["mcp one", 101],
    ["rest", 1],
  ]);
  expect(report.faults).toEqual([{ tool: "find_symbol", outcome: "not_found", calls: 1, lastAt: row.at }]);
  expect(usageReport(database, "2026-01-01T00:00:00.000Z").calls).toBe(103);
});

test("who looks again sees what came meanwhile, though it is not in the table yet", async () => {
  const { database, usage } = filled();
  const reports = new UsageReports(database, () => usage.flush());
  const since = new Date("2026-01-01T00:00:00.000Z");
  expect(reports.since(since).calls).toBe(103);
  expect(reports.since(since)).toBe(reports.since(since));
  usage.add({ ...row, tool: "read_file", durationMs: 1 });
  while (reports.since(since).calls === 103) await Bun.sleep(10); // a report holds for as long as it pays
  expect(reports.since(since).calls).toBe(104);
  expect(reports.since(new Date("2026-12-01T00:00:00.000Z")).calls).toBe(103);
});
