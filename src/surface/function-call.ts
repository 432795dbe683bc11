/** Takes the tool calls of a model's reply as they are, runs them, and gives the messages to send back. */
import { type FieldFault, type Problem, problemText, UserError } from "../base/error.ts";
import type { Envelope } from "../tool/answer.ts";
import type { Outcome } from "../tool/run.ts";
import type { Scene } from "../tool/scene.ts";
import { answerText } from "../tool/text.ts";
import type { App } from "./app.ts";
import type { FunctionFormat } from "./functions.ts";

/** Most calls in one reply. */
const CALLS_LIMIT = 64;

/** One call found in a reply, and how its answer goes back. */
interface FoundCall {
  name: string;
  /** Undefined when the model wrote arguments that are not JSON. */
  arguments: unknown;
  id: string | undefined;
  fault?: string;
}

interface FoundAnswer extends FoundCall {
  text: string;
  /** For vendors that take the answer as an object. */
  value: Envelope | { error: Problem };
  isError: boolean;
}

type Fields = Record<string, unknown>;

/**
 * @param reply the whole response, its message, or the list of calls in it.
 * @returns `messages` to append to the conversation, and how many calls were answered.
 * @throws UserError `invalid_arguments` when the reply holds no tool call of this format.
 */
export async function answerFunctionCalls(
  app: App,
  scene: Scene,
  format: FunctionFormat,
  reply: unknown,
  signal: AbortSignal,
) {
  const calls = FINDERS[format](reply);
  if (calls.length === 0 || calls.length > CALLS_LIMIT) {
    const found = calls.length === 0 ? "no tool call" : `${calls.length} tool calls; at most ${CALLS_LIMIT} are taken`;
    const errors: FieldFault[] = [{ pointer: "", message: `The reply holds ${found}.` }];
    throw new UserError("invalid_arguments", `The reply holds ${found} in the format ${format}.`, {
      errors,
      hint: `Send the model's whole response, its message, or the list of calls: ${EXPECTED[format]}.`,
    });
  }
  const answers = await Promise.all(
    calls.map(async (call) => answered(call, await outcomeOf(app, scene, format, call, signal))),
  );
  return { messages: WRITERS[format](answers), calls: calls.length };
}

async function outcomeOf(
  app: App,
  scene: Scene,
  format: FunctionFormat,
  call: FoundCall,
  signal: AbortSignal,
): Promise<Outcome> {
  if (call.fault) {
    const { status, title } = { status: 422, title: "Invalid arguments" };
    return { ok: false, problem: { code: "invalid_arguments", status, title, detail: call.fault } };
  }
  return app.runner.run({
    tool: call.name,
    arguments: call.arguments,
    scene,
    caller: { surface: "functions", client: format },
    signal,
  });
}

function answered(call: FoundCall, outcome: Outcome): FoundAnswer {
  if (!outcome.ok)
    return { ...call, text: problemText(outcome.problem), value: { error: outcome.problem }, isError: true };
  const { tool, envelope } = outcome;
  const text = tool.result === "text" ? answerText(tool, envelope) : JSON.stringify(envelope);
  return { ...call, text, value: envelope, isError: false };
}

const EXPECTED: Record<FunctionFormat, string> = {
  "openai-chat": "`tool_calls` of `choices[].message`",
  "openai-responses": "`output` items of type `function_call`",
  anthropic: "`content` blocks of type `tool_use`",
  gemini: "`functionCall` parts of `candidates[].content`",
};

const FINDERS: Record<FunctionFormat, (reply: unknown) => FoundCall[]> = {
  "openai-chat"(reply) {
    const messages = Array.isArray(get(reply, "choices"))
      ? list(get(reply, "choices")).map((choice) => get(choice, "message"))
      : [reply];
    const calls = messages.flatMap((message) => (Array.isArray(message) ? message : list(get(message, "tool_calls"))));
    return calls
      .filter((call) => get(call, "function") !== undefined)
      .map((call) =>
        parsedCall(get(get(call, "function"), "name"), get(get(call, "function"), "arguments"), get(call, "id")),
      );
  },
  "openai-responses"(reply) {
    const items = Array.isArray(reply) ? reply : list(get(reply, "output") ?? [reply]);
    return items
      .filter((item) => get(item, "type") === "function_call")
      .map((item) => parsedCall(get(item, "name"), get(item, "arguments"), get(item, "call_id")));
  },
  anthropic(reply) {
    const blocks = Array.isArray(reply) ? reply : list(get(reply, "content") ?? [reply]);
    return blocks
      .filter((block) => get(block, "type") === "tool_use")
      .map((block) => parsedCall(get(block, "name"), get(block, "input"), get(block, "id")));
  },
  gemini(reply) {
    const contents = Array.isArray(get(reply, "candidates"))
      ? list(get(reply, "candidates")).map((candidate) => get(candidate, "content"))
      : [reply];
    const parts = contents.flatMap((content) =>
      Array.isArray(content) ? content : list(get(content, "parts") ?? [content]),
    );
    return parts
      .map((part) => get(part, "functionCall"))
      .filter((call) => call !== undefined)
      .map((call) => parsedCall(get(call, "name"), get(call, "args"), get(call, "id")));
  },
};

const WRITERS: Record<FunctionFormat, (answers: readonly FoundAnswer[]) => unknown[]> = {
  "openai-chat": (answers) => answers.map(({ id, text }) => ({ role: "tool", tool_call_id: id, content: text })),
  "openai-responses": (answers) =>
    answers.map(({ id, text }) => ({ type: "function_call_output", call_id: id, output: text })),
  anthropic: (answers) => [
    {
      role: "user",
      content: answers.map(({ id, text, isError }) => ({
        type: "tool_result",
        tool_use_id: id,
        content: text,
        ...(isError && { is_error: true }),
      })),
    },
  ],
  gemini: (answers) => [
    {
      role: "user",
      parts: answers.map(({ id, name, value }) => ({
        functionResponse: { ...(id !== undefined && { id }), name, response: value },
      })),
    },
  ],
};

/** OpenAI sends arguments as a JSON text, the others as an object; both are taken everywhere. */
function parsedCall(name: unknown, given: unknown, id: unknown): FoundCall {
  const call = { name: typeof name === "string" ? name : "", id: typeof id === "string" ? id : undefined };
  if (typeof given !== "string") return { ...call, arguments: given };
  if (given.trim() === "") return { ...call, arguments: {} };
  try {
    return { ...call, arguments: JSON.parse(given) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ...call, arguments: undefined, fault: `The arguments of ${call.name} are not JSON: ${error.message}.` };
  }
}

function get(holder: unknown, key: string): unknown {
  return typeof holder === "object" && holder !== null ? (holder as Fields)[key] : undefined;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
