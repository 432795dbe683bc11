import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { ownCommand } from "../../src/base/own-command.ts";
import { REAP_COMMAND } from "../../src/base/reap.ts";
import { Reaper } from "../../src/base/reaper.ts";
import { startServer } from "../../src/base/server-process.ts";
import { ends, isRunning, pidIn } from "../fixture/processes.ts";
import { tmp } from "../fixture/tmp.ts";

const env = { PATH: process.env.PATH! };
const command = [...ownCommand(), REAP_COMMAND] as const;

/** Scripts of servers, each of which writes the number of what must end to a file. */
const SERVERS = {
  "a server": "echo $$ > a; exec sleep 100",
  "its child": "sh -c 'trap \"\" TERM HUP INT; echo $$ > b; while :; do sleep 1; done' & wait",
  "its child in a session of its own": "setsid sh -c 'echo $$ > c; exec sleep 100' & wait",
  "an orphan in a session of its own": "(setsid sh -c 'echo $$ > d; exec sleep 100' &); sleep 100",
  "a server that ignores signals": "trap '' TERM HUP INT PIPE; echo $$ > e; while :; do sleep 1; done",
  "its child without an environment": "env -i /bin/sh -c 'echo $$ > f; while :; do /bin/sleep 1; done' & wait",
  "its child without an environment in a session of its own":
    "env -i setsid /bin/sh -c 'echo $$ > g; exec /bin/sleep 100' & wait",
};
const FILES = ["a", "b", "c", "d", "e", "f", "g"];

describe("H51: the reaper", () => {
  test("ends all that servers started when their starter is killed with SIGKILL, and then itself", async () => {
    await using dir = await tmp();
    const starter = Bun.spawn(
      [
        process.execPath,
        join(import.meta.dir, "../fixture/mortal-starter.ts"),
        dir.path,
        JSON.stringify(Object.values(SERVERS)),
      ],
      { stdout: "pipe", stderr: "inherit" },
    );
    const pids = await Promise.all(FILES.map((file) => pidIn(join(dir.path, file))));
    const reaper = Number(new TextDecoder().decode((await starter.stdout.getReader().read()).value));
    expect([reaper, ...pids].map(isRunning)).toEqual([reaper, ...pids].map(() => true));
    starter.kill("SIGKILL");
    for (const [index, pid] of pids.entries()) expect([FILES[index], await ends(pid)]).toEqual([FILES[index], true]);
    expect(await ends(reaper)).toBe(true);
  }, 60_000);

  test("does not die of the signals that a terminal or a service manager sends to all", async () => {
    const faults: unknown[] = [];
    using keeper = new Reaper({ command, env, onFault: (error) => faults.push(error) });
    const server = startServer(["sleep", "100"], { cwd: "/", env, keeper });
    const pid = keeper.pid!;
    await Bun.sleep(500); // it is told to ignore them only when it runs
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.kill(pid, signal);
    await Bun.sleep(200);
    expect([isRunning(pid), faults]).toEqual([true, []]);
    server.kill();
    await server.exited;
  });

  test("leaves alone what was released, and ends the rest when it is let go", async () => {
    const keeper = new Reaper({ command, env, onFault: () => undefined });
    const spare = startServer(["sleep", "100"], { cwd: "/", env, keeper });
    const kept = startServer(["sleep", "100"], { cwd: "/", env, keeper });
    keeper.release(spare.mark);
    keeper[Symbol.dispose]();
    expect(await kept.exited).toBeNull();
    expect(await ends(keeper.pid!)).toBe(true);
    expect(isRunning(spare.pid)).toBe(true);
    spare.kill();
  });

  test("that is killed is started anew, and knows what runs", async () => {
    await using dir = await tmp();
    const faults: unknown[] = [];
    const keeper = new Reaper({ command, env, onFault: (error) => faults.push(error) });
    const server = startServer(["sh", "-c", SERVERS["its child in a session of its own"]], {
      cwd: dir.path,
      env,
      keeper,
    });
    const child = await pidIn(join(dir.path, "c"));
    const first = keeper.pid!;
    process.kill(first, "SIGKILL");
    for (let wait = 0; wait < 500 && (keeper.pid ?? first) === first; wait++) await Bun.sleep(10);
    expect([keeper.pid === first, faults.length]).toEqual([false, 1]);
    keeper[Symbol.dispose]();
    expect([await server.exited, await ends(child)]).toEqual([null, true]);
  });

  test("that ends each time is given up after a few tries", async () => {
    const faults: unknown[] = [];
    using keeper = new Reaper({ command: ["false"], env, onFault: (error) => faults.push(error) });
    const server = startServer(["sleep", "100"], { cwd: "/", env, keeper });
    for (let wait = 0; wait < 500 && faults.length < 5; wait++) await Bun.sleep(10);
    await Bun.sleep(100);
    expect([faults.length, String(faults[4]).includes("not started again")]).toEqual([5, true]);
    server.kill();
  });

  test("that cannot be started is told, and servers run all the same", async () => {
    const faults: unknown[] = [];
    using keeper = new Reaper({ command: ["no-such-reaper"], env, onFault: (error) => faults.push(error) });
    const server = startServer(["true"], { cwd: "/", env, keeper });
    expect(await server.exited).toBe(0);
    expect(faults.length).toBeGreaterThan(0);
  });
});
