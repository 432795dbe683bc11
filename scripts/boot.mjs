/**
 * Runs the pinned Bun on a machine that has only Node and npm: `node scripts/boot.mjs run src/main.ts ARGS`.
 *
 * Bun's binary comes from its own npm package into `.bun/<version>/`, without any install script; the dependencies come
 * from bun.lock. Both happen once and again only when the version or the lock file changes. Bun then runs in the checkout
 * (a foreign folder's bunfig.toml could make it load code), and the caller's folder travels as WAYMARK_CWD.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const VERSION = "1.4.5";
const LOCK_STALE_MS = 10 * 60_000;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const home = join(root, ".bun");
const windows = process.platform === "win32";

/** The npm package that holds Bun's binary for this machine. */
function platformPackage() {
  const os = windows ? "windows" : process.platform;
  const cpu = process.arch === "arm64" ? "aarch64" : process.arch;
  const musl = process.platform === "linux" && !process.report?.getReport().header.glibcVersionRuntime;
  return `@oven/bun-${os}-${cpu}${musl ? "-musl" : ""}`;
}

/** Runs a program with its output on stderr (stdout belongs to what we start later) and throws when it fails. */
function must(command, args, options) {
  const result = spawnSync(command, args, { stdio: ["ignore", 2, "inherit"], cwd: root, ...options });
  if (result.error) throw new Error(`Cannot run ${command}: ${result.error.message}`);
  if (result.status !== 0)
    throw new Error(`"${command} ${args.join(" ")}" ended with ${result.status ?? result.signal}`);
}

function installBun(folder) {
  const staging = `${folder}.${process.pid}`;
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  writeFileSync(join(staging, "package.json"), "{}\n");
  const flags = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  must("npm", ["install", ...flags, `${platformPackage()}@${VERSION}`], { cwd: staging, shell: windows });
  rmSync(folder, { recursive: true, force: true });
  renameSync(staging, folder);
}

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** True when the lock's owner is gone, or the lock is so old that nobody can still be at work behind it. */
function isStale(lock) {
  try {
    const pid = Number(readFileSync(join(lock, "pid"), "utf8"));
    return !isAlive(pid) || Date.now() - statSync(lock).mtimeMs > LOCK_STALE_MS;
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return existsSync(lock) && Date.now() - statSync(lock).mtimeMs > 5_000; // its owner has not written the pid yet
  }
}

/** Runs `work` while no other first start on this checkout does the same. */
function alone(work) {
  mkdirSync(home, { recursive: true });
  const lock = join(home, "lock");
  for (let said = false; ; ) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (isStale(lock)) {
      const grave = `${lock}.${process.pid}`; // rename, so that only one of many waiters takes it away
      try {
        renameSync(lock, grave);
        rmSync(grave, { recursive: true, force: true });
      } catch (error) {
        if (error.code !== "ENOENT") throw error;
      }
      continue;
    }
    if (!said) process.stderr.write("Waiting for another first start of this checkout ...\n");
    said = true;
    sleep(200);
  }
  try {
    writeFileSync(join(lock, "pid"), String(process.pid));
    return work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Brings Bun and the dependencies to the pinned state and returns Bun's path. */
function prepare() {
  const folder = join(home, VERSION);
  const bun = join(folder, "node_modules", platformPackage(), "bin", windows ? "bun.exe" : "bun");
  const stamp = join(home, "installed");
  const isReady = () => {
    const key = createHash("sha256")
      .update(VERSION)
      .update(readFileSync(join(root, "bun.lock")))
      .digest("hex");
    const done = existsSync(bun) && existsSync(join(root, "node_modules")) && existsSync(stamp);
    return { key, ready: done && readFileSync(stamp, "utf8") === key };
  };
  if (isReady().ready) return bun;
  alone(() => {
    const { key, ready } = isReady();
    if (ready) return;
    if (!existsSync(bun)) {
      process.stderr.write(`Installing Bun ${VERSION} into .bun/ ...\n`);
      installBun(folder);
    }
    process.stderr.write("Installing the dependencies of bun.lock ...\n");
    must(bun, ["install", "--frozen-lockfile", "--silent"]);
    writeFileSync(stamp, key);
  });
  return bun;
}

/** The folder the user stood in: npm changes to the package's folder and tells the caller's in INIT_CWD. */
function callersFolder() {
  const underNpm = process.env.npm_lifecycle_event !== undefined && process.cwd() === root;
  return (underNpm ? process.env.INIT_CWD : undefined) ?? process.cwd();
}

/** Hands over to Bun: arguments, streams, signals and the way it ended. */
function handOver(bun, args) {
  const env = {
    ...process.env,
    PATH: `${dirname(bun)}${delimiter}${process.env.PATH ?? ""}`,
    WAYMARK_CWD: callersFolder(),
  };
  const child = spawn(bun, args, { cwd: root, env, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    // A terminal sends Ctrl-C to the whole group, so the child already has it.
    process.on(signal, () => (signal === "SIGINT" && process.stdin.isTTY ? undefined : child.kill(signal)));
  }
  child.on("error", (error) => {
    process.stderr.write(`Cannot start ${bun}: ${error.message}\n`);
    process.exit(70);
  });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

let bun;
try {
  bun = prepare();
} catch (error) {
  process.stderr.write(
    `${error.message}\nBun ${VERSION} and the packages of bun.lock come from the npm registry: is it reachable?\n`,
  );
  process.exit(70);
}
handOver(bun, process.argv.slice(2));
