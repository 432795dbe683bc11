import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Unavailable, UserError } from "../../src/base/error.ts";
import { testApp } from "../fixture/app.ts";
import { echoTool, faultyTool, optionalTool, slowTool, writingTool } from "../fixture/tools.ts";

const FILES = { "src/a.ts": "if (a < b && c) {}\n", "src/b.ts": "const html = '&lt;b&gt;';\n" };

async function echoed(input: Record<string, unknown>): Promise<Record<string, unknown>> {
  await using shop = await testApp({ files: FILES, tools: [echoTool] });
  const response = await shop.post("/tools/echo_input", input);
  const body = (await response.json()) as { answer: { input: string } };
  expect({ status: response.status, body }).toMatchObject({ status: 200 });
  return JSON.parse(body.answer.input);
}

async function problem(input: Record<string, unknown>, tools = [echoTool]) {
  await using shop = await testApp({ files: FILES, tools });
  const response = await shop.post(`/tools/${tools[0]!.name}`, input);
  return {
    status: response.status,
    ...((await response.json()) as {
      code: string;
      detail: string;
      hint?: string;
      errors?: { pointer: string; message: string }[];
    }),
  };
}

describe("the form of the input", () => {
  test("H77: integers, booleans, lists and single items written as strings become what the schema wants", async () => {
    expect(await echoed({ count: "5", flag: "true", words: '["a","b"]' })).toEqual({
      count: 5,
      flag: true,
      words: ["a", "b"],
    });
    expect(await echoed({ words: "a" })).toEqual({ count: 3, words: ["a"] });
    expect(await echoed({ edits: '[{"line":"4"}]' })).toEqual({ count: 3, edits: [{ line: 4 }] });
  });

  test("H77: a text field keeps a text that looks like a list", async () => {
    expect(await echoed({ text: "[1]" })).toEqual({ count: 3, text: "[1]" });
    expect(await echoed({ text: "true" })).toEqual({ count: 3, text: "true" });
  });

  test("H78: null means left out, in nested fields too", async () => {
    expect(await echoed({ count: null, text: null, edits: [{ line: 1, text: null }] })).toEqual({
      count: 3,
      edits: [{ line: 1 }],
    });
  });

  test("H79: numbers that are no count are refused with the limits", async () => {
    for (const count of [0, -1, 3.7, 1e308, 2 ** 53, "NaN", "0x10", true, "", {}]) {
      const refused = await problem({ count });
      expect(refused).toMatchObject({ status: 422, code: "invalid_arguments" });
      expect(refused.errors).toEqual([{ pointer: "/count", message: expect.stringContaining("1 to 10") }]);
      expect(refused.detail).toContain(JSON.stringify(count));
    }
  });

  test("an alias stands for its field, but never over a field that is given", async () => {
    expect(await echoed({ relative_path: "src/a.ts" })).toEqual({ count: 3, path: "src/a.ts" });
    const both = await problem({ relative_path: "src/a.ts", path: "src/b.ts" });
    expect(both.errors).toEqual([
      { pointer: "/relative_path", message: expect.stringContaining('Unknown field "relative_path"') },
    ]);
  });

  test("H73: misspelt and missing fields are named together, with the nearest valid ones", async () => {
    await using shop = await testApp({ files: FILES });
    const response = await shop.post("/tools/find_file", { qurey: "x", pathh: "src" });
    const { detail, errors } = (await response.json()) as {
      detail: string;
      errors: { pointer: string; message: string }[];
    };
    expect(response.status).toBe(422);
    expect(detail).toContain("find_file");
    expect(errors.map(({ message }) => message)).toEqual([
      'Field "query" is missing; it must be a string, 1 to 512 characters.',
      'Unknown field "qurey"; did you mean "query"?',
      'Unknown field "pathh"; did you mean "path"?',
    ]);
  });

  test("a wrong choice is answered with the choices and the nearest one", async () => {
    const refused = await problem({ mode: "regexp" });
    expect(refused.detail).toBe(
      'echo_input: Field "mode" is "regexp", but it must be one of "regex", "literal"; did you mean "regex"?',
    );
  });

  test("arguments that are no object are refused", async () => {
    await using shop = await testApp({ tools: [echoTool] });
    for (const body of [[], "x", 3, true]) expect((await shop.post("/tools/echo_input", body)).status).toBe(422);
  });

  test("a key named __proto__ is an unknown field", async () => {
    await using shop = await testApp({ tools: [echoTool] });
    const headers = { "content-type": "application/json" };
    const response = await shop.http.request("/tools/echo_input", {
      method: "POST",
      headers,
      body: '{"__proto__": {"count": 5}}',
    });
    expect(response.status).toBe(422);
    expect(((await response.json()) as { detail: string }).detail).toContain("__proto__");
  });

  test("long values are described, not repeated", async () => {
    const refused = await problem({ text: "x".repeat(5_000) });
    expect(refused.detail).toContain("a string of 5002 characters");
    expect(refused.detail.length).toBeLessThan(300);
  });
});

describe("the meaning of the input", () => {
  test("H06: every spelling of a path inside the root becomes the relative one", async () => {
    await using shop = await testApp({ files: FILES, tools: [echoTool] });
    for (const path of [
      "src/a.ts",
      "./src/./a.ts",
      "src//a.ts",
      "src/x/../a.ts",
      "src\\a.ts",
      `${shop.project}/src/a.ts`,
    ]) {
      const { answer } = (await (await shop.post("/tools/echo_input", { path })).json()) as {
        answer: { input: string };
      };
      expect(JSON.parse(answer.input).path).toBe("src/a.ts");
    }
  });

  test("HTML-escaped code is unescaped only when the file holds the plain text and not the escaped one", async () => {
    expect((await echoed({ path: "src/a.ts", code: "a &lt; b &amp;&amp; c" })).code).toBe("a < b && c");
    expect((await echoed({ path: "src/b.ts", code: "&lt;b&gt;" })).code).toBe("&lt;b&gt;");
    expect((await echoed({ path: "src/a.ts", code: "x &lt; y" })).code).toBe("x &lt; y");
    expect((await echoed({ code: "a &lt; b" })).code).toBe("a &lt; b");
  });
});

describe("how a call ends", () => {
  test("a call that takes too long is stopped with timed_out, and its work hears of it", async () => {
    const stopped = Promise.withResolvers<unknown>();
    await using shop = await testApp({ tools: [slowTool(stopped.resolve)], settings: { tool_timeout_s: 1 } });
    const response = await shop.post("/tools/slow_work", { seconds: 30 });
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({
      code: "timed_out",
      detail: "slow_work did not finish within 1 s and was stopped.",
    });
    await stopped.promise;
  });

  test("a tool that ignores its signal cannot hold the caller", async () => {
    const deaf = faultyTool(() => new Promise(() => undefined));
    await using shop = await testApp({ tools: [deaf], settings: { tool_timeout_s: 1 } });
    expect((await shop.post("/tools/faulty_work", {})).status).toBe(504);
  });

  test("a fault of ours shows an id outside and the cause in the log", async () => {
    await using shop = await testApp({ tools: [faultyTool(() => Promise.reject(new Error("secret detail")))] });
    const response = await shop.post("/tools/faulty_work", {});
    const body = await response.text();
    expect(response.status).toBe(500);
    expect(body).not.toContain("secret detail");
    const id = /id ([0-9a-f]{8})/.exec(body)![1]!;
    expect(shop.log.join("")).toContain(id);
    expect(shop.log.join("")).toContain("secret detail");
  });

  test("a fault of ours that a tool goes on after is in the log under the id that its answer names", async () => {
    const ids: string[] = [];
    const going = faultyTool(async (_, { fault }) => {
      ids.push(fault(new Error("secret detail")));
      return { answer: { done: true } };
    });
    await using shop = await testApp({ tools: [going] });
    expect((await shop.post("/tools/faulty_work", {})).status).toBe(200);
    expect(shop.log.find((line) => line.includes(`internal error ${ids[0]} in faulty_work`))).toContain(
      "secret detail",
    );
  });

  test("a fault of ours that repeats what the caller sent is logged without it", async () => {
    const text = `sentinel "of" contents ${"x".repeat(3_000)}`;
    const failing = faultyTool(async ({ text }) => {
      throw new Error(`cannot open ${text}`, { cause: new Error(`said ${JSON.stringify(text)}`) });
    });
    await using shop = await testApp({ tools: [failing] });
    expect((await shop.post("/tools/faulty_work", { text })).status).toBe(500);
    const log = shop.log.join("");
    expect(log).toContain("cannot open …");
    expect(log).toContain("caused by Error: said");
    expect(log).not.toContain("sentinel");
  });

  test("an answer that breaks the tool's own schema is our fault, never passed on", async () => {
    const wrong = faultyTool(async () => ({ answer: { done: "yes" as unknown as boolean } }));
    expect(await problem({}, [wrong])).toMatchObject({ status: 500, code: "internal" });
  });

  test("an answer's extra keys are cut", async () => {
    await using shop = await testApp({ tools: [faultyTool(async () => ({ answer: { done: true, more: 1 } }))] });
    expect(await (await shop.post("/tools/faulty_work", {})).json()).toEqual({
      detail: "full",
      answer: { done: true },
    });
  });

  test("the families keep their codes, hints and retry time", async () => {
    const refused = faultyTool(() => Promise.reject(new UserError("refused", "No.", { hint: "Ask later." })));
    expect(await problem({}, [refused])).toMatchObject({
      status: 409,
      code: "refused",
      detail: "No.",
      hint: "Ask later.",
    });
    await using shop = await testApp({
      tools: [faultyTool(() => Promise.reject(new Unavailable("unavailable", "Starting.", { retryAfterSeconds: 7 })))],
    });
    const response = await shop.post("/tools/faulty_work", {});
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "7"]);
  });
});

describe("what is on", () => {
  test("planning drops every tool with the marker edit, read-only every one that writes", async () => {
    await using shop = await testApp({ tools: [writingTool] });
    for (const mode of ["planning", "read-only"]) {
      const response = await shop.post(`/tools/write_something?mode=${mode}`, {});
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("is off");
    }
    expect((await shop.post("/tools/write_something", {})).status).toBe(200);
  });

  test("an optional tool is on only when the user's settings name it, whatever the context", async () => {
    await using off = await testApp({ tools: [optionalTool] });
    expect((await off.post("/tools/optional_work", {})).status).toBe(404);
    await using on = await testApp({ tools: [optionalTool], settings: { included_optional_tools: ["optional_work"] } });
    expect((await on.post("/tools/optional_work", {})).status).toBe(200);
  });

  test("exclusions win over fixed tools", async () => {
    await using shop = await testApp({
      tools: [writingTool],
      settings: { fixed_tools: ["write_something"], excluded_tools: ["edit"] },
    });
    expect((await shop.post("/tools/write_something", {})).status).toBe(404);
  });

  test("unknown contexts and modes are refused with the known ones", async () => {
    await using shop = await testApp();
    const response = await shop.post("/tools/find_file?context=agnet", { query: "x" });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ detail: 'There is no context "agnet"; did you mean "agent"?' });
  });
});

describe("the project of a call", () => {
  test("an unbound endpoint takes the only open project, a name, or an absolute path, and lists what there is", async () => {
    await using shop = await testApp({ files: FILES, unbound: true });
    const find = (project?: string) => shop.post("/tools/find_file", { query: "a.ts", ...(project && { project }) });
    const nothingOpen = await find();
    expect(nothingOpen.status).toBe(422);
    expect(await nothingOpen.json()).toMatchObject({ errors: [{ pointer: "/project" }] });
    expect((await find(shop.project)).status).toBe(200);
    expect((await find()).status).toBe(200);
    expect((await find(shop.project.split("/").at(-1))).status).toBe(200);
    const unknown = await find("nope");
    expect(unknown.status).toBe(404);
    expect(await unknown.text()).toContain(shop.project);
    expect((await find("/nonexistent/place")).status).toBe(404);
  });

  test("a bound endpoint has no project field", async () => {
    await using shop = await testApp({ files: FILES });
    expect((await shop.post("/tools/find_file", { query: "a.ts", project: shop.project })).status).toBe(422);
  });
});

describe("what settings cannot break", () => {
  test("a mode or tool that a repository's settings misspell costs a warning, and everything goes on", async () => {
    await using shop = await testApp({
      files: { "a.ts": "", ".waymark/project.yaml": "added_modes: [planing]\nexcluded_tools: [create_text_fil]\n" },
    });
    expect((await shop.post("/tools/find_file", { query: "a.ts" })).status).toBe(200);
    const warned = shop.log.join("");
    expect(warned).toContain('added_modes names "planing", which is no mode; did you mean "planning"?');
    expect(warned).toContain('did you mean "create_text_file"?');
  });

  test("a retired name in settings is a warning that names its successor", async () => {
    await using shop = await testApp({
      settings: { excluded_tools: ["read_text"] },
      retired: { read_text: "read_file" },
    });
    expect(shop.log.join("")).toContain('excluded_tools names the tool "read_text", which is now called "read_file".');
    const called = await shop.post("/tools/read_text", {});
    expect(await called.json()).toMatchObject({ detail: 'Tool "read_text" is now called "read_file".' });
  });

  test("a project's own limits hold on an endpoint that is bound to none", async () => {
    await using shop = await testApp({
      files: { "long.txt": "x".repeat(3_000), ".waymark/project.yaml": "max_answer_chars: 500\ntool_timeout_s: 1\n" },
      tools: [slowTool()],
      unbound: true,
    });
    const read = await shop.post("/tools/read_file", { path: "long.txt", project: shop.project });
    expect(await read.json()).toMatchObject({ detail: "size" });
  });
});

test("every call is recorded with sizes and times, in batches, without contents", async () => {
  await using shop = await testApp({ files: FILES });
  await shop.post("/tools/find_file", { query: "sentinel_1" });
  await shop.post("/tools/read_file", { path: "sentinel_2.ts" });
  await shop.post("/tools/nope", {});
  await shop.app[Symbol.asyncDispose]();
  using database = new Database(join(shop.dataDir, "global.db"), { readonly: true });
  const rows = database.query("SELECT * FROM usage ORDER BY id").all() as Record<string, unknown>[];
  expect(rows).toMatchObject([
    { tool: "find_file", surface: "rest", outcome: "ok" },
    { tool: "read_file", surface: "rest", outcome: "not_found" },
  ]);
  for (const row of rows) {
    expect(row.duration_ms as number).toBeGreaterThan(0);
    expect(row.estimated_tokens).toBe(Math.ceil((row.chars as number) / 4));
  }
  expect(JSON.stringify(rows)).not.toContain("sentinel");
});
