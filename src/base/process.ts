/**
 * Runs programs: argument arrays, a given environment, bounded output, and the whole process group ends with the call.
 * One kind outlives its starter by intent: `startDetached`.
 */
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { Unavailable } from "./error.ts";

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
  const child = spawned(command, cwd, env, input);
  const stop = () => killGroup(child);
  signal.addEventListener("abort", stop, { once: true });
  try {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    let isCut = false;
    const collect = async () => {
      for await (const chunk of child.stdout) {
        if (isCut) continue; // drain what was written before it died
        bytes += chunk.length;
        const goesOn = onOutput ? onOutput(chunk) : chunks.push(chunk) > 0;
        if (goesOn && bytes <= maxBytes) continue;
        isCut = true;
        stop();
      }
    };
    const [, stderr, code] = await Promise.all([collect(), tailOf(child.stderr), child.exited]);
    signal.throwIfAborted();
    return { code: child.signalCode ? null : code, stdout: joined(chunks), stderr, isCut };
  } finally {
    signal.removeEventListener("abort", stop);
    killGroup(child); // a child of the child may have stayed
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

/** True when there is a process with this number, which need not be the one that had it before. */
export function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Ends a process at once; one that is gone already is fine. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

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
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Unavailable(
      "unavailable",
      `Program "${command[0]}" is not installed, or the folder it should run in is gone.`,
      { cause: error },
    );
  }
}

/** The program leads its own group, so its number names all that it started. */
function killGroup(child: { pid: number; kill(signal: NodeJS.Signals): void }): void {
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ESRCH" || code === "EPERM") return;
    child.kill("SIGKILL"); // no process groups here
  }
}

async function tailOf(stream: ReadableStream<Uint8Array>): Promise<string> {
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
