import { describe, expect, test } from "bun:test";
import Ajv2020 from "ajv/dist/2020";
import { FUNCTION_FORMATS, strictForAnthropic, strictForOpenAi } from "../../src/surface/functions.ts";
import type { JsonSchema } from "../../src/tool/json-schema.ts";
import { TOOLS } from "../../src/tools/_all.gen.ts";
import { testApp } from "../fixture/app.ts";
import { echoTool } from "../fixture/tools.ts";

/** Every schema inside a schema. */
function within(schema: JsonSchema): JsonSchema[] {
  return [
    schema,
    ...Object.values(schema.properties ?? {}).flatMap(within),
    ...(schema.items ? within(schema.items) : []),
  ];
}

describe("strict forms", () => {
  test.each(TOOLS.map((entry) => [entry.name, entry] as const))(
    "OpenAI's for %s requires every field, allows null for optional ones and compiles",
    (_, entry) => {
      const strict = strictForOpenAi(entry.input);
      for (const schema of within(strict)) {
        if (schema.properties) {
          expect(schema.required).toEqual(Object.keys(schema.properties));
          expect(schema.additionalProperties).toBe(false);
        }
        expect(schema).not.toHaveProperty("default");
      }
      const fits = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(strict);
      for (const { input } of entry.examples) {
        const whole = Object.fromEntries(Object.keys(entry.input.properties).map((key) => [key, input[key] ?? null]));
        expect({ whole, fits: fits(whole) }).toEqual({ whole, fits: true });
      }
    },
  );

  test.each(TOOLS.map((entry) => [entry.name, entry] as const))(
    "Anthropic's for %s holds no bounds and says them in words",
    (_, entry) => {
      for (const schema of within(strictForAnthropic(entry.input))) {
        for (const bound of ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern"])
          expect(schema).not.toHaveProperty(bound);
      }
      const [limit] = Object.values(entry.input.properties).filter(({ maximum }) => maximum !== undefined);
      if (limit) expect(JSON.stringify(strictForAnthropic(entry.input))).toContain(`maximum ${limit.maximum}`);
    },
  );

  test("the definitions differ from the plain ones only where strict is asked for", async () => {
    await using shop = await testApp();
    for (const format of FUNCTION_FORMATS) {
      const [plain, strict] = await Promise.all(
        [0, 1].map(async (flag) => (await shop.http.request(`/functions?format=${format}&strict=${flag}`)).text()),
      );
      expect(plain === strict).toBe(format === "gemini");
    }
  });

  test("what a strict caller sends, null for each field it leaves out, is accepted", async () => {
    await using shop = await testApp({ tools: [echoTool] });
    const input = {
      path: null,
      code: null,
      text: "x",
      count: null,
      flag: null,
      words: null,
      mode: null,
      edits: null,
      max_answer_chars: null,
    };
    const call = { type: "function_call", call_id: "c", name: "echo_input", arguments: JSON.stringify(input) };
    const response = await shop.post("/functions/call?format=openai-responses", { output: [call] });
    const { messages } = (await response.json()) as { messages: { output: string }[] };
    expect(JSON.parse(JSON.parse(messages[0]!.output).answer.input)).toEqual({ text: "x", count: 3 });
  });
});

describe("calls in a model's reply", () => {
  const chat = (name: string, args: string) => ({
    id: `call_${name}`,
    type: "function",
    function: { name, arguments: args },
  });

  test("several calls are answered each under its id, failures among them in words", async () => {
    await using shop = await testApp({ files: { "a.ts": "1\n" } });
    const calls = [
      chat("find_file", '{"query":"a.ts"}'),
      chat("read_file", '{"path":"b.ts"}'),
      chat("no_tool", "{}"),
      chat("find_file", "{broken"),
    ];
    const response = await shop.post("/functions/call?format=openai-chat", { role: "assistant", tool_calls: calls });
    const { messages } = (await response.json()) as {
      messages: { role: string; tool_call_id: string; content: string }[];
    };
    expect(messages.map(({ role, tool_call_id }) => [role, tool_call_id])).toEqual(calls.map(({ id }) => ["tool", id]));
    expect(JSON.parse(messages[0]!.content).answer.paths).toEqual(["a.ts"]);
    expect(messages[1]!.content).toStartWith('not_found: There is no "b.ts"');
    expect(messages[2]!.content).toStartWith('not_found: There is no tool "no_tool"');
    expect(messages[3]!.content).toContain("are not JSON");
  });

  test("Anthropic's errors are marked as such, Gemini's ids are kept", async () => {
    await using shop = await testApp();
    const anthropic = await shop.post("/functions/call?format=anthropic", {
      content: [{ type: "tool_use", id: "t1", name: "read_file", input: { path: "x" } }],
    });
    expect(await anthropic.json()).toMatchObject({ messages: [{ content: [{ tool_use_id: "t1", is_error: true }] }] });
    const gemini = await shop.post("/functions/call?format=gemini", {
      parts: [{ functionCall: { id: "g1", name: "find_file", args: { query: "*" } } }],
    });
    expect(await gemini.json()).toMatchObject({
      messages: [{ parts: [{ functionResponse: { id: "g1", name: "find_file", response: { detail: "full" } } }] }],
    });
  });

  test("lists of calls alone are taken in every format", async () => {
    await using shop = await testApp();
    const input = { query: "*" };
    const lists: Record<string, unknown[]> = {
      "openai-chat": [chat("find_file", JSON.stringify(input))],
      "openai-responses": [
        { type: "function_call", call_id: "c", name: "find_file", arguments: JSON.stringify(input) },
      ],
      anthropic: [{ type: "tool_use", id: "t", name: "find_file", input }],
      gemini: [{ functionCall: { name: "find_file", args: input } }],
    };
    for (const [format, calls] of Object.entries(lists)) {
      const response = await shop.post(`/functions/call?format=${format}`, calls);
      expect([format, response.status, ((await response.json()) as { calls: number }).calls]).toEqual([format, 200, 1]);
    }
  });

  test("a call that cannot be answered is refused, and one of another kind of tool is named", async () => {
    await using shop = await testApp();
    const args = '{"query":"*"}';
    for (const call of [
      { type: "function", function: { name: "find_file", arguments: args } },
      { id: 7, function: { name: "find_file", arguments: args } },
      { id: "c", function: {} },
    ]) {
      const response = await shop.post("/functions/call?format=openai-chat", { tool_calls: [call] });
      expect(response.status).toBe(422);
      expect(await response.text()).toContain("Tool call 1 of the reply has no");
    }
    const mixed = [chat("find_file", args), { id: "call_custom", type: "custom", custom: { name: "x", input: "y" } }];
    const response = await shop.post("/functions/call?format=openai-chat", [{ role: "assistant", tool_calls: mixed }]);
    expect(await response.json()).toMatchObject({ calls: 1, unanswered: ["call_custom"] });
  });

  test("a reply without calls, and an unknown format, are refused with what would work", async () => {
    await using shop = await testApp();
    for (const reply of [{}, [], null, "x", { choices: [] }, { content: "hello" }]) {
      for (const format of FUNCTION_FORMATS) {
        const response = await shop.post(`/functions/call?format=${format}`, reply);
        expect([format, response.status]).toEqual([format, 422]);
        expect(await response.text()).toContain("Send the model's whole response");
      }
    }
    const unknown = await shop.post("/functions/call?format=mistral", {});
    expect(unknown.status).toBe(422);
    expect(await unknown.text()).toContain("openai-chat, openai-responses, anthropic, gemini");
  });
});
