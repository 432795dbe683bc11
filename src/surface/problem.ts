/** Problems as RFC 9457 documents. */
import { type ErrorCode, type Problem, problemText, toProblem } from "../base/error.ts";
import type { Log } from "../base/log.ts";
import type { JsonSchema } from "../tool/json-schema.ts";

/** The body of an error answer; `instance` is the path that was asked for. */
export function problemDocument(problem: Problem, instance: string) {
  const { code, title, status, detail, hint, errors } = problem;
  return {
    type: `urn:waymark:${code satisfies ErrorCode}`,
    title,
    status,
    detail,
    instance,
    code,
    ...(errors && { errors }),
    ...(hint && { hint }),
  };
}

export function problemResponse(problem: Problem, instance: string, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(problemDocument(problem, instance)), {
    status: problem.status,
    headers: { "content-type": "application/problem+json", ...problemHeaders(problem), ...headers },
  });
}

/** What HTTP itself wants to know of a problem, whatever the form of its body. */
export function problemHeaders({ code, retryAfterSeconds = 2 }: Problem): Record<string, string> {
  if (code === "unauthorized") return { "www-authenticate": 'Bearer realm="waymark"' };
  return code === "unavailable" || code === "busy" ? { "retry-after": String(retryAfterSeconds) } : {};
}

/** What was thrown outside a call, as a problem; our own bugs go to the log. */
export function problemOf(error: unknown, where: string, log: Log): Problem {
  return toProblem(error, (id, cause) => log("error", `internal error ${id} in ${where}`, { cause }));
}

export { problemText };

/** The schema of `problemDocument`. */
export const PROBLEM_SCHEMA: JsonSchema = {
  type: "object",
  description: "RFC 9457 problem document.",
  required: ["type", "title", "status", "detail", "instance", "code"],
  properties: {
    type: { type: "string", description: "`urn:waymark:` and the code." },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string", description: "What went wrong, with the value and what would have worked." },
    instance: { type: "string", description: "Path of the request." },
    code: { type: "string", description: "Stable code of the kind of error." },
    errors: {
      type: "array",
      description: "Each fault of the arguments.",
      items: {
        type: "object",
        required: ["pointer", "message"],
        properties: {
          pointer: { type: "string", description: "JSON Pointer to the field." },
          message: { type: "string" },
        },
      },
    },
    hint: { type: "string", description: "What to do next." },
  },
};
