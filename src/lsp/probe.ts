/** Asks programs whether they work before they are used: a file of the right name may be a shim for something not there. */
import { statSync } from "node:fs";
import { Unavailable } from "../base/error.ts";
import { orMissingNow } from "../base/missing.ts";
import { type ProgramEnvironment, runProgram } from "../base/process.ts";
import type { ServerSpec } from "../language/server-spec.ts";

export type ProbeResult = { works: true; version: string | undefined } | { works: false; why: string };

/** Some take a second on a busy machine; more than this is no answer. */
const TIMEOUT_MS = 15_000;

/** One that did not answer may have had no time to; it is asked again after this. */
const FORGET_MS = 60_000;

const SAID_CHARS = 200;

interface Asked {
  result: Promise<ProbeResult>;
  forgetAt: number;
}

/** Each program is asked once, and again when its file has changed. */
export class Probes {
  readonly #cwd: string;
  readonly #timeoutMs: number;
  readonly #asked = new Map<string, Asked>();

  /** @param cwd folder in which they are asked: none of a project, since some heed the files there. */
  constructor(cwd: string, timeoutMs = TIMEOUT_MS) {
    this.#cwd = cwd;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * @param command how the program is started, without the arguments of the server.
   * @param program path of its file.
   */
  async probe(
    spec: Pick<ServerSpec, "probe" | "probe_says">,
    command: readonly [string, ...string[]],
    program: string,
    env: ProgramEnvironment,
  ): Promise<ProbeResult> {
    const { probe, probe_says } = spec;
    if (probe === null) return { works: true, version: undefined };
    const file = orMissingNow(() => statSync(program));
    const key = JSON.stringify([command, probe, probe_says, file?.mtimeMs, file?.size]);
    const known = this.#asked.get(key);
    if (known && performance.now() < known.forgetAt) return known.result;
    const entry: Asked = {
      forgetAt: Number.POSITIVE_INFINITY,
      result: this.#ask([...command, ...probe], env, probe_says).then((said) => {
        if (!said.works) entry.forgetAt = performance.now() + FORGET_MS;
        return said;
      }),
    };
    this.#asked.set(key, entry);
    return entry.result;
  }

  async #ask(
    command: readonly [string, ...string[]],
    env: ProgramEnvironment,
    says: string | undefined,
  ): Promise<ProbeResult> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    try {
      const { code, stdout, stderr } = await runProgram(command, { cwd: this.#cwd, env, signal, maxBytes: 65_536 });
      const said = `${new TextDecoder().decode(stdout)}\n${stderr}`.trim();
      const isRight = says === undefined ? code === 0 : new RegExp(says, "mu").test(said);
      if (isRight) return { works: true, version: /\d+\.\d+[\w.+-]*/.exec(code === 0 ? said : "")?.[0] };
      const end = code === null ? "was ended by a signal" : `ended with ${code}`;
      return {
        works: false,
        why: `asked with ${command.slice(1).join(" ")}, it ${end}${said && `: ${firstLine(said)}`}`,
      };
    } catch (error) {
      if (error instanceof Unavailable) return { works: false, why: error.message };
      if (!signal.aborted) throw error;
      return { works: false, why: `it did not say its version within ${this.#timeoutMs / 1_000} s and was ended` };
    }
  }
}

function firstLine(text: string): string {
  return text
    .split("\n")
    .find((line) => line.trim() !== "")!
    .trim()
    .slice(0, SAID_CHARS)
    .replace(/\.+$/, "");
}
