import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { startServer } from "../../src/base/server-process.ts";
import { ends, pidIn } from "../fixture/processes.ts";
import { tmp } from "../fixture/tmp.ts";

const env = { PATH: process.env.PATH! };
const start = (script: string, cwd = "/") => startServer(["sh", "-c", script], { cwd, env });
const bytes = (text: string) => new TextEncoder().encode(text);

describe("a server's process", () => {
  test("is talked to in both ways, and ends with its code", async () => {
    const server = start("read line; echo got $line; echo oops >&2; exit 3");
    await server.stdin.write(bytes("hello\n"));
    expect(await server.stdout.text()).toBe("got hello\n");
    expect(await server.stderr.text()).toBe("oops\n");
    expect(await server.exited).toBe(3);
  });

  test("sees the variables it is given and a mark, and no others", async () => {
    const server = startServer(["env"], { cwd: "/", env: { PATH: env.PATH, A: "1" } });
    const names = (await server.stdout.text())
      .trim()
      .split("\n")
      .map((line) => line.split("=")[0]);
    expect(names.filter((name) => name !== "PWD").sort()).toEqual(["A", "PATH", "WAYMARK_RUN"]);
  });

  test("gets 5 MB while it says 20 MB on each of its outputs", async () => {
    const server = start("head -c 20000000 /dev/zero & head -c 20000000 /dev/zero >&2; wait; wc -c >&2");
    const reading = Promise.all([server.stdout.bytes(), server.stderr.bytes()]);
    await server.stdin.write(new Uint8Array(5_000_000));
    await server.stdin.end();
    const [out, err] = await reading;
    expect([out.length, new TextDecoder().decode(err.slice(20_000_000)).trim()]).toEqual([20_000_000, "5000000"]);
  });

  test("that reads no more, or has gone, refuses what is written, each time", async () => {
    const gone = start("exit 0");
    await gone.exited;
    const deaf = start("exec <&-; echo deaf; exec sleep 100");
    await deaf.stdout.getReader().read();
    const dying = start("sleep 0.2; kill -9 $$");
    for (const server of [gone, deaf, dying])
      for (const _ of [1, 2]) {
        await expect(server.stdin.write(new Uint8Array(5_000_000))).rejects.toMatchObject({ code: "EPIPE" });
      }
    deaf.kill();
  });

  test("that is missing is unavailable", () => {
    expect(() => startServer(["no-such-server"], { cwd: "/", env })).toThrow(
      'Program "no-such-server" was not started: it is not installed',
    );
  });

  test.each([
    ["a child in its group", "sh -c 'trap \"\" TERM HUP; echo $$ > pid; while :; do sleep 1; done' & wait"],
    ["a child in a session of its own", "setsid sh -c 'trap \"\" TERM; echo $$ > pid; exec sleep 100' & wait"],
    ["an orphan in a session of its own", "(setsid sh -c 'echo $$ > pid; exec sleep 100' &); sleep 100"],
  ])("that is killed takes %s with it", async (_, script) => {
    await using dir = await tmp();
    const server = start(script, dir.path);
    const pid = await pidIn(join(dir.path, "pid"));
    server.kill();
    expect(await server.exited).toBeNull();
    expect(await ends(pid)).toBe(true);
  });

  test("that ends by itself takes what it started with it", async () => {
    await using dir = await tmp();
    const server = start(
      "setsid sh -c 'echo $$ > pid; exec sleep 100' & while ! test -s pid; do sleep 0.02; done",
      dir.path,
    );
    expect(await server.exited).toBe(0);
    expect(await ends(await pidIn(join(dir.path, "pid")))).toBe(true);
  });
});
