/** What is asked of language servers, and what comes of it. */
import type { Unavailable } from "../base/error.ts";
import type { ServerSpec } from "../language/server-spec.ts";
import type { RunningServer } from "./running.ts";

/** What is asked of a server. */
export interface Question<T> {
  /** Method of the protocol that the server must have. */
  method: string;
  /** Absolute path of the file that it is about. */
  path: string;
  /** Whether the answer depends on files beyond this one, so that the server must have loaded the project. */
  isWide: boolean;
  /** Servers beside the primary ones may answer it as well; see `inTurn`. */
  takesSecondary?: boolean;
  /** Milliseconds after which it is given up, with all that it waits for; never more than any question may take. */
  patience?: number;
  /**
   * Reads only, so that it may be asked again of a server that was started anew.
   * @param at with `isWhole` unless the server sees only files that are open in it.
   */
  ask(server: RunningServer, signal: AbortSignal, at: { isWhole: boolean }): Promise<T>;
}

/**
 * The servers that one answer is asked of, in this order: where secondary ones may give it, one that the project asks for by a
 * file of its own goes first, and the others come last.
 */
export function inTurn(
  specs: readonly ServerSpec[],
  { takesSecondary = false }: Pick<Question<unknown>, "takesSecondary">,
) {
  const rank = ({ role, needs_root }: ServerSpec) => (role === "primary" ? 1 : needs_root ? 0 : 2);
  if (!takesSecondary) return specs.filter(({ role }) => role === "primary");
  return specs.toSorted((a, b) => rank(a) - rank(b));
}

export interface Answered<T> {
  value: T;
  /** Id of the server. */
  server: string;
  /** Why the answer may be short; undefined when nothing speaks for that. */
  reason: string | undefined;
}

/** What all servers of a file said. */
export interface AllAnswered<T> {
  answers: Answered<T>[];
  /** What is wrong with those that did not answer, though they should have. */
  faults: Unavailable[];
}

export interface Caller {
  signal: AbortSignal;
  progress(done: number, total?: number, message?: string): void;
}
