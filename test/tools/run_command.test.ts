import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { testApp } from "../fixture/app.ts";
import { callTool } from "../fixture/call.ts";

const on = { settings: { included_optional_tools: ["run_command"] } };
const sh = (script: string, more: Record<string, unknown> = {}) => ({ command: ["sh", "-c", script], ...more });

describe("run_command", () => {
  test("is off, and a repository's files do not turn it on", async () => {
    const files = {
      ".waymark/project.yaml": "included_optional_tools: [run_command]\nfixed_tools: [run_command]\n",
      ".waymark/local.yaml": "included_optional_tools: [run_command]\n",
    };
    expect(await callTool(files, "run_command", sh("echo ran"))).toMatchObject({ status: 404 });
    await using app = await testApp({ files, ...on });
    expect((await app.post("/tools/run_command", sh("echo ran"))).status).toBe(200);
  });

  test("runs in a folder of the project, never in one that a link leads to outside", async () => {
    const inside = await callTool({ "src/a.ts": "" }, "run_command", sh("ls", { cwd: "src" }), on);
    expect(inside.body.answer).toMatchObject({ exit_code: 0, outcome: "ended", stdout: "a.ts\n" });
    await using app = await testApp({ files: { "a.ts": "" }, ...on });
    Bun.spawnSync(["ln", "-s", "/", join(app.project, "out")]);
    for (const cwd of ["out", "out/tmp", "..", "a.ts", "none"])
      expect((await app.post("/tools/run_command", sh("pwd", { cwd }))).ok).toBe(false);
  });

  test("gives what was written when the time is up, and says so", async () => {
    const { body } = await callTool({}, "run_command", sh("echo first; sleep 100", { timeout_s: 1 }), on);
    expect(body.answer).toMatchObject({ exit_code: null, outcome: "timed_out", stdout: "first\n" });
  });

  test("stops a program that writes too much", async () => {
    const { body } = await callTool({}, "run_command", { command: ["yes"], max_answer_chars: 2_000 }, on);
    expect(body.answer).toMatchObject({ outcome: "too_much_output" });
  });

  test("shows bytes that are no UTF-8 as replacement characters", async () => {
    const { body } = await callTool({}, "run_command", sh("printf 'a\\303'; printf '\\251\\377\\303'"), on);
    expect(body.answer.stdout).toBe("aé\ufffd\ufffd");
  });

  test("of a missing program says that it is unavailable, of a NUL character that it is no argument", async () => {
    expect(await callTool({}, "run_command", { command: ["no-such-program"] }, on)).toMatchObject({ status: 503 });
    expect(await callTool({}, "run_command", { command: ["echo", "a\0b"] }, on)).toMatchObject({ status: 422 });
    expect(await callTool({}, "run_command", { command: [""] }, on)).toMatchObject({ status: 503 });
  });
});
