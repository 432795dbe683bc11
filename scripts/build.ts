/**
 * Builds Waymark as one executable per target into `dist/`: `bun run build` for this machine, `--target NAME`
 * (repeatable) or `--all` for others, `--out DIR` for another folder. Bases of other targets come from the npm registry
 * once and are then kept in Bun's cache.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";

export const TARGETS = [
  "linux-x64",
  "linux-x64-baseline",
  "linux-arm64",
  "linux-x64-musl",
  "linux-arm64-musl",
  "darwin-arm64",
  "darwin-x64",
  "windows-x64",
] as const;
export type Target = (typeof TARGETS)[number];

/** Bun leaves its own signature in this one, and macOS refuses a signature whose pages changed. */
const SIGN_AGAIN = `  The signature of darwin-x64 no longer fits; before use, sign it again on a Mac, in this order:
  codesign --remove-signature waymark-darwin-x64 && codesign --sign - --force waymark-darwin-x64`;

const root = join(import.meta.dir, "..");

/** The target that runs on this machine; undefined when none does. */
export function hostTarget(): Target | undefined {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  const libc = os === "linux" && !header.glibcVersionRuntime ? "-musl" : "";
  return TARGETS.find((target) => target === `${os}-${process.arch}${libc}`);
}

/** The file name of a target's executable: `waymark-linux-x64`. */
export function executableName(target: Target): string {
  return `waymark-${target}${target.startsWith("windows") ? ".exe" : ""}`;
}

/**
 * Builds Waymark for one target.
 * @param outfile the executable; its folder is made.
 * @throws AggregateError with what does not resolve or compile, or that the target's base cannot be had.
 */
export async function build(target: Target, outfile: string): Promise<void> {
  await compile(target, [join(root, "src/main.ts"), ...workers()], outfile);
}

/** Makes an executable that starts with the first entry point; benches compile their yardsticks with it. */
export async function compile(target: Target, entrypoints: string[], outfile: string): Promise<void> {
  mkdirSync(dirname(outfile), { recursive: true });
  await Bun.build({
    entrypoints,
    minify: true,
    bytecode: true,
    format: "esm",
    // Chunks are read when they are imported: without them every command pays for the code of all.
    splitting: true,
    // Flat, so that `new URL("./parse.worker.ts", import.meta.url)` finds a worker as it does in the source.
    naming: { entry: "[name].[ext]" },
    plugins: [compressedWasm(), ...(target === hostTarget() ? [] : [foreignPackages()])],
    // It starts in other people's folders: their `.env` must not set our environment, their `bunfig.toml` not run code.
    compile: { target: `bun-${target}`, outfile, autoloadDotenv: false, autoloadBunfig: false },
  });
}

/** Folder of the packages that other platforms have instead of ours, such as ripgrep's program and sqlite-vec's library. */
const FOREIGN = join(root, "dist/packages");

/** Installs the runtime dependencies of every platform, once for each state of the lock file, beside our own. */
export function installForeignPackages(): void {
  mkdirSync(FOREIGN, { recursive: true });
  for (const name of ["package.json", "bun.lock"]) copyFileSync(join(root, name), join(FOREIGN, name));
  const flags = ["--frozen-lockfile", "--production", "--os=*", "--cpu=*", "--silent"];
  const done = Bun.spawnSync([process.execPath, "install", ...flags], { cwd: FOREIGN, stderr: "pipe" });
  if (done.exitCode !== 0) throw new Error(`The packages of other platforms cannot be installed: ${done.stderr}`);
}

/** Finds packages that are made for one platform where `installForeignPackages` put them. */
function foreignPackages(): Bun.BunPlugin {
  return {
    name: "foreign-packages",
    setup({ onResolve }) {
      onResolve({ filter: /^(@vscode\/ripgrep|sqlite-vec)-/ }, ({ path }) => ({
        path: join(FOREIGN, "node_modules", path),
      }));
    },
  };
}

/** Embeds WebAssembly compressed: grammars take a fifteenth of their size. What was compressed once is kept in `dist/`. */
function compressedWasm(): Bun.BunPlugin {
  const folder = join(root, "dist/compressed");
  return {
    name: "compressed-wasm",
    setup({ onLoad }) {
      onLoad({ filter: /\.wasm$/ }, async ({ path }) => {
        const bytes = await Bun.file(path).bytes();
        const kept = join(folder, `${Bun.SHA256.hash(bytes, "hex").slice(0, 32)}.zst`);
        if (existsSync(kept)) return { contents: readFileSync(kept), loader: "file" };
        const contents = await Bun.zstdCompress(bytes, { level: 19 });
        await Bun.write(`${kept}.part`, contents);
        renameSync(`${kept}.part`, kept); // a build that was broken off leaves nothing half written under its name
        return { contents, loader: "file" };
      });
    },
  };
}

/** Workers are loaded by address, which the bundler does not follow: each is an entry point. */
function workers(): string[] {
  const found = [...new Bun.Glob("**/*.worker.ts").scanSync({ cwd: join(root, "src"), absolute: true })].sort();
  const names = found.map((path) => basename(path));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`Two workers are called ${twice}; the executable holds them in one folder: rename one.`);
  return found;
}

function wantedTargets(names: readonly string[], all: boolean): Target[] {
  if (all) return [...TARGETS];
  const known = `Targets: ${TARGETS.join(", ")}.`;
  if (names.length === 0) {
    const host = hostTarget();
    if (!host) throw new Error(`There is no target for ${process.platform}-${process.arch}. ${known}`);
    return [host];
  }
  return names.map((name) => {
    const target = TARGETS.find((one) => one === name);
    if (!target) throw new Error(`There is no target "${name}". ${known}`);
    return target;
  });
}

function reason(error: unknown): string {
  if (!(error instanceof AggregateError)) return error instanceof Error ? error.message : String(error);
  return error.errors.map((fault: unknown) => Bun.inspect(fault, { colors: false }).trim()).join("\n");
}

async function main(args: string[]): Promise<number> {
  let targets: Target[];
  let out: string;
  try {
    const { values } = parseArgs({
      args,
      options: {
        target: { type: "string", multiple: true, default: [] },
        all: { type: "boolean", default: false },
        out: { type: "string", default: join(root, "dist") },
      },
    });
    targets = wantedTargets(values.target, values.all);
    out = resolve(values.out);
  } catch (error) {
    console.error((error as Error).message);
    return 2;
  }
  let failed = 0;
  if (targets.some((target) => target !== hostTarget())) installForeignPackages();
  for (const target of targets) {
    const outfile = join(out, executableName(target));
    const startedAt = performance.now();
    try {
      await build(target, outfile);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      const megabytes = (statSync(outfile).size / 1e6).toFixed(1);
      console.log(
        `${target.padEnd(18)} ${megabytes.padStart(6)} MB ${seconds.padStart(5)} s  ${relative(".", outfile)}`,
      );
      if (target === "darwin-x64") console.log(SIGN_AGAIN);
    } catch (error) {
      failed++;
      console.error(`${target.padEnd(18)} failed: ${reason(error)}`);
    }
  }
  return failed > 0 ? 1 : 0;
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)));
