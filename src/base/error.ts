/**
 * The three error families. `UserError`: the caller can fix it. `Unavailable`: not now. Anything else is our bug and is
 * shown outside as a short id only. One table maps every code to HTTP status, title and exit code.
 */

import { visible } from "./visible.ts";

/** Exit codes: 1 the caller's error, 2 usage, 3 unavailable, 70 our bug. */
export const ERROR_CODES = {
  bad_json: { status: 400, title: "Malformed JSON", exit: 1 },
  unauthorized: { status: 401, title: "Token missing or wrong", exit: 1 },
  forbidden: { status: 403, title: "Not allowed", exit: 1 },
  outside_project: { status: 403, title: "Outside the project", exit: 1 },
  not_found: { status: 404, title: "Not found", exit: 1 },
  wrong_method: { status: 405, title: "Method not allowed", exit: 1 },
  ambiguous: { status: 409, title: "Ambiguous", exit: 1 },
  stale: { status: 409, title: "Out of date", exit: 1 },
  exists: { status: 409, title: "Already exists", exit: 1 },
  refused: { status: 409, title: "Refused", exit: 1 },
  cancelled: { status: 409, title: "Cancelled", exit: 1 },
  too_large: { status: 413, title: "Too large", exit: 1 },
  wrong_media_type: { status: 415, title: "Unsupported media type", exit: 1 },
  invalid_arguments: { status: 422, title: "Invalid arguments", exit: 1 },
  busy: { status: 429, title: "Too much at once", exit: 3 },
  internal: { status: 500, title: "Internal error", exit: 70 },
  unavailable: { status: 503, title: "Unavailable", exit: 3 },
  timed_out: { status: 504, title: "Timed out", exit: 3 },
} as const satisfies Record<string, { status: number; title: string; exit: number }>;

export type ErrorCode = keyof typeof ERROR_CODES;
export type UnavailableCode = "busy" | "unavailable" | "timed_out";
export type UserCode = Exclude<ErrorCode, UnavailableCode | "internal">;

/** One thing that is wrong with an input: an RFC 6901 pointer to the field, and what would work. */
export interface FieldFault {
  pointer: string;
  message: string;
}

interface ErrorDetails {
  /** What to do next, in one sentence. */
  hint?: string | undefined;
  errors?: readonly FieldFault[];
  cause?: unknown;
}

abstract class WaymarkError extends Error {
  abstract readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly errors: readonly FieldFault[];

  constructor(message: string, { hint, errors = [], cause }: ErrorDetails = {}) {
    super(message, { cause });
    this.hint = hint;
    this.errors = errors;
  }
}

/** The caller can fix it. The message says the action, the value and what would have worked. */
export class UserError extends WaymarkError {
  override readonly name = "UserError";
  readonly code: UserCode;

  constructor(code: UserCode, message: string, details?: ErrorDetails) {
    super(message, details);
    this.code = code;
  }
}

/** It cannot be had now: starting, not installed, crashed, timed out, at a limit. The hint says whether to retry. */
export class Unavailable extends WaymarkError {
  override readonly name = "Unavailable";
  readonly code: UnavailableCode;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: UnavailableCode, message: string, details: ErrorDetails & { retryAfterSeconds?: number } = {}) {
    super(message, details);
    this.code = code;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** What a caller gets to see of an error, the same on every surface. */
export interface Problem {
  code: ErrorCode;
  title: string;
  status: number;
  detail: string;
  hint?: string;
  errors?: readonly FieldFault[];
  retryAfterSeconds?: number;
}

/** Whether an error is a fault of ours, and no answer to the call. */
export function isFault(error: unknown): boolean {
  return !(error instanceof UserError || error instanceof Unavailable);
}

/** A short id that joins what the caller is told of a fault of ours and what the log has of it. */
export function faultId(): string {
  return crypto.randomUUID().slice(0, 8);
}

/**
 * Turns anything thrown into what may be shown outside.
 * @param report receives our own bugs, with the id under which the caller saw them.
 */
export function toProblem(error: unknown, report: (id: string, error: unknown) => void): Problem {
  if (error instanceof UserError || error instanceof Unavailable) {
    const { status, title } = ERROR_CODES[error.code];
    return {
      code: error.code,
      title,
      status,
      detail: error.message,
      ...(error.hint !== undefined && { hint: error.hint }),
      ...(error.errors.length > 0 && { errors: error.errors }),
      ...(error instanceof Unavailable &&
        error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
    };
  }
  const id = faultId();
  report(id, error);
  const { status, title } = ERROR_CODES.internal;
  return {
    code: "internal",
    title,
    status,
    detail: `This is a fault in Waymark, not in the call (id ${id}).`,
    hint: "The log holds the cause under that id; please report it.",
  };
}

/** The problem in words, for callers that read text: what went wrong, each field's fault, what to do next. */
export function problemText(problem: Problem): string {
  const faults = problem.errors && problem.errors.length > 1 ? problem.errors.map((fault) => `- ${fault.message}`) : [];
  return visible([`${problem.code}: ${problem.detail}`, ...faults, ...(problem.hint ? [problem.hint] : [])].join("\n"));
}
