import { expect, test } from "bun:test";
import { join } from "node:path";
import { psTable, treeUse } from "../../src/base/process-tree.ts";
import { startServer } from "../../src/base/server-process.ts";
import { ends, pidIn } from "../fixture/processes.ts";
import { tmp } from "../fixture/tmp.ts";

const env = { PATH: process.env.PATH! };
const MB = 1_048_576;

/** Takes 60 MB and half a second of a processor, then writes its number to a file. */
const EATER = `
  const held = new Uint8Array(60 * 1048576).fill(1);
  while (performance.now() < 300 || process.cpuUsage().user + process.cpuUsage().system < 5e5);
  await Bun.write(process.argv[2], String(process.pid));
  await Bun.sleep(100_000 + held.length);
`;

test("the memory and time of a tree are those of its processes, also of one that left it", async () => {
  await using dir = await tmp({ "eat.ts": EATER });
  const bun = process.execPath;
  const server = startServer(["sh", "-c", `${bun} eat.ts a & (setsid ${bun} eat.ts b &); wait`], {
    cwd: dir.path,
    env,
  });
  const pids = [await pidIn(join(dir.path, "a")), await pidIn(join(dir.path, "b"))];
  const use = treeUse(server.pid, server.mark)!;
  expect(use.processes).toBe(3);
  expect(use.residentBytes).toBeGreaterThan(120 * MB);
  expect(use.residentBytes).toBeLessThan(600 * MB);
  expect(use.cpuSeconds).toBeGreaterThan(0.9);
  expect(treeUse(pids[0]!)!.residentBytes).toBeLessThan(use.residentBytes - 60 * MB);
  server.kill();
  await server.exited;
  for (const pid of pids) expect(await ends(pid)).toBe(true);
  expect(treeUse(server.pid, server.mark)).toBeUndefined();
});

test("what ps says of this process is what Linux says of it", () => {
  const { stdout } = Bun.spawnSync(["ps", "-axo", "pid=,ppid=,rss=,time="]);
  const row = psTable(stdout.toString()).find(({ pid }) => pid === process.pid)!;
  const use = treeUse(process.pid)!;
  expect(row.parent).toBe(process.ppid);
  expect(row.residentBytes / use.residentBytes).toBeGreaterThan(0.5);
  expect(row.residentBytes / use.residentBytes).toBeLessThan(2);
});

test("times of ps are read in each of their forms", () => {
  const times = ["0:01.50", "1:02:03", "2-00:00:01", "00:59"].map((time, pid) => `${pid} 1 10 ${time}`).join("\n");
  expect(psTable(`${times}\n\n`).map(({ cpuSeconds }) => cpuSeconds)).toEqual([1.5, 3_723, 172_801, 59]);
  expect(psTable(" 7  1 10 0:00\n")[0]!.residentBytes).toBe(10_240);
});
