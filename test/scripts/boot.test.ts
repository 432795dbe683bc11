/** The first start on a new machine: a fresh clone, an empty HOME, nothing but Node, npm and git. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cp, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type TemporaryFolder, tmp } from "../fixture/tmp.ts";

const ROOT = join(import.meta.dir, "../..");
const FIRST_START_MS = 240_000;

/** What the question of a first start is about. */
const BEGIN = "/** Where the program begins. */\nexport function main(): void {}\n";

let clone: TemporaryFolder;
let home: TemporaryFolder;
let project: TemporaryFolder;

beforeAll(async () => {
  clone = await tmp();
  home = await tmp();
  project = await tmp({ "README.md": "# Here\n", "deep/folder/readme.txt": "x\n", "deep/folder/main.ts": BEGIN });
  const listed = Bun.spawnSync(["git", "ls-files", "-co", "--exclude-standard", "-z"], { cwd: ROOT });
  for (const path of listed.stdout.toString().split("\0").filter(Boolean))
    await cp(join(ROOT, path), join(clone.path, path));
});

afterAll(async () => {
  for (const folder of [clone, home, project]) await folder?.[Symbol.asyncDispose]();
});

/** The machine's own PATH without any Bun, and no setting of ours. */
function environment(): Record<string, string> {
  const path = (process.env.PATH ?? "")
    .split(":")
    .filter((folder) => !folder.includes(".bun") && folder !== dirname(process.execPath));
  // A machine behind a certificate authority of its own says so in these; without them no registry can be reached.
  const certificates = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(certificates), PATH: path.join(":"), HOME: home.path, CI: "true" };
}

function start(command: string[], cwd = clone.path) {
  return Bun.spawn(command, { cwd, env: environment(), stdin: "ignore", stdout: "pipe", stderr: "pipe" });
}

async function finished(child: ReturnType<typeof start>) {
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, stdout, stderr };
}

test(
  "two first starts at once install once, and both do the main job",
  async () => {
    const command = ["npm", "start", "--", "--once", "--project", project.path];
    const both = await Promise.all([finished(start(command)), finished(start(command))]);
    for (const { code, stdout, stderr } of both) {
      expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
      expect(/http:\/\/\S+/.exec(stdout)?.[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(stdout).toContain("  deep/folder/main.ts:1-2\n");
      expect(stdout).toContain("Asked over REST, MCP, functions, CLI: the same answer from each.");
    }
    expect(both.filter(({ stderr }) => stderr.includes("Installing Bun"))).toHaveLength(1);
    expect((await readdir(join(clone.path, ".bun"))).sort()).toEqual(["1.4.5", "installed"]);
  },
  FIRST_START_MS,
);

describe("after the first start", () => {
  const boot = () => ["node", join(clone.path, "scripts/boot.mjs")];

  test("the caller's folder and arguments are passed on, and so is the exit code", async () => {
    const found = await finished(
      start([...boot(), "run", "src/main.ts", "call", "find_file", '{"query":"*.txt"}', "--json"], project.path),
    );
    expect(JSON.parse(found.stdout).answer.paths).toEqual(["deep/folder/readme.txt"]);
    expect(
      (await finished(start([...boot(), "run", "src/main.ts", "call", "read_file", '{"path":"no"}'], project.path)))
        .code,
    ).toBe(1);
  });

  test("npm start from a folder below passes that folder on", async () => {
    const { stdout } = await finished(
      start(["npm", "--prefix", clone.path, "start", "--", "--once"], join(project.path, "deep")),
    );
    expect(stdout).toContain("  folder/main.ts:1-2\n");
  });

  test.each(["SIGTERM", "SIGINT"] as const)("%s reaches what it started, which ends cleanly", async (signal) => {
    const child = start([...boot(), "run", "src/main.ts", "serve", "--port", "0"], project.path);
    const reader = child.stdout.getReader();
    const first = new TextDecoder().decode((await reader.read()).value);
    const address = /http:\/\/\S+/.exec(first)![0];
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    child.kill(signal);
    expect(await child.exited).toBe(0);
    await expect(fetch(`${address}/healthz`)).rejects.toThrow();
  });

  test(
    "a lock that a killed first start left behind is taken over",
    async () => {
      await Bun.write(join(clone.path, ".bun/lock/pid"), "999999999");
      await Bun.write(join(clone.path, ".bun/installed"), "stale");
      const { code, stdout } = await finished(start([...boot(), "--version"]));
      expect({ code, stdout }).toEqual({ code: 0, stdout: "1.4.5\n" });
      expect(await readdir(join(clone.path, ".bun"))).not.toContain("lock");
    },
    FIRST_START_MS,
  );
});

test("the lock file names no registry and no install script is trusted", async () => {
  expect(await Bun.file(join(ROOT, "bun.lock")).text()).not.toContain("://");
  expect((await Bun.file(join(ROOT, "package.json")).json()).trustedDependencies).toEqual([]);
});

test("every dependency is pinned exactly, and Bun is the same version everywhere", async () => {
  const { dependencies, devDependencies } = (await Bun.file(join(ROOT, "package.json")).json()) as Record<
    string,
    Record<string, string>
  >;
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
  const pinned = /VERSION = "([\d.]+)"/.exec(await Bun.file(join(ROOT, "scripts/boot.mjs")).text())![1]!;
  expect([Bun.version, devDependencies!["@types/bun"]]).toEqual([pinned, pinned]);
});
