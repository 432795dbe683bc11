/**
 * Runs programs: argument arrays, a given environment, bounded output, and all that a program started ends with the call.
 * One kind outlives its starter by intent: `startDetached`.
 */
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { Unavailable } from "./error.ts";
import { killGroup, killMarked, RUN_MARK } from "./kill.ts";

/** Variables that programs get: where to find things and how to write text, nothing that could hold a secret. */
export type ProgramEnvironment = Readonly<Record<string, string>>;

export interface RunProgram {
  cwd: string;
  env: ProgramEnvironment;
  signal: AbortSignal;
  /** Bytes of stdout after which the program is stopped; what came until then is returned with `isCut`. */
  maxBytes?: number;
  /** Bytes that the program reads. */
  input?: Uint8Array;
  /** Receives stdout as it comes, instead of it being collected; returning false stops the program. */
  onOutput?(chunk: Uint8Array): boolean;
}

export interface FinishedProgram {
  /** Exit code; null when a signal ended it. */
  code: number | null;
  stdout: Uint8Array;
  /** The last part of stderr. */
  stderr: string;
  isCut: boolean;
}

const DEFAULT_MAX_BYTES = 256 * 1024 * 1024;
const STDERR_TAIL = 8 * 1024;

/** How long output is still read after the program has ended, when something outside its group holds the pipe. */
const DRAIN_MS = 500;

/**
 * Runs a program to its end.
 * @throws Unavailable when there is no such program; the signal's reason when it fires.
 */
export async function runProgram(
  command: readonly [string, ...string[]],
  options: RunProgram,
): Promise<FinishedProgram> {
  const { cwd, env, signal, maxBytes = DEFAULT_MAX_BYTES, input, onOutput } = options;
  signal.throwIfAborted();
  const mark = crypto.randomUUID();
  const child = spawned(command, cwd, { ...env, [RUN_MARK]: mark }, input);
  const ended = new AbortController();
  const stop = () => {
    killGroup(child.pid, child);
    killMarked(mark);
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    let isCut = false;
    const collect = async () => {
      for await (const chunk of until(child.stdout, ended.signal)) {
        if (isCut) continue; // drain what was written before it died
        bytes += chunk.length;
        const goesOn = onOutput ? onOutput(chunk) : chunks.push(chunk) > 0;
        if (goesOn && bytes <= maxBytes) continue;
        isCut = true;
        stop();
      }
    };
    const output = Promise.all([tailOf(until(child.stderr, ended.signal)), collect()]);
    output.catch(() => undefined); // awaited below
    const code = await child.exited;
    killGroup(child.pid, child); // a child of the child may have stayed, and holds the pipes
    const timer = setTimeout(() => ended.abort(), DRAIN_MS);
    const [stderr] = await output.finally(() => clearTimeout(timer));
    signal.throwIfAborted();
    return { code: child.signalCode ? null : code, stdout: joined(chunks), stderr, isCut };
  } finally {
    signal.removeEventListener("abort", stop);
    killGroup(child.pid, child);
  }
}

export interface DetachedProgram {
  readonly pid: number;
  /** The code that it ended with; undefined while it runs. */
  exitCode(): number | undefined;
}

/**
 * Starts a program that goes on when this process ends: in a group of its own, holding none of our streams.
 * @param stderrFile what it says there is appended to this file.
 */
export function startDetached(
  command: readonly [string, ...string[]],
  { cwd, env, stderrFile }: { cwd: string; env: ProgramEnvironment; stderrFile: string },
): DetachedProgram {
  mkdirSync(dirname(stderrFile), { recursive: true, mode: 0o700 });
  const stderr = openSync(stderrFile, "a", 0o600);
  try {
    const child = Bun.spawn([...command], {
      cwd,
      env: { ...env },
      stdio: ["ignore", "ignore", stderr],
      detached: true,
    });
    child.unref();
    return { pid: child.pid, exitCode: () => child.exitCode ?? (child.signalCode === null ? undefined : 1) };
  } finally {
    closeSync(stderr);
  }
}

const NOT_STARTED: Readonly<Record<string, string>> = {
  ENOENT: "it is not installed, or the folder it should run in is gone",
  ENOTDIR: "it is not installed, or the folder it should run in is gone",
  ENAMETOOLONG: "it is not installed",
  EACCES: "it is no program, or may not be run",
  EPERM: "it may not be run",
  ENOEXEC: "the system cannot run it",
  E2BIG: "its arguments are longer than the system takes",
  ETXTBSY: "it is being written",
};

function spawned(command: readonly string[], cwd: string, env: ProgramEnvironment, input: Uint8Array | undefined) {
  try {
    return Bun.spawn([...command], {
      cwd,
      env: { ...env },
      stdin: input ?? "ignore",
      stdout: "pipe",
      stderr: "pipe",
      detached: true,
    });
  } catch (error) {
    throw startFault(command, error);
  }
}

/** What to throw when a program could not be started: Unavailable for what lies with the program or its folder. */
export function startFault(command: readonly string[], error: unknown): unknown {
  const why = NOT_STARTED[(error as NodeJS.ErrnoException).code ?? ""];
  if (why === undefined) return error;
  return new Unavailable("unavailable", `Program ${JSON.stringify(command[0])} was not started: ${why}.`, {
    cause: error,
  });
}

/** What a stream gives until its end or the signal. */
async function* until(stream: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  const cancel = () => void reader.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

async function tailOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  let tail: Uint8Array = new Uint8Array();
  for await (const chunk of stream) tail = joined([tail, chunk]).slice(-STDERR_TAIL);
  return new TextDecoder().decode(tail);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
