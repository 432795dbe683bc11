/** Takes the tool calls of a model's reply as they are, runs them, and gives the messages to send back. */
import { type FieldFault, type Problem, problemText, UserError } from "../base/error.ts";
import { visibleJson } from "../base/visible.ts";
import { resultForm } from "../tool/described.ts";
import type { Envelope } from "../tool/evidence.ts";
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
 * @returns `messages` to append to the conversation, how many calls were answered, and the ids of calls of a kind that
 * has no tool here, which the caller must answer.
 * @throws UserError `invalid_arguments` when the reply holds no tool call of this format, or one without name or id.
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
  for (const [index, call] of calls.entries()) assertAnswerable(call, index, format);
  const answers = await Promise.all(
    calls.map(async (call) => answered(call, await outcomeOf(app, scene, format, call, signal), scene)),
  );
  return { messages: WRITERS[format](answers), calls: calls.length, unanswered: UNANSWERED[format](reply) };
}

/** Vendors refuse an answer that does not name its call; Gemini alone goes by the order. */
function assertAnswerable({ name, id }: FoundCall, index: number, format: FunctionFormat): void {
  const missing = name === "" ? "name" : id === undefined && format !== "gemini" ? "id" : undefined;
  if (!missing) return;
  const message = `Tool call ${index + 1} of the reply has no ${missing} (a text), so it cannot be answered.`;
  throw new UserError("invalid_arguments", message, { errors: [{ pointer: `/${index}`, message }] });
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

function answered(call: FoundCall, outcome: Outcome, scene: Scene): FoundAnswer {
  if (!outcome.ok)
    return { ...call, text: problemText(outcome.problem), value: { error: outcome.problem }, isError: true };
  const { tool, envelope } = outcome;
  const text = resultForm(scene, tool.result) === "text" ? answerText(tool, envelope) : visibleJson(envelope);
  return { ...call, text, value: envelope, isError: false };
}

const EXPECTED: Record<FunctionFormat, string> = {
  "openai-chat": "`tool_calls` of `choices[].message`",
  "openai-responses": "`output` items of type `function_call`",
  anthropic: "`content` blocks of type `tool_use`",
  gemini: "`functionCall` parts of `candidates[].content`",
};

const FINDERS: Record<FunctionFormat, (reply: unknown) => FoundCall[]> = {
  "openai-chat": (reply) =>
    chatCalls(reply)
      .filter((call) => get(call, "function") !== undefined)
      .map((call) =>
        parsedCall(get(get(call, "function"), "name"), get(get(call, "function"), "arguments"), get(call, "id")),
      ),
  "openai-responses"(reply) {
    return responseItems(reply)
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

/** Calls that belong to a kind of tool which is not ours, such as a vendor's custom tools. */
const UNANSWERED: Record<FunctionFormat, (reply: unknown) => string[]> = {
  "openai-chat": (reply) =>
    ids(
      chatCalls(reply).filter((call) => get(call, "function") === undefined),
      "id",
    ),
  "openai-responses": (reply) =>
    ids(
      responseItems(reply).filter((item) => get(item, "type") === "custom_tool_call"),
      "call_id",
    ),
  anthropic: () => [], // its server tools are answered by the vendor
  gemini: () => [],
};

function ids(calls: readonly unknown[], key: string): string[] {
  return calls.map((call) => get(call, key)).filter((id) => typeof id === "string");
}

/** The calls of a response, a message, a list of messages or a list of calls. */
function chatCalls(reply: unknown): unknown[] {
  const choices = get(reply, "choices");
  const items = Array.isArray(choices) ? choices.map((choice) => get(choice, "message")) : [reply].flat();
  return items.flatMap((item) => (get(item, "tool_calls") === undefined ? [item] : list(get(item, "tool_calls"))));
}

function responseItems(reply: unknown): unknown[] {
  return Array.isArray(reply) ? reply : list(get(reply, "output") ?? [reply]);
}

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
