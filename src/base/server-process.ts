/** Starts a program that is talked to over its pipes for as long as it runs, and ends it with all that it started. */
import { killTree, RUN_MARK } from "./kill.ts";
import { type ProgramEnvironment, startFault } from "./process.ts";

export interface ServerProcess {
  readonly pid: number;
  readonly stdin: {
    /**
     * Writes, and waits until the program's pipe has taken it.
     * @throws the system's error (`EPIPE`) when the program reads no more.
     */
    write(bytes: Uint8Array): Promise<void>;
    /** Ends its stdin; some programs end by that alone. */
    end(): Promise<void>;
  };
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  /** The code it ended with; null when a signal ended it. What it started is ended then, too. */
  readonly exited: Promise<number | null>;
  /** Identifies the program and all that it starts, in their environment. */
  readonly mark: string;
  /** Ends it and all that it started, at once. */
  kill(): void;
}

/** Ends processes when this one ends by whatever cause. */
export interface Keeper {
  /** Before a process with this mark is started. */
  expect(mark: string): void;
  /** It runs under this number. */
  hold(mark: string, pid: number): void;
  /** It has ended with all that it started. */
  release(mark: string): void;
}

/**
 * Starts a program in a group of its own.
 * @param command an argument array; no shell sees it.
 * @throws Unavailable when there is no such program.
 */
export function startServer(
  command: readonly [string, ...string[]],
  { cwd, env, keeper }: { cwd: string; env: ProgramEnvironment; keeper?: Keeper | undefined },
): ServerProcess {
  const mark = crypto.randomUUID();
  keeper?.expect(mark);
  const child = started(command, cwd, { ...env, [RUN_MARK]: mark }, () => keeper?.release(mark));
  keeper?.hold(mark, child.pid);
  let hasEnded = false;
  const exited = child.exited.then((code) => {
    killTree(child.pid, mark); // what it started may have stayed
    hasEnded = true;
    keeper?.release(mark);
    return child.signalCode ? null : code;
  });
  return {
    pid: child.pid,
    stdin: writerTo(child.stdin, () => hasEnded),
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    mark,
    kill() {
      if (!hasEnded) killTree(child.pid, mark); // its number may be another's by then
    },
  };
}

/** A sink says only once that nobody reads it, at the write or at the flush, and is silent afterwards. */
function writerTo(sink: Bun.FileSink, hasEnded: () => boolean): ServerProcess["stdin"] {
  let fault: unknown;
  return {
    async write(bytes) {
      if (hasEnded()) fault ??= Object.assign(new Error("EPIPE: the program has ended"), { code: "EPIPE" });
      if (fault !== undefined) throw fault;
      try {
        await Promise.all([sink.write(bytes), sink.flush()]);
      } catch (error) {
        fault ??= error;
        throw fault;
      }
    },
    async end() {
      if (fault === undefined && !hasEnded()) await sink.end();
    },
  };
}

function started(command: readonly [string, ...string[]], cwd: string, env: ProgramEnvironment, failed: () => void) {
  try {
    return Bun.spawn([...command], {
      cwd,
      env: { ...env },
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
      detached: true,
    });
  } catch (error) {
    failed();
    throw startFault(command, error);
  }
}
