/** What a context says takes effect on the surfaces. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { testApp } from "../fixture/app.ts";
import { answersOf, RpcSession } from "../fixture/rpc.ts";

/** Takes a second or two; a minute where the machine has other work. */
setDefaultTimeout(60_000);

const FILES = { "src/cart.ts": "export class Cart {\n  total() {\n    return 0;\n  }\n}\n" };

type Shop = Awaited<ReturnType<typeof testApp>>;
type Listed = { name: string; description: string; inputSchema: { properties: Record<string, unknown> } };

type Document = { openapi: string; paths: Record<string, { post: Record<string, unknown> }> };

const json = async (shop: Shop, path: string) => (await (await shop.http.request(path)).json()) as Document;

const sessionOf = (shop: Shop, query: string) =>
  RpcSession.open(async (path, init) => shop.http.request(path, init), `/mcp${query}`);

async function listed(shop: Shop, query: string): Promise<Map<string, Listed>> {
  const session = await sessionOf(shop, query);
  const [answer] = await answersOf(await session.post({ jsonrpc: "2.0", id: 1, method: "tools/list" }));
  return new Map((answer!.result!.tools as Listed[]).map((tool) => [tool.name, tool]));
}

describe("codebase-memory", () => {
  const QUERY = "?context=codebase-memory";

  test("publishes none of the fields that every tool takes, on any surface", async () => {
    await using shop = await testApp({ files: FILES, unbound: true });
    const tools = [...(await listed(shop, QUERY)).values()];
    expect(tools).toHaveLength(10);
    for (const { inputSchema } of tools)
      expect(Object.keys(inputSchema.properties)).not.toContainAnyValues(["project", "max_answer_chars"]);
    const documents = [`/functions${QUERY}&format=openai-chat&strict=1`, `/functions${QUERY}&format=gemini`];
    for (const path of [...documents, `/openapi.json${QUERY}`])
      expect(JSON.stringify(await json(shop, path))).not.toMatch(/"(project|max_answer_chars)":\{/);
  });

  test("accepts them all the same, also as texts", async () => {
    await using shop = await testApp({ files: FILES, unbound: true });
    const body = { path: "src/cart.ts", start_line: 2, end_line: 2, project: shop.project, max_answer_chars: "600" };
    const response = await shop.post(`/tools/read_file_lines${QUERY}`, body);
    expect(await response.json()).toMatchObject({ answer: { text: "  total() {\n" } });
    const faulty = await shop.post(`/tools/read_file_lines${QUERY}`, { ...body, max_answer_chars: 1 });
    expect([faulty.status, await faulty.text()]).toEqual([422, expect.stringContaining("max_answer_chars")]);
  });

  test("has texts of its own where a tool's would send a model to one that is off", async () => {
    await using shop = await testApp({ files: FILES });
    const [usual, small] = [await listed(shop, ""), await listed(shop, QUERY)];
    expect(usual.get("semantic_search")!.description).toContain("search_for_pattern");
    expect(small.get("semantic_search")!.description).not.toContain("search_for_pattern");
    expect(small.get("semantic_search")!.description).toStartWith("Finds code by what it does");
    expect(usual.get("search_symbol")!.description).toContain("find_symbol");
    expect(small.get("search_symbol")!.description).not.toContain("find_symbol");
  });
});

describe("gpt-actions", () => {
  const QUERY = "?context=gpt-actions";

  test("gets OpenAPI 3.0.3 with at most 30 operations and short descriptions, whichever version it asks for", async () => {
    await using shop = await testApp({ files: FILES, unbound: true });
    for (const path of ["/openapi.json", "/openapi-3.0.json"]) {
      const document = await json(shop, `${path}${QUERY}`);
      expect(document.openapi).toBe("3.0.3");
      const operations = Object.values(document.paths);
      expect(operations.length).toBeLessThanOrEqual(30);
      for (const { post } of operations) {
        expect(String(post.description).length).toBeLessThanOrEqual(300);
        expect(post["x-openai-isConsequential"]).toBeBoolean();
      }
    }
    expect((await json(shop, "/openapi.json")).openapi).toBe("3.1.0");
  });
});

describe("the form of answers", () => {
  const STRUCTURED = { name: "find_file", arguments: { query: "cart" } };

  test("is the tool's own, and the text that the context wants, over MCP and in function calls", async () => {
    await using shop = await testApp({ files: FILES });
    const asked = async (query: string) =>
      (await (await sessionOf(shop, query)).call(STRUCTURED.name, STRUCTURED.arguments)).result!;
    const usual = await asked("");
    expect(usual.structuredContent).toMatchObject({ detail: "full" });
    const text = await asked("?context=chatgpt");
    expect(text.structuredContent).toBeUndefined();
    expect(text.content![0]!.text).toContain("src/cart.ts");
    expect(() => JSON.parse(text.content![0]!.text)).toThrow();
    const call = {
      tool_calls: [{ id: "1", function: { ...STRUCTURED, arguments: JSON.stringify(STRUCTURED.arguments) } }],
    };
    const answered = async (query: string) => {
      const response = await shop.post(`/functions/call?format=openai-chat${query}`, call);
      const { messages } = (await response.json()) as { messages: { content: string }[] };
      return messages[0]!.content;
    };
    expect(JSON.parse(await answered(""))).toMatchObject({ detail: "full" });
    expect(await answered("&context=chatgpt")).toBe(text.content![0]!.text);
  });
});
