/** Processes of language servers: none outlives Waymark or its project, and none takes more than it may. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { ends, isRunning, pidIn } from "../fixture/processes.ts";
import { git } from "../fixture/project.ts";
import { installServers } from "../fixture/real-servers.ts";
import {
  brief,
  descendants,
  filesAt,
  GOOD,
  openFiles,
  REAL,
  servedWith,
  TWO_FILES,
  zombies,
} from "../fixture/served-servers.ts";
import { tmp } from "../fixture/tmp.ts";

setDefaultTimeout(90_000);
beforeAll(installServers, 120_000);

test("H51 when Waymark is killed, all servers and what they started end", async () => {
  await using dir = await tmp();
  const child = `${dir.path}/child.pid`;
  await using waymark = await servedWith({
    files: { ...TWO_FILES, "tsconfig.json": "{}", "a.py": "def f(): return 1\n", "run.sh": "f() { :; }\n" },
    fakes: {
      stubborn: { scenario: { ...GOOD, exit: "never", on: { start: [{ child }] } }, spec: { languages: ["bash"] } },
    },
    settings: { servers: REAL, language_servers: { python: ["pyright"], typescript: ["typescript"] } },
  });
  await Promise.all([waymark.uses("a.ts", "a"), waymark.uses("a.py", "f"), waymark.uses("run.sh", "f")]);
  const rows = await waymark.rows();
  for (const id of ["typescript", "pyright", "stubborn"]) {
    expect(rows.find(({ server }) => server === id)).toMatchObject({ pid: expect.any(Number) });
  }
  const started = [...descendants(waymark.served.pid), await pidIn(child)];
  expect(started.length).toBeGreaterThanOrEqual(5); // three servers, a child, and who ends them all
  expect(started.every(isRunning)).toBe(true);
  process.kill(waymark.served.pid, "SIGKILL");
  expect(await Promise.all(started.map(ends))).toEqual(started.map(() => true));
});

describe("H52 projects that come and go", () => {
  test("leave no server, no dead process and no open file", async () => {
    await using dir = await tmp();
    const roots = [1, 2, 3, 4, 5].map((at) => `${dir.path}/p${at}`);
    for (const root of roots) await filesAt(root, TWO_FILES);
    await using waymark = await servedWith({ files: {}, fakes: { one: { scenario: GOOD } }, isUnbound: true });
    const { pid } = waymark.served;
    const round = async () => {
      const ask = (project: string) => waymark.uses("a.ts", "a", { project });
      expect((await Promise.all(roots.map(ask))).map(brief)).toEqual(roots.map(() => ["b.ts 1:14"]));
      const running = await Promise.all(roots.map(async (project) => (await waymark.rows({ project }))[0]!.pid!));
      expect(new Set(running).size).toBe(5);
      for (const project of roots) await waymark.call("remove_project", { project });
      expect(await Promise.all(running.map(ends))).toEqual(running.map(() => true));
    };
    await round();
    const [processes, files] = [descendants(pid).length, openFiles(pid)];
    for (const _ of [2, 3, 4]) await round();
    expect(zombies(pid)).toEqual([]);
    expect(descendants(pid).length).toBeLessThanOrEqual(processes);
    while (openFiles(pid) > files + 2) await Bun.sleep(50); // until the test is over, should that never be
    expect(await waymark.starts("one")).toBe(20);
  });

  test("a project that becomes a repository while its server runs keeps telling it of changes", async () => {
    await using waymark = await servedWith({ files: TWO_FILES, fakes: { one: { scenario: GOOD } } });
    await waymark.uses("a.ts", "a");
    git(waymark.root, "init", "-q");
    await waymark.uses("a.ts", "a");
    await writeFile(waymark.path("c.ts"), "export const c = 3;\n");
    const ask = () => waymark.uses("a.ts", "a");
    let body = await ask();
    while (!body.complete) body = await ask(); // its index, too, is another
    expect(brief(body)).toEqual(["b.ts 1:14"]);
    const told = await waymark.received("one", "workspace/didChangeWatchedFiles");
    expect(JSON.stringify(told.at(-1)?.params)).toContain("/c.ts");
  });
});

test("a server that grows beyond its memory is ended, and the next question starts it again", async () => {
  const grows = { ...GOOD, on: { "textDocument/didOpen": [{ grow_mb: 300 }] } };
  const fakes = { one: { scenario: { each_run: [grows, GOOD] }, spec: { memory_mb: 250 } } };
  await using waymark = await servedWith({ files: TWO_FILES, fakes });
  await waymark.uses("a.ts", "a");
  const [{ pid = 0 } = {}] = await waymark.rows();
  expect(await ends(pid)).toBe(true); // looked at every five seconds
  while ((await waymark.rows())[0]!.state !== "stopped") await Bun.sleep(10);
  expect(await waymark.rows()).toMatchObject([
    { state: "stopped", reason: expect.stringMatching(/it took \d+ MB of memory; 250 MB is its limit/) },
  ]);
  expect(brief(await waymark.uses("a.ts", "a"))).toEqual(["b.ts 1:14"]);
  expect(await waymark.starts("one")).toBe(2);
});
