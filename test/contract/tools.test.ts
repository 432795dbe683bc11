/** Every tool on every surface: equal input schemas, equal answers at every stage, through the real entry points. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import Ajv2020 from "ajv/dist/2020";
import { ERROR_CODES } from "../../src/base/error.ts";
import { SERVERS } from "../../src/language/_builtin.gen.ts";
import { COMMON_FIELDS, describeTool } from "../../src/surface/schema.ts";
import { briefInput } from "../../src/tool/brief.ts";
import type { Tool } from "../../src/tool/define.ts";
import type { ToolEntry } from "../../src/tool/entry.ts";
import type { ObjectSchema } from "../../src/tool/json-schema.ts";
import { publishedInput } from "../../src/tool/published.ts";
import type { Scene } from "../../src/tool/scene.ts";
import { TOOLS } from "../../src/tools/_all.gen.ts";
import { movingServer } from "../fixture/moving-server.ts";
import { dataDirOf } from "../fixture/pump.ts";
import { typescriptServer } from "../fixture/real-servers.ts";
import { shopFiles, shopRepository } from "../fixture/shop.ts";
import { COMMAND, freshEnvironment, type Served, serve, waymark } from "../fixture/subject.ts";
import { type TemporaryFolder, tmp } from "../fixture/tmp.ts";

/** From the least that may be asked for to more than any answer here needs. */
const BUDGETS = [500, 1_500, 6_000, 20_000, 400_000];

const MEMORIES = 40;

const SERVERS_HERE = { typescript: { command: typescriptServer() } };

/** Enough settings off their default that no answer about them is short. */
const ENV = {
  WAYMARK_PORT: "0",
  WAYMARK_TOOL_TIMEOUT_S: "50",
  WAYMARK_MAX_ANSWER_CHARS: "19000",
  WAYMARK_LOG_LEVEL: "error",
  WAYMARK_SERVERS: JSON.stringify(SERVERS_HERE),
  WAYMARK_LANGUAGE_SERVERS: JSON.stringify({ typescript: ["typescript"] }),
};

/** What edits of symbols are tried on. */
const SHOP_FILES = shopFiles();

/** Tools that choose a project, and those that the user must turn on, are tried where they are on. */
const isUnbound = (entry: ToolEntry) => entry.markers.includes("unbound");
const OPTIONAL = TOOLS.filter(({ markers }) => markers.includes("optional")).map(({ name }) => name);

/** Waymark started once over HTTP and once over stdio, with a client for each way in. */
interface Subject extends AsyncDisposable {
  server: Served;
  modern: Client;
  legacy: Client;
  stdio: LegacyClient | undefined;
}

/** Of every process that is asked. */
let env: Record<string, string>;
let home: TemporaryFolder;
let project: TemporaryFolder;
let other: TemporaryFolder;
let bound: Subject;
let unbound: Subject;

beforeAll(async () => {
  home = await tmp();
  project = await shopRepository();
  await memoriesOfShop(project.path);
  other = await tmp({ "a.ts": "" });
  env = {
    ...ENV,
    WAYMARK_INCLUDED_OPTIONAL_TOOLS: JSON.stringify(OPTIONAL),
    WAYMARK_SERVERS: JSON.stringify({ ...SERVERS_HERE, moving: await movingServer(home.path) }),
    WAYMARK_LANGUAGE_SERVERS: JSON.stringify({ typescript: ["typescript"], go: ["moving"] }),
  };
  await waymark(["index", project.path], { home: home.path, env: ENV });
  bound = await started(["--project", project.path], env);
  unbound = await started([], env);
});

afterAll(async () => {
  for (const resource of [bound, unbound, project, other, home]) await resource?.[Symbol.asyncDispose]();
});

async function started(args: string[], env: Record<string, string>): Promise<Subject> {
  const server = await serve(args, { home: home.path, env });
  const overHttp = async (mode: "auto" | "legacy") => {
    const client = new Client({ name: "contract", version: "1" }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: `Bearer ${server.token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp?context=full`), { requestInit }));
    return client;
  };
  const [modern, legacy] = [await overHttp("auto"), await overHttp("legacy")];
  const stdio = args.length > 0 ? new LegacyClient({ name: "contract", version: "1" }) : undefined; // over stdio a folder is always bound
  const [command, ...rest] = [...COMMAND, "mcp", ...args, "--context", "full"];
  await stdio?.connect(
    new StdioClientTransport({ command: command!, args: rest, env: freshEnvironment(home.path, env), cwd: home.path }),
  );
  return {
    server,
    modern,
    legacy,
    stdio,
    async [Symbol.asyncDispose]() {
      for (const client of [modern, legacy, stdio]) await client?.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** An example for this machine: the folder that it names as a project is one that is there. */
function localized(entry: ToolEntry, input: Record<string, unknown>): Record<string, unknown> {
  return "project" in entry.input.properties ? { ...input, project: other.path } : input;
}

/** Brings back what a call takes away, so that it can be made again on the next surface. @returns the input for it. */
async function prepared(entry: ToolEntry, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (entry.name === "restart_language_server") await bound.server.post(`/tools/${entry.name}`, {}); // none runs then
  if ("action_id" in input) return { ...input, action_id: await actionOffered() };
  if (!entry.markers.includes("writes") || String(input.dry_run) === "true") return input;
  if (entry.category === "memory") await memoriesBefore(input);
  if ("text" in input) await bound.server.post("/tools/remember", input); // it is noted anew then, wherever it is asked for first
  if ("note_id" in input) return { ...input, note_id: await noteMade() };
  if (typeof input.server === "string") await installedAlready(input.server);
  if (typeof input.path === "string" && /\.\w+$/.test(input.path))
    await Bun.write(join(project.path, input.path), SHOP_FILES[input.path] ?? "before\n");
  if (input.project === other.path) {
    await waymark(["call", "find_file", '{"query":"*"}', "--project", other.path], { home: home.path, env: ENV });
  }
  return "change_id" in input ? { ...input, change_id: await changeMade() } : input;
}

/** Pages that are to be changed are there then, and those that are to come are not. */
async function memoriesBefore(input: Record<string, unknown>): Promise<void> {
  const { name, content, old_name, new_name, needle } = input;
  const gone = content === undefined ? new_name : name;
  const there = content === undefined ? (old_name ?? name) : undefined;
  if (gone !== undefined) await bound.server.post("/tools/delete_memory", { name: gone });
  if (there !== undefined) await bound.server.post("/tools/write_memory", { name: there, content: needle ?? "text" });
}

/** @returns the id of a note that can be forgotten. */
async function noteMade(): Promise<string> {
  const response = await bound.server.post("/tools/remember", { text: "The till closes at eight." });
  return ((await response.json()) as { answer: { note_id: string } }).answer.note_id;
}

/** Enough of them, and one long enough, that every stage is reached. */
async function memoriesOfShop(root: string): Promise<void> {
  const put = (name: string, text: string) => Bun.write(join(root, ".waymark/memories", `${name}.md`), text);
  await put("core", "# The shop\n\nWhat a model should know of it, line by line.\n".repeat(400));
  for (let page = 0; page < MEMORIES; page++)
    await put(`stock/shelf-${page}`, `# Shelf ${page}\n\nSee \`mem:core\`.\n`);
}

/** @returns the id of a code action that can be applied. */
async function actionOffered(): Promise<string> {
  const input = { path: "src/till.ts", start_line: 1, kind: "source" };
  const body = (await (await bound.server.post("/tools/list_code_actions", input)).json()) as {
    answer: { actions: { action_id: string }[] };
  };
  return body.answer.actions[0]!.action_id;
}

/** @returns the id of a change that can be undone. */
async function changeMade(): Promise<string> {
  const path = "notes/undone.md";
  await Bun.write(join(project.path, path), "before\n");
  const input = { path, content: "after\n", overwrite: true };
  const body = (await (await bound.server.post("/tools/create_text_file", input)).json()) as {
    answer: { change_id: string };
  };
  return body.answer.change_id;
}

/** Puts a language server where Waymark installs it; installing for real has tests of its own. */
async function installedAlready(id: string): Promise<void> {
  const [recipe] = (SERVERS[id] as { install: unknown[] }).install as [
    { packages: Record<string, string>; program: string },
  ];
  const [version] = Object.values(recipe.packages);
  const folder = join(dataDirOf(home.path), "servers", id, version!);
  const note = { server: id, version, with: "npm", program: recipe.program, installed_at: new Date(0).toISOString() };
  await Bun.write(join(folder, recipe.program), "");
  await Bun.write(join(folder, "install.json"), JSON.stringify(note));
}

/** What a call came to on one surface: the structured answer, its text, or the detail of the problem. */
interface Given {
  surface: string;
  structured?: unknown;
  text?: string;
  problem?: string;
}

interface McpResult {
  content: unknown;
  structuredContent?: unknown;
  isError?: boolean | undefined;
}

function ofMcp(result: McpResult, entry: ToolEntry): Omit<Given, "surface"> {
  const [first] = result.content as { type: string; text: string }[];
  if (result.isError) return { problem: first!.text };
  if (entry.result === "text") {
    expect(result.structuredContent).toBeUndefined();
    return { text: first!.text };
  }
  expect(JSON.parse(first!.text)).toEqual(result.structuredContent);
  return { structured: result.structuredContent };
}

interface ProblemBody {
  code: string;
  detail: string;
  hint?: string;
}

const problemWords = ({ code, detail, hint }: ProblemBody) => `${code}: ${detail}${hint ? `\n${hint}` : ""}`;

let listing: Promise<{ name: string; input: unknown }[]> | undefined;

/** What `waymark tools` says, asked once for all tools. */
function listedOnCommandLine(): Promise<{ name: string; input: unknown }[]> {
  listing ??= waymark(["tools", "--json", "--project", project.path], { home: home.path, env }).then(
    ({ stdout }) => JSON.parse(stdout) as { name: string; input: unknown }[],
  );
  return listing;
}

/** Calls a tool everywhere. */
async function everywhere(entry: ToolEntry, wanted: Record<string, unknown>, isOnCommandLine = true): Promise<Given[]> {
  const { server, modern, legacy, stdio } = isUnbound(entry) ? unbound : bound;
  const given: Given[] = [];
  type Ask = (input: Record<string, unknown>) => Promise<Omit<Given, "surface">>;
  const ask = async (surface: string, call: Ask) => {
    given.push({ surface, ...(await call(await prepared(entry, wanted))) });
  };
  const called = (input: Record<string, unknown>) => ({ name: entry.name, arguments: input });
  await ask("REST", async (input) => {
    const rest = await server.post(`/tools/${entry.name}`, input);
    const body = (await rest.json()) as ProblemBody;
    return rest.status === 200 ? { structured: body } : { problem: problemWords(body) };
  });
  await ask("REST events", async (input) => {
    const events = await server.fetch(`/tools/${entry.name}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify(input),
    });
    const { event, data } = lastEvent(await events.text());
    return event === "result" ? { structured: data } : { problem: problemWords(data as ProblemBody) };
  });
  await ask("MCP modern", async (input) => ofMcp(await modern.callTool(called(input)), entry));
  await ask("MCP legacy", async (input) => ofMcp(await legacy.callTool(called(input)), entry));
  if (stdio) {
    await ask("MCP stdio", async (input) => ofMcp((await stdio.callTool(called(input))) as McpResult, entry));
    if (isOnCommandLine) await ask("CLI --json", (input) => onCommandLine(entry, input, true));
    if (isOnCommandLine && entry.result === "text") await ask("CLI", (input) => onCommandLine(entry, input, false));
  }
  for (const [format, { reply, read }] of Object.entries(VENDORS)) {
    await ask(format, async (input) => {
      const answer = await server.post(`/functions/call?format=${format}`, reply(entry.name, input));
      expect(answer.status).toBe(200);
      return contentOf(read(((await answer.json()) as { messages: unknown[] }).messages), entry);
    });
  }
  return given;
}

async function onCommandLine(
  entry: ToolEntry,
  input: Record<string, unknown>,
  asJson: boolean,
): Promise<Omit<Given, "surface">> {
  const words = ["call", entry.name, JSON.stringify(input), "--project", project.path, ...(asJson ? ["--json"] : [])];
  const { code, stdout, stderr } = await waymark(words, { home: home.path, env });
  if (!asJson) return code === 0 ? { text: stdout.replace(/\n$/, "") } : { problem: stderr.trimEnd() };
  const body = JSON.parse(stdout) as ProblemBody;
  return code === 0 ? { structured: body } : { problem: problemWords(body) };
}

/** What of an answer depends on the process that gave it, or on when it did, and not on the surface. */
const OWN_ANSWERS: ReadonlySet<string> = new Set([
  "is_active", // whether a client's choice of a project lasts is the one thing that its way in decides
  "is_writer",
  "job",
  "refreshes",
  "state",
  "phase",
  "ready", // language servers that this process has running
  "files_done",
  "files_to_do",
  "files_per_second",
  "watcher",
  "database_bytes",
  "freed_bytes",
  "is_complete",
  "undone",
]);
const OWN_EVIDENCE: ReadonlySet<string> = new Set(["source", "generation", "pending_files"]);
/** What is told of a server that each process has for itself. */
const OWN_SERVER: ReadonlySet<string> = new Set([
  "state",
  "reason",
  "root",
  "pid",
  "memory_mb",
  "since",
  "starts",
  "open_files",
  "version", // one at work tells more of itself
]);
const OF_INDEX =
  /^(the project is being indexed|changed files|files have changed|files changed|whether files beyond|Another process)/;
const OWN_NOTES =
  /; generation \d+|\bc\d+\b|source (index|syntax)|; incomplete: (the project is being indexed[^;]*|whether files beyond[^;)]*|changed files[^;)]*|files have changed[^;)]*|files changed[^;)]*)|Shortened from \d+/g;

/** Each process has its own index and its own servers, which hear of the same files at another time. */
const isBehind = ({ structured }: Given) =>
  OF_INDEX.test(String((structured as { reason?: string } | undefined)?.reason));

/** An answer without what another process, asked at another time, says otherwise, such as whether its index is fresh yet. */
function comparable(given: Given, isOneBehind: boolean): Given {
  const { structured, text } = given;
  if (text !== undefined) return { ...given, text: text.replace(OWN_NOTES, "") };
  if (!structured || !(structured as { answer?: unknown }).answer) return given;
  const { answer, ...evidence } = structured as { answer: Record<string, unknown>; source?: string; reason?: string };
  const without = (fields: Record<string, unknown>, own: ReadonlySet<string>) =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => !own.has(key)));
  const sameId = (key: string, value: unknown) => (key === "change_id" ? undefined : value);
  const answered = without(JSON.parse(JSON.stringify(answer, sameId)) as Record<string, unknown>, OWN_ANSWERS);
  if (Array.isArray(answered.servers)) {
    answered.servers = answered.servers.map((row) => without(row as Record<string, unknown>, OWN_SERVER));
  }
  const { complete, reason, hint, ...rest } = evidence as Record<string, unknown>;
  const lacks = complete === true || isOneBehind ? {} : { complete, reason };
  const isOfIndex = evidence.source === "index" || evidence.source === "syntax";
  const shortened = hint === undefined ? {} : { hint: String(hint).replace(OWN_NOTES, "") };
  const kept = isOfIndex ? { ...without(rest, OWN_EVIDENCE), ...lacks } : { ...rest, ...lacks, ...shortened };
  return { ...given, structured: { ...kept, answer: answered } };
}

/** A message's content: the text of a text tool, the JSON of another, or the words of a problem. */
function contentOf(content: unknown, entry: ToolEntry): Omit<Given, "surface"> {
  if (typeof content !== "string") {
    const { error } = content as { error?: ProblemBody };
    return error ? { problem: problemWords(error) } : { structured: content };
  }
  if (/^[a-z_]+: /.test(content) && !content.startsWith("{")) {
    const isProblem = Object.keys(ERROR_CODES).some((code) => content.startsWith(`${code}: `));
    if (isProblem) return { problem: content };
  }
  return entry.result === "text" ? { text: content } : { structured: JSON.parse(content) };
}

function lastEvent(stream: string): { event: string; data: unknown } {
  const block = stream.trim().split("\n\n").at(-1)!;
  return { event: /^event: (.*)$/m.exec(block)![1]!, data: JSON.parse(/^data: (.*)$/m.exec(block)![1]!) };
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

const boundScene = { project: "bound", tools: new Set(TOOLS.map(({ name }) => name)) } as unknown as Scene;
const freeScene: Scene = { ...boundScene, project: undefined };

describe.each(TOOLS.map((entry) => [entry.name, entry] as const))("%s", (name, entry) => {
  const subject = () => (isUnbound(entry) ? unbound : bound);
  const ownScene = isUnbound(entry) ? freeScene : boundScene;
  const posted = async (input: Record<string, unknown>) =>
    await subject().server.post(`/tools/${name}`, await prepared(entry, input));

  test("has one input schema on all surfaces, made from its zod schema, where models read it without its bounds", async () => {
    const tool: Tool = await entry.load();
    const { server, modern, legacy, stdio } = subject();
    const wanted = publishedInput(describeTool(tool, entry.load), ownScene, COMMON_FIELDS);
    const briefly = briefInput(wanted);
    const found: Record<string, unknown> = {};
    const read: Record<string, unknown> = {};
    for (const [surface, client] of Object.entries({ modern, legacy, ...(stdio && { stdio }) })) {
      read[`MCP ${surface}`] = (await client.listTools()).tools.find((listed) => listed.name === name)?.inputSchema;
    }
    const openapi = (await (await server.fetch("/openapi.json")).json()) as OpenApi;
    const old = (await (await server.fetch("/openapi-3.0.json")).json()) as OpenApi;
    found["OpenAPI 3.1"] = openapi.paths[`/tools/${name}`]!.post.requestBody.content["application/json"].schema;
    found["OpenAPI 3.0"] = old.paths[`/tools/${name}`]!.post.requestBody.content["application/json"].schema;
    for (const format of Object.keys(VENDORS)) {
      read[format] = definitionOf(await (await server.fetch(`/functions?format=${format}`)).json(), name);
    }
    if (stdio) found.CLI = (await listedOnCommandLine()).find((listed) => listed.name === name)?.input;
    for (const [surface, schema] of Object.entries(found))
      expect({ surface, schema }).toEqual({ surface, schema: wanted });
    for (const [surface, schema] of Object.entries(read))
      expect({ surface, schema }).toEqual({ surface, schema: briefly });
  });

  test("gives one answer on all surfaces at every stage, within the budget, and it fits the published schema", async () => {
    const document = (await (await subject().server.fetch("/openapi.json")).json()) as OpenApi;
    const schema = document.paths[`/tools/${name}`]!.post.responses["200"]!.content["application/json"].schema;
    const fits = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
    const tool = await entry.load();
    const reached = new Set<string>();
    let largest = 0;
    for (const [index, { input }] of entry.examples.entries()) {
      for (const budget of BUDGETS) {
        // A command is a process, perhaps with language servers of its own: it is asked once an example, not always for as much.
        const isOnCommandLine =
          budget === BUDGETS[tool.needs.includes("servers") ? 2 : (name.length + index) % BUDGETS.length];
        const given = await everywhere(
          entry,
          { ...localized(entry, input), max_answer_chars: budget },
          isOnCommandLine,
        );
        const problem = given[0]!.problem;
        const structured = given[0]!.structured as { detail: string; answer: unknown } | undefined;
        // What a process says of its own work may be longer than what another one says.
        const isSameStage = ({ structured: other }: Given) =>
          !(tool.needs.includes("index") || tool.needs.includes("servers")) ||
          (other as typeof structured)?.detail === structured?.detail;
        const alike = given.filter(isSameStage);
        const same = alike.map((one) => comparable(one, alike.some(isBehind)));
        const text = same.find((one) => one.text !== undefined)?.text;
        for (const { surface, ...one } of same) {
          if (problem !== undefined) expect({ surface, ...one }).toEqual({ surface, problem });
          else if (one.text !== undefined) expect({ surface, ...one }).toEqual({ surface, text: text! });
          else expect({ surface, ...one }).toEqual({ surface, structured: same[0]!.structured });
        }
        if (!structured) continue;
        expect({ fits: fits(structured), errors: fits.errors }).toEqual({ fits: true, errors: null });
        expect(JSON.stringify(structured).length).toBeLessThanOrEqual(budget);
        reached.add(structured.detail);
        if (structured.detail !== "full") continue;
        largest = Math.max(largest, JSON.stringify(structured).length);
        for (const stage of tool.stages) stage.schema.parse(stage.make(structured.answer));
      }
    }
    expect(reached.size).toBeGreaterThan(0); // an example that never succeeds shows nothing
    // An answer that always fits the smallest budget has no way to become shorter.
    const reachable = largest > BUDGETS[0]! ? entry.stages.map(({ name }) => name) : [...reached];
    expect([...reached].sort()).toEqual(reachable.sort());
  }, 240_000);

  test("H78: null for every optional field is the same as leaving it out", async () => {
    const { properties, required = [] } = publishedInput(entry, ownScene, COMMON_FIELDS);
    const { input } = entry.examples[0]!;
    const withNulls = {
      ...Object.fromEntries(
        Object.keys(properties)
          .filter((key) => !required.includes(key))
          .map((key) => [key, null]),
      ),
      ...input,
    };
    const [plain, nulls] = [await posted(input), await posted(withNulls)];
    expect(nulls.status).toBe(plain.status);
    expect(await bodyOf(nulls)).toEqual(await bodyOf(plain));
  });

  test("H77: numbers and booleans written as strings are accepted", async () => {
    const { input } = entry.examples.at(-1)!;
    const stringified = Object.fromEntries(
      Object.entries(input).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
    );
    const [plain, strings] = [await posted(input), await posted(stringified)];
    expect(strings.status).toBe(plain.status);
    expect(await bodyOf(strings)).toEqual(await bodyOf(plain));
  });

  test("H73: an unknown field is refused by name, on REST and MCP with the same words", async () => {
    const input = { ...entry.examples[0]!.input, no_such_field: 1 };
    const { server, modern } = subject();
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

async function bodyOf(response: Response): Promise<unknown> {
  const given = { surface: "REST", structured: await response.json() };
  return comparable(given, isBehind(given)).structured;
}

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
