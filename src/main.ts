#!/usr/bin/env bun
/** The entry: argv -> settings -> compose -> one command. The only place that ends the process. */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { version } from "../package.json";
import { isEmbedded } from "./base/asset.ts";
import { ERROR_CODES, problemText, toProblem } from "./base/error.ts";
import { ownCommand } from "./base/own-command.ts";
import { REAP_COMMAND, reap } from "./base/reap.ts";
import type { GlobalFlags, OpenFlags, Place, World } from "./surface/cli/command.ts";

const USAGE = 2;

async function main(argv: readonly string[]): Promise<number> {
  if (argv.length === 1 && ["version", "--version", "-V"].includes(argv[0]!)) {
    console.log(version); // before anything is loaded: process.stdout alone would cost more than the rest
    return 0;
  }
  if (argv.length === 1 && argv[0] === REAP_COMMAND) {
    await reap(Bun.stdin.stream());
    return 0;
  }
  usesStdout = true;
  let exitCode = 0;
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stopping.abort());

  const [{ readEnvironment }, { CommanderError }, { program }] = await Promise.all([
    import("./settings/load.ts"),
    import("commander"),
    import("./surface/cli/program.ts"),
  ]);
  const world: World = {
    version,
    cwd: readEnvironment().cwd,
    stopped: stopping.signal,
    out: writer(),
    outBytes: byteWriter(() => stopping.abort()),
    err: (text) => void process.stderr.write(text),
    terminal: () => (process.stderr.isTTY ? process.stderr : undefined),
    stdin: () => Bun.stdin.text(),
    place,
    tools: async () => (await import("./tools/_all.gen.ts")).TOOLS,
    modes: async () => Object.keys((await import("./prompt/_builtin.gen.ts")).BUILTIN.modes),
    open,
    exitWith: (code) => {
      exitCode = code;
    },
  };
  const waymark = program(world);
  if (argv[0] === "complete") {
    const { default: tab } = await import("@bomb.sh/tab/commander");
    tab(waymark);
  }
  try {
    await waymark.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
    const problem = toProblem(error, (id, cause) =>
      world.err(`internal error ${id}: ${(cause as Error)?.stack ?? cause}\n`),
    );
    world.err(`${problemText(problem)}\n`);
    return ERROR_CODES[problem.code].exit;
  }
}

/** Not set by what prints a line and ends: merely to ask for the stream would cost more than that. */
let usesStdout = false;

/** Writes to stdout; a reader that has gone is no fault of ours. */
function writer(): (text: string) => void {
  let isWatched = false;
  return (text) => {
    if (!isWatched) {
      process.stdout.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code !== "EPIPE") throw error;
      });
    }
    isWatched = true;
    process.stdout.write(text);
  };
}

/** Writes bytes to stdout without its stream, which takes longer to load than all that `mcp` needs. */
function byteWriter(onGone: () => void): (bytes: Uint8Array) => Promise<void> {
  let sink: Bun.FileSink | undefined;
  return async (bytes) => {
    sink ??= Bun.stdout.writer();
    try {
      sink.write(bytes);
      await sink.flush();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
      onGone(); // nobody reads on
    }
  };
}

/** What is known of this process and its data folder before anything is opened. */
async function place({ dataDir: said }: GlobalFlags): Promise<Place> {
  const [{ readEnvironment, saidBesides }, { startDetached }, { shortHash }] = await Promise.all([
    import("./settings/load.ts"),
    import("./base/process.ts"),
    import("./base/hash.ts"),
  ]);
  const environment = readEnvironment();
  const { cwd, token } = environment;
  const dataDir = said === undefined ? environment.dataDir : resolve(cwd, said);
  const logFile = join(dataDir, "logs", "server.log");
  const isCompiled = isEmbedded(Bun.main);
  return {
    cwd,
    dataDir,
    token,
    settings: shortHash(saidBesides(environment)),
    version,
    builtAt: isCompiled ? Math.floor(statSync(process.execPath).mtimeMs) : 0,
    variables: { ...environment.programs, ...environment.clients },
    logFile,
    startServer: () =>
      // In the data folder: it must neither hold nor heed the folder that the user happens to stand in.
      startDetached([...ownCommand(), "serve", "--background", "--data-dir", dataDir], {
        cwd: dataDir,
        env: environment.server,
        stderrFile: logFile,
      }),
  };
}

/** Waymark over the environment and the flags of a command. */
async function open(flags: OpenFlags, bind: "always" | "when-named") {
  const [{ readEnvironment }, { compose }, { projectRoot }] = await Promise.all([
    import("./settings/load.ts"),
    import("./compose.ts"),
    import("./project/project.ts"),
  ]);
  const environment = readEnvironment();
  const said = {
    ...(flags.host !== undefined && { host: flags.host }),
    ...(flags.port !== undefined && { port: flags.port }),
  };
  const named = flags.project === undefined ? undefined : resolve(environment.cwd, flags.project);
  const dataDir = flags.dataDir === undefined ? environment.dataDir : resolve(environment.cwd, flags.dataDir);
  const log = flags.background && (await import("./base/log-file.ts")).logFile(join(dataDir, "logs", "server.log"));
  const app = await compose({
    environment,
    flags: said,
    dataDir,
    context: flags.context,
    modes: flags.mode ?? [],
    project: named ?? (bind === "always" ? await projectRoot(environment.cwd) : undefined),
    writeLog: log ?? ((line) => void process.stderr.write(line)),
    self: ownCommand(),
  });
  const { configFile } = environment;
  return { app, dataDir, configFile, host: app.settings.host, port: app.settings.port, token: environment.token };
}

/** The longest that a reader of our last words may take. */
const FLUSH_MS = 30_000;

/** A pipe takes what was written bit by bit, and an exit would cut it off. */
async function flushed(stream: NodeJS.WriteStream): Promise<void> {
  const done = Promise.withResolvers<void>();
  const timer = setTimeout(done.resolve, FLUSH_MS);
  stream.once("error", () => done.resolve()); // the reader has gone
  stream.end(() => done.resolve());
  await done.promise;
  clearTimeout(timer);
}

const exitCode = await main(process.argv.slice(2));
if (usesStdout) await flushed(process.stdout);
process.exit(exitCode);
