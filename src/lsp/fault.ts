/**
 * What can go wrong with a language server, one class for each: it died, took too long, is not ready, cannot do it, answered
 * with an error, or does not speak the protocol. Each names the server and what was seen; none is an empty result.
 */
import { Unavailable, type UnavailableCode } from "../base/error.ts";

export interface FaultFacts {
  /** Id of the server's spec. */
  server: string;
  /** What it was asked; undefined when nothing was. */
  method?: string | undefined;
  cause?: unknown;
}

/** The last lines of what a server wrote to stderr are quoted up to here. */
const QUOTED_CHARS = 400;

export abstract class ServerFault extends Unavailable {
  readonly server: string;
  readonly method: string | undefined;

  constructor(
    code: UnavailableCode,
    { server, method, cause }: FaultFacts,
    what: string,
    hint: string,
    retryAfterSeconds?: number,
  ) {
    super(code, `Language server "${server}" ${what}`, {
      hint,
      cause,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
    this.server = server;
    this.method = method;
  }
}

/** Its process ended, or its connection, while it was needed. */
export class ServerCrashed extends ServerFault {
  /** What it ended with; null when a signal ended it. */
  readonly exitCode: number | null;
  /** The last part of its stderr. */
  readonly stderr: string;

  /**
   * @param facts.stdout what it wrote there that is no message.
   * @param facts.how it ended, when not by itself: `was stopped`.
   */
  constructor(
    facts: FaultFacts & { exitCode: number | null; stderr: string; stdout?: string; how?: string | undefined },
  ) {
    const { method, exitCode, stderr, stdout = "", how } = facts;
    const ended = how ?? (exitCode === null ? "was ended by a signal" : `ended with exit code ${exitCode}`);
    super(
      "unavailable",
      facts,
      `${ended}${method === undefined ? "" : ` before it answered ${method}`}.${quoted(stderr, stdout)}`,
      "The next call starts it again.",
    );
    this.exitCode = exitCode;
    this.stderr = stderr;
  }
}

/** It lives, and did not answer in time. The request was cancelled. */
export class ServerTimeout extends ServerFault {
  readonly seconds: number;

  constructor(facts: FaultFacts & { seconds: number }) {
    super(
      "timed_out",
      facts,
      `did not answer ${facts.method} within ${facts.seconds} s; the request was cancelled.`,
      "Ask again, for less at once; a server that keeps silent is started again.",
    );
    this.seconds = facts.seconds;
  }
}

/** It was begun, and has not introduced itself in the time that a question has; its start goes on. */
export class ServerStarting extends ServerFault {
  constructor(facts: FaultFacts & { seconds: number }) {
    super(
      "timed_out",
      facts,
      `is still starting after ${facts.seconds} s.`,
      "Ask again later; tools that need no language server work meanwhile.",
      10,
    );
  }
}

/** It has not said that it can do this, or said that it cannot. */
export class Unsupported extends ServerFault {
  constructor(facts: FaultFacts) {
    super("unavailable", facts, `does not support ${facts.method}.`, "Asking again does not help.");
  }
}

/** It answered with an error of its own. */
export class ServerError extends ServerFault {
  /** Error code of the protocol, such as -32602. */
  readonly errorCode: number;

  constructor(facts: FaultFacts & { errorCode: number; message: string }) {
    super(
      "unavailable",
      facts,
      `answered ${facts.method} with error ${facts.errorCode}: ${facts.message}`,
      "The server's own words say what it did not like.",
    );
    this.errorCode = facts.errorCode;
  }
}

/** What it sends is not the protocol. */
export class ProtocolFault extends ServerFault {
  constructor(facts: FaultFacts & { seen: string }) {
    super(
      "unavailable",
      facts,
      `sent what is not the language server protocol${facts.method ? `, in answer to ${facts.method}` : ""}: ${facts.seen}`,
      "It may be another program of that name, or a version with a fault.",
    );
  }
}

function quoted(stderr: string, stdout: string): string {
  const [text, where] = stderr.trim() === "" ? [stdout.trim(), "stdout"] : [stderr.trim(), "stderr"];
  if (text === "") return " It wrote nothing to stderr.";
  return ` Its last words on ${where}: ${text.length > QUOTED_CHARS ? `…${text.slice(-QUOTED_CHARS)}` : text}`;
}
