import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { runProgram } from "../../src/base/process.ts";
import { ends, pidIn } from "../fixture/processes.ts";
import { tmp } from "../fixture/tmp.ts";

const env = { PATH: process.env.PATH! };
const never = new AbortController().signal;
const run = (command: [string, ...string[]], options: Partial<Parameters<typeof runProgram>[1]> = {}) =>
  runProgram(command, { cwd: "/", env, signal: never, ...options });
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe("a program", () => {
  test("gets its arguments as they are, whatever a shell would make of them", async () => {
    const hostile = ["$(id)", "`id`", "a b", "", "'\"", ";id", "*", "-n", "\n", "é雪", "%PATH%", "\\"];
    const done = await run(["sh", "-c", 'for argument do printf "%s\\0" "$argument"; done', "sh", ...hostile]);
    expect(textOf(done.stdout).split("\0").slice(0, -1)).toEqual(hostile);
  });

  test("sees the variables it is given and a mark of ours, nothing of this process", async () => {
    process.env.SENTINEL_SECRET = "hush";
    const done = await run(["env"]);
    delete process.env.SENTINEL_SECRET;
    const names = textOf(done.stdout)
      .split("\n")
      .map((line) => line.split("=")[0]!);
    expect(names.filter((name) => !["PATH", "PWD", "SHLVL", "_", "OLDPWD", "WAYMARK_RUN", ""].includes(name))).toEqual(
      [],
    );
  });

  test("that is missing is unavailable", async () => {
    await expect(run(["no-such-program-here"])).rejects.toMatchObject({ code: "unavailable" });
  });

  test("that may not be run is unavailable", async () => {
    await using dir = await tmp({ "data.txt": "x" });
    await expect(run([join(dir.path, "data.txt")])).rejects.toMatchObject({ code: "unavailable" });
    await expect(run([dir.path])).rejects.toMatchObject({ code: "unavailable" });
    await expect(run(["echo", "x".repeat(500_000)])).rejects.toMatchObject({ code: "unavailable" });
  });

  test("that writes more than is wanted is stopped", async () => {
    const done = await run(["yes"], { maxBytes: 100_000 });
    expect([done.isCut, done.code]).toEqual([true, null]);
  });

  test("that floods stderr loses all but its end", async () => {
    const done = await run(["sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' x >&2; echo end >&2"]);
    expect(done.stderr).toEndWith("xend\n");
    expect(done.stderr.length).toBeLessThan(10_000);
  });

  test("that leaves a child behind does not keep the call waiting, and the child ends", async () => {
    await using dir = await tmp();
    const startedAt = performance.now();
    const done = await run(["sh", "-c", "sleep 100 & echo $! > pid; echo done"], { cwd: dir.path });
    expect(textOf(done.stdout)).toBe("done\n");
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(await ends(await pidIn(join(dir.path, "pid")))).toBe(true);
  });

  test.skipIf(!Bun.which("setsid"))(
    "that leaves a daemon holding its output does not keep the call waiting",
    async () => {
      await using dir = await tmp();
      const done = await run(["sh", "-c", "setsid sh -c 'echo $$ > pid; exec sleep 100' & sleep 0.2; echo done"], {
        cwd: dir.path,
      });
      expect(textOf(done.stdout)).toBe("done\n");
      process.kill(await pidIn(join(dir.path, "pid")), "SIGKILL"); // a daemon outlives a call that ended by itself
    },
  );

  test.each([
    [
      "a grandchild that ignores SIGTERM",
      "sh -c 'trap \"\" TERM HUP INT; echo $$ > pid; while :; do sleep 1; done' & wait",
    ],
    [
      "a daemon in a session of its own",
      "setsid sh -c 'trap \"\" TERM HUP; echo $$ > pid; while :; do sleep 1; done' & wait",
    ],
    ["an orphan in a session of its own", "(setsid sh -c 'echo $$ > pid; exec sleep 100' &); sleep 100"],
  ])("that is cancelled takes %s with it", async (_, script) => {
    await using dir = await tmp();
    const caller = new AbortController();
    const done = run(["sh", "-c", script], { cwd: dir.path, signal: caller.signal });
    const pid = await pidIn(join(dir.path, "pid"));
    caller.abort(new Error("enough"));
    await expect(done).rejects.toThrow("enough");
    expect(await ends(pid)).toBe(true);
  });
});
