/** Every tool on every surface: equal input schemas, equal answers at every stage, through the real entry points. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import Ajv2020 from "ajv/dist/2020";
import { COMMON_FIELDS, describeTool } from "../../src/surface/schema.ts";
import type { Tool } from "../../src/tool/define.ts";
import type { ToolEntry } from "../../src/tool/entry.ts";
import type { ObjectSchema } from "../../src/tool/json-schema.ts";
import { publishedInput, type Scene } from "../../src/tool/scene.ts";
import { TOOLS } from "../../src/tools/_all.gen.ts";
import { shopFiles } from "../fixture/shop.ts";
import { COMMAND, freshEnvironment, type Served, serve, waymark } from "../fixture/subject.ts";
import { type TemporaryFolder, tmp } from "../fixture/tmp.ts";

/** From the least that may be asked for to more than any answer here needs. */
const BUDGETS = [500, 1_500, 6_000, 20_000, 400_000];

/** Enough settings off their default that no answer about them is short. */
const ENV = {
  WAYMARK_PORT: "0",
  WAYMARK_TOOL_TIMEOUT_S: "50",
  WAYMARK_MAX_ANSWER_CHARS: "19000",
  WAYMARK_LOG_LEVEL: "error",
};

let home: TemporaryFolder;
let project: TemporaryFolder;
let server: Served;
let modern: Client;
let legacy: Client;
let stdio: LegacyClient;

beforeAll(async () => {
  home = await tmp();
  project = await tmp(shopFiles());
  server = await serve(["--project", project.path], { home: home.path, env: ENV });
  modern = await overHttp("auto");
  legacy = await overHttp("legacy");
  stdio = new LegacyClient({ name: "contract", version: "1" });
  const [command, ...args] = [...COMMAND, "mcp", "--project", project.path, "--context", "full"];
  await stdio.connect(
    new StdioClientTransport({ command: command!, args, env: freshEnvironment(home.path, ENV), cwd: home.path }),
  );
});

afterAll(async () => {
  await modern?.close();
  await legacy?.close();
  await stdio?.close();
  await server?.[Symbol.asyncDispose]();
  await project?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
});

async function overHttp(mode: "auto" | "legacy"): Promise<Client> {
  const client = new Client({ name: "contract", version: "1" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${server.token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp?context=full`), { requestInit }));
  return client;
}

/** What a tool gave on one surface: the structured form where the surface has it, the text where it has that. */
interface Given {
  surface: string;
  structured?: unknown;
  text?: string;
}

interface McpResult {
  content: unknown;
  structuredContent?: unknown;
  isError?: boolean | undefined;
}

function ofMcp(surface: string, result: McpResult, entry: ToolEntry): Given {
  expect(result.isError ?? false).toBe(false);
  const [first] = result.content as { type: string; text: string }[];
  if (entry.result === "text") {
    expect(result.structuredContent).toBeUndefined();
    return { surface, text: first!.text };
  }
  expect(JSON.parse(first!.text)).toEqual(result.structuredContent);
  return { surface, structured: result.structuredContent };
}

/** Calls a tool everywhere. */
async function everywhere(entry: ToolEntry, input: Record<string, unknown>): Promise<Given[]> {
  const call = { name: entry.name, arguments: input };
  const rest = await server.post(`/tools/${entry.name}`, input);
  expect(rest.status).toBe(200);
  const events = await server.fetch(`/tools/${entry.name}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify(input),
  });
  const cli = ["call", entry.name, JSON.stringify(input), "--project", project.path];
  const json = await waymark([...cli, "--json"], { home: home.path, env: ENV });
  const given: Given[] = [
    { surface: "REST", structured: await rest.json() },
    { surface: "REST events", structured: resultEvent(await events.text()) },
    ofMcp("MCP modern", await modern.callTool(call), entry),
    ofMcp("MCP legacy", await legacy.callTool(call), entry),
    ofMcp("MCP stdio", (await stdio.callTool(call)) as McpResult, entry),
    { surface: "CLI --json", structured: JSON.parse(json.stdout) },
  ];
  for (const [format, { reply, read }] of Object.entries(VENDORS)) {
    const answer = await server.post(`/functions/call?format=${format}`, reply(entry.name, input));
    expect(answer.status).toBe(200);
    const { messages } = (await answer.json()) as { messages: unknown[] };
    const content = read(messages);
    const isText = entry.result === "text" && typeof content === "string";
    given.push({
      surface: format,
      ...(isText ? { text: content } : { structured: typeof content === "string" ? JSON.parse(content) : content }),
    });
  }
  if (entry.result === "text") {
    const plain = await waymark(cli, { home: home.path, env: ENV });
    given.push({ surface: "CLI", text: plain.stdout.replace(/\n$/, "") });
  }
  return given;
}

function resultEvent(stream: string): unknown {
  const event = stream.split("\n\n").find((block) => block.startsWith("event: result"));
  return JSON.parse(/^data: (.*)$/m.exec(event ?? "")![1]!);
}

/** A reply of each vendor's model that calls one tool, and the content of the message to send back. */
const VENDORS: Record<string, { reply(name: string, input: unknown): unknown; read(messages: unknown[]): unknown }> = {
  "openai-chat": {
    reply: (name, input) => ({
      id: "chatcmpl-1",
      choices: [
        {
          index: 0,
          finish_reason: "tool_calls",
          message: {
            role: "assistant",
            content: null,
            tool_calls: [{ id: "call_1", type: "function", function: { name, arguments: JSON.stringify(input) } }],
          },
        },
      ],
    }),
    read(messages) {
      expect(messages).toMatchObject([{ role: "tool", tool_call_id: "call_1" }]);
      return (messages as { content: string }[])[0]!.content;
    },
  },
  "openai-responses": {
    reply: (name, input) => ({
      id: "resp_1",
      output: [
        { type: "reasoning", id: "rs_1", summary: [] },
        { type: "function_call", id: "fc_1", call_id: "call_1", name, arguments: JSON.stringify(input) },
      ],
    }),
    read(messages) {
      expect(messages).toMatchObject([{ type: "function_call_output", call_id: "call_1" }]);
      return (messages as { output: string }[])[0]!.output;
    },
  },
  anthropic: {
    reply: (name, input) => ({
      role: "assistant",
      stop_reason: "tool_use",
      content: [
        { type: "text", text: "I look." },
        { type: "tool_use", id: "toolu_1", name, input },
      ],
    }),
    read(messages) {
      expect(messages).toMatchObject([{ role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1" }] }]);
      return (messages as { content: { content: string }[] }[])[0]!.content[0]!.content;
    },
  },
  gemini: {
    reply: (name, input) => ({
      candidates: [{ content: { role: "model", parts: [{ functionCall: { name, args: input } }] } }],
    }),
    read(messages) {
      return (messages as { parts: { functionResponse: { response: unknown } }[] }[])[0]!.parts[0]!.functionResponse
        .response;
    },
  },
};

const scene = { project: "bound", tools: new Set(TOOLS.map(({ name }) => name)) } as unknown as Scene;

describe.each(TOOLS.map((entry) => [entry.name, entry] as const))("%s", (name, entry) => {
  test("has one input schema on all surfaces, made from its zod schema", async () => {
    const tool: Tool = await entry.load();
    const wanted = publishedInput(describeTool(tool, entry.load), scene, COMMON_FIELDS);
    const found: Record<string, unknown> = {};
    for (const [surface, client] of Object.entries({ modern, legacy, stdio })) {
      found[`MCP ${surface}`] = (await client.listTools()).tools.find((listed) => listed.name === name)?.inputSchema;
    }
    const openapi = (await (await server.fetch("/openapi.json")).json()) as OpenApi;
    const old = (await (await server.fetch("/openapi-3.0.json")).json()) as OpenApi;
    found["OpenAPI 3.1"] = openapi.paths[`/tools/${name}`]!.post.requestBody.content["application/json"].schema;
    found["OpenAPI 3.0"] = old.paths[`/tools/${name}`]!.post.requestBody.content["application/json"].schema;
    for (const format of Object.keys(VENDORS)) {
      found[format] = definitionOf(await (await server.fetch(`/functions?format=${format}`)).json(), name);
    }
    const cli = await waymark(["tools", "--json", "--project", project.path], { home: home.path });
    found.CLI = (JSON.parse(cli.stdout) as { name: string; input: unknown }[]).find(
      (listed) => listed.name === name,
    )?.input;
    for (const [surface, schema] of Object.entries(found))
      expect({ surface, schema }).toEqual({ surface, schema: wanted });
  });

  test("gives one answer on all surfaces at every stage, within the budget, and it fits the published schema", async () => {
    const document = (await (await server.fetch("/openapi.json")).json()) as OpenApi;
    const schema = document.paths[`/tools/${name}`]!.post.responses["200"]!.content["application/json"].schema;
    const fits = new Ajv2020({ strict: true }).compile(schema);
    const reached = new Set<string>();
    for (const { input } of entry.examples) {
      for (const budget of BUDGETS) {
        const given = await everywhere(entry, { ...input, max_answer_chars: budget });
        const [first] = given.flatMap(({ structured }) =>
          structured === undefined ? [] : [structured as { detail: string }],
        );
        expect({ fits: fits(first), errors: fits.errors }).toEqual({ fits: true, errors: null });
        expect(JSON.stringify(first).length).toBeLessThanOrEqual(budget);
        const text = given.find((one) => one.text !== undefined)?.text;
        for (const { surface, ...one } of given) {
          if (one.structured !== undefined) expect({ surface, ...one }).toEqual({ surface, structured: first });
          if (one.text !== undefined) expect({ surface, ...one }).toEqual({ surface, text: text! });
        }
        reached.add(first!.detail);
      }
    }
    expect([...reached].sort()).toEqual(entry.stages.map(({ name }) => name).sort());
  }, 240_000);

  test("H78: null for every optional field is the same as leaving it out", async () => {
    const { properties, required = [] } = publishedInput(entry, scene, COMMON_FIELDS);
    const { input } = entry.examples[0]!;
    const withNulls = {
      ...Object.fromEntries(
        Object.keys(properties)
          .filter((key) => !required.includes(key))
          .map((key) => [key, null]),
      ),
      ...input,
    };
    const [plain, nulls] = [await server.post(`/tools/${name}`, input), await server.post(`/tools/${name}`, withNulls)];
    expect(nulls.status).toBe(200);
    expect(await nulls.json()).toEqual(await plain.json());
  });

  test("H77: numbers and booleans written as strings are accepted", async () => {
    const { input } = entry.examples.at(-1)!;
    const stringified = Object.fromEntries(
      Object.entries(input).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
    );
    const [plain, strings] = [
      await server.post(`/tools/${name}`, input),
      await server.post(`/tools/${name}`, stringified),
    ];
    expect(strings.status).toBe(200);
    expect(await strings.json()).toEqual(await plain.json());
  });

  test("H73: an unknown field is refused by name, on REST and MCP with the same words", async () => {
    const input = { ...entry.examples[0]!.input, no_such_field: 1 };
    const rest = await server.post(`/tools/${name}`, input);
    expect(rest.status).toBe(422);
    const problem = (await rest.json()) as { detail: string; errors: { pointer: string; message: string }[] };
    expect(problem.errors).toContainEqual({
      pointer: "/no_such_field",
      message: expect.stringContaining('"no_such_field"'),
    });
    const mcp = await modern.callTool({ name, arguments: input });
    expect(mcp.isError).toBe(true);
    expect((mcp.content as { text: string }[])[0]!.text).toContain(problem.detail);
  });
});

interface OpenApi {
  paths: Record<
    string,
    {
      post: {
        requestBody: { content: { "application/json": { schema: ObjectSchema } } };
        responses: Record<string, { content: { "application/json": { schema: ObjectSchema } } }>;
      };
    }
  >;
}

/** The input schema of one function in a vendor's list. */
function definitionOf(list: unknown, name: string): unknown {
  const flat = (list as Record<string, unknown>[]).flatMap(
    (item) => (item.functionDeclarations as Record<string, unknown>[]) ?? [item.function ?? item],
  );
  const found = (flat as Record<string, unknown>[]).find((definition) => definition.name === name);
  return found?.parameters ?? found?.input_schema ?? found?.parametersJsonSchema;
}
