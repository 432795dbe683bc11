/** The executable that `scripts/build.ts` makes: it needs nothing beside it, and takes nothing from where it is started. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmod, copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { compile, executableName, hostTarget } from "../../scripts/build.ts";
import { hostileFolder } from "../fixture/hostile.ts";
import { freshEnvironment, type RunOptions, serve, waymark } from "../fixture/subject.ts";
import { type TemporaryFolder, tmp } from "../fixture/tmp.ts";

const ROOT = join(import.meta.dir, "../..");
const BUILD = [process.execPath, join(ROOT, "scripts/build.ts")];
const BUILD_LIMIT_MS = 120_000;
const CONFIG = ["call", "get_current_config", "--json"];

const target = hostTarget();
const isLinux = target?.startsWith("linux-") === true;
if (!isLinux) console.log(`Skipped: the executable is tested on Linux, not on ${process.platform}-${process.arch}.`);

async function run(command: readonly string[], options: { cwd: string; env: Record<string, string> }) {
  const child = Bun.spawn([...command], { ...options, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { stdout, stderr, code };
}

/** Runs Waymark in a hostile folder and gives what the folder achieved, with the settings then in force. */
async function attacked(args: readonly string[], options: Pick<RunOptions, "command" | "home">) {
  await using hostile = await hostileFolder();
  const { stdout, stderr, code } = await waymark(args, { ...options, cwd: hostile.path });
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  const { answer } = JSON.parse(stdout) as { answer: { project: string | null; settings: unknown[] } };
  return { hits: hostile.hits(), settings: answer.settings, isItsProject: answer.project === hostile.path };
}

const UNTOUCHED = { hits: [], settings: [], isItsProject: true };

describe.skipIf(!isLinux)("the executable", () => {
  let folder: TemporaryFolder;
  let built: Awaited<ReturnType<typeof run>>;
  let command: string[];

  beforeAll(async () => {
    folder = await tmp();
    built = await run([...BUILD, "--out", folder.path], { cwd: ROOT, env: freshEnvironment(folder.path) });
    command = [join(folder.path, executableName(target!))];
  }, BUILD_LIMIT_MS);
  afterAll(() => folder[Symbol.asyncDispose]());

  test("is built for this machine, and the build says its size and time", () => {
    expect(built).toMatchObject({ code: 0, stderr: "" });
    expect(built.stdout).toMatch(
      new RegExp(`^${target} +\\d+\\.\\d MB +\\d+\\.\\d s  \\S+${executableName(target!)}\n$`),
    );
  });

  test("answers a tool call from another folder with a fresh home", async () => {
    await using home = await tmp();
    await using project = await tmp({ "docs/README.md": "# Here\n", "src/a.ts": "" });
    const call = ["call", "find_file", '{"query":"README"}', "--project", project.path];
    const { code, stdout, stderr } = await waymark(call, { home: home.path, cwd: "/", command });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("docs/README.md");
  });

  test("serves the files that are embedded in it, only with the token", async () => {
    await using home = await tmp();
    await using served = await serve(["--port", "0"], { home: home.path, cwd: "/", command });
    for (const [path, part] of [
      ["/docs", "<html"],
      ["/docs/swagger-ui.js", "SwaggerUIBundle"],
      ["/docs/swagger-ui.css", ".swagger-ui"],
      ["/openapi.json", '"openapi":"3.1.0"'],
    ] as const) {
      const response = await served.fetch(path);
      expect({ path, status: response.status }).toEqual({ path, status: 200 });
      expect(await response.text()).toContain(part);
      expect((await fetch(`${served.url}${path}`)).status).toBe(401);
    }
  });

  test("H98: loads the vector extension alone in an empty folder, for a user who may write little; else it says why", async () => {
    await using place = await tmp({ "empty/.keep": "", "home/.keep": "", "data/.keep": "" });
    const at = (name: string) => join(place.path, name);
    for (const [name, mode] of [
      ["", 0o755],
      ["empty", 0o555],
      ["home", 0o555],
      ["data", 0o777],
    ] as const) {
      await chmod(at(name), mode);
    }
    await copyFile(command[0]!, at("waymark"));
    await chmod(at("waymark"), 0o755);
    const asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    const prefix = process.getuid?.() === 0 && Bun.which("setpriv") ? asNobody : [];
    const doctor = [...prefix, at("waymark"), "doctor", "--json", "--data-dir", at("data")];
    const vectors = async () => {
      const { stdout } = await run(doctor, { cwd: at("empty"), env: freshEnvironment(at("home")) });
      const { findings } = JSON.parse(stdout) as { findings: { what: string; detail: string }[] };
      return findings.find(({ what }) => what === "vectors")?.detail;
    };
    expect(await vectors()).toBe("sqlite-vec v0.1.9, shipped with Waymark");
    const programs = await readdir(at("data/programs"));
    const copy = join(at("data/programs"), programs.find((name) => name.includes("vec0"))!);
    await rm(copy);
    await mkdir(copy);
    expect(await vectors()).toContain(`sqlite-vec cannot be loaded from ${copy}: `);
    await chmod(at("home"), 0o755);
  });

  test("finds a worker that stands beside the file which starts it", async () => {
    await using source = await tmp({
      "main.ts": 'await import("./pool/start.ts");\n',
      "pool/start.ts": `const worker = new Worker(new URL("./double.worker.ts", import.meta.url).href);
worker.onmessage = ({ data }) => { console.log(data); worker.terminate(); };
worker.postMessage(21);\n`,
      "pool/double.worker.ts": "self.onmessage = ({ data }) => postMessage(2 * data);\n",
    });
    const outfile = join(source.path, "out/pool");
    await compile(target!, [join(source.path, "main.ts"), join(source.path, "pool/double.worker.ts")], outfile);
    const { code, stdout, stderr } = await run([outfile], { cwd: "/", env: freshEnvironment(source.path) });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "42\n", stderr: "" });
  });

  test("loads no code and no settings from the folder that it is started in", async () => {
    await using home = await tmp();
    expect(await attacked(CONFIG, { home: home.path, command })).toEqual(UNTOUCHED);
  });
});

describe.skipIf(process.platform === "win32")("a hostile folder", () => {
  test("does reach a Bun that is started in it, so that these tests can fail", async () => {
    await using home = await tmp();
    await using hostile = await hostileFolder();
    const command = [process.execPath, join(ROOT, "src/main.ts"), ...CONFIG];
    const { stdout } = await run(command, { cwd: hostile.path, env: freshEnvironment(home.path) });
    expect(hostile.hits()).toEqual(["code-ran", "stolen"]);
    expect(stdout).toContain('{"key":"max_answer_chars","value":"1777","origin":"environment"}');
  });

  test("reaches nothing when the checkout is started through scripts/boot.mjs", async () => {
    await using home = await tmp();
    const command = ["node", join(ROOT, "scripts/boot.mjs"), "run", "src/main.ts"];
    expect(await attacked(CONFIG, { home: home.path, command })).toEqual(UNTOUCHED);
  });
});

describe("scripts/build.ts", () => {
  const refused = (...args: string[]) => run([...BUILD, ...args], { cwd: ROOT, env: freshEnvironment("/nowhere") });

  test("refuses an unknown target and lists the known ones", async () => {
    const { code, stdout, stderr } = await refused("--target", "linux-x64", "--target", "amiga-m68k");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain('There is no target "amiga-m68k".');
    expect(stderr).toContain("linux-x64, linux-x64-baseline, linux-arm64,");
  });

  test("names the target that cannot be built, and fails", async () => {
    await using file = await tmp({ taken: "" });
    const { code, stderr } = await refused("--target", "linux-x64", "--out", join(file.path, "taken"));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^linux-x64 +failed: /);
  });
});
