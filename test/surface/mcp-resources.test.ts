import { describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type TestApp, testApp } from "../fixture/app.ts";
import { answersOf, RpcSession } from "../fixture/rpc.ts";
import { tmp } from "../fixture/tmp.ts";

const OVERVIEW = "waymark://overview";

const sessionOf = (shop: TestApp) => RpcSession.open(async (path, init) => shop.http.request(path, init));

async function textOf(session: RpcSession, uri: string): Promise<string> {
  const params = { uri };
  const [answer] = await answersOf(await session.post({ jsonrpc: "2.0", id: 7, method: "resources/read", params }));
  return (answer!.result!.contents as { text: string }[])[0]!.text;
}

const read = async (session: RpcSession, uri: string) => JSON.parse(await textOf(session, uri));

describe("an endpoint that is bound to no project", () => {
  test("says why it has no overview and what to do instead", async () => {
    await using shop = await testApp({ unbound: true });
    expect(await read(await sessionOf(shop), OVERVIEW)).toEqual({
      project: null,
      reason: "The call must name its project, because no project is open.",
      hint: "No project was opened yet: give an absolute path. Bind the endpoint: `project` in the query of its URL, or the flag --project.",
    });
  });

  test("shows the project that its client made its own, and another client that there are several", async () => {
    await using shop = await testApp({ unbound: true });
    await using folder = await tmp({ "only.go": "" });
    await using other = await tmp({ "b.py": "" });
    const [session, stranger] = [await sessionOf(shop), await sessionOf(shop)];
    for (const { path } of [other, folder]) await session.call("activate_project", { project: path });
    expect(await read(session, OVERVIEW)).toMatchObject({ project: { root: folder.path, files: 1 } });
    expect(await read(session, "waymark://status")).toMatchObject({
      endpoint: { project: null, active_project: folder.path },
      open_projects: [{ root: other.path }, { root: folder.path }],
    });
    expect(await read(stranger, OVERVIEW)).toMatchObject({
      project: null,
      reason: "The call must name its project, because 2 projects are open.",
    });
  });

  test("gives the manual without facts, and completes no paths", async () => {
    await using shop = await testApp({ unbound: true });
    const session = await sessionOf(shop);
    const ask = async (method: string, params: object) =>
      (await answersOf(await session.post({ jsonrpc: "2.0", id: 1, method, params })))[0]!.result!;
    const { messages } = (await ask("prompts/get", { name: "manual" })) as {
      messages: { content: { text: string } }[];
    };
    expect(messages[0]!.content.text).toContain("No project is bound here");
    const ref = { type: "ref/prompt", name: "review" };
    const { completion } = await ask("completion/complete", { ref, argument: { name: "path", value: "" } });
    expect(completion).toEqual({ values: [], total: 0, hasMore: false });
  });
});

test("a bound project whose folder is gone is said to be gone", async () => {
  await using folder = await tmp({ "a/b.ts": "" });
  await using shop = await testApp({ folder: folder.path });
  const session = await sessionOf(shop);
  await rm(folder.path, { recursive: true });
  const [answer] = await answersOf(
    await session.post({ jsonrpc: "2.0", id: 7, method: "resources/read", params: { uri: OVERVIEW } }),
  );
  expect(answer!.error).toEqual({ code: -32603, message: expect.stringContaining("not_found: There is no") });
});

test("names of folders show their control and bidirectional characters", async () => {
  await using shop = await testApp({ files: { "a\u202eb\u001b/c.ts": "" } });
  const text = await textOf(await sessionOf(shop), OVERVIEW);
  expect(text).toContain("a\\u202eb\\u001b");
  expect(text).not.toContain("\u202e");
  expect(JSON.parse(text).folders).toEqual([{ path: "a\u202eb\u001b", files: 1, languages: ["typescript"] }]);
});

test("the overview keeps to the budget of an answer by leaving out whole levels", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 120 }, (_, index) => [`top-${index % 12}/folder-number-${index}/a.ts`, ""]),
  );
  const shown = async (max_answer_chars: number) => {
    await using shop = await testApp({ files, settings: { max_answer_chars } });
    const text = await textOf(await sessionOf(shop), OVERVIEW);
    expect(text.length).toBeLessThanOrEqual(max_answer_chars);
    const { folder_levels, folders, hint = null } = JSON.parse(text);
    return { folder_levels, folders: folders.length, hint };
  };
  expect(await shown(20_000)).toEqual({ folder_levels: 2, folders: 132, hint: null });
  expect(await shown(4_000)).toEqual({ folder_levels: 1, folders: 12, hint: null });
  expect(await shown(600)).toEqual({ folder_levels: 0, folders: 0, hint: expect.stringContaining("too many folders") });
});

test("a modern client is told how long it may keep lists, and to keep nothing that it reads", async () => {
  await using shop = await testApp();
  const client = new Client({ name: "tester", version: "1" }, { versionNegotiation: { mode: "auto" } });
  const bodies: { result: Record<string, unknown> }[] = [];
  const fetch = async (url: string | URL, init?: RequestInit) => {
    const response = await shop.http.request(String(url), init);
    bodies.push((await response.clone().json()) as (typeof bodies)[number]);
    return response;
  };
  await client.connect(new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), { fetch }));
  await client.listTools();
  await client.listPrompts();
  await client.listResources();
  await client.listResourceTemplates();
  await client.readResource({ uri: OVERVIEW });
  await client.close();
  expect(bodies.map(({ result }) => [result.ttlMs, result.cacheScope])).toEqual([
    ...Array(5).fill([60_000, "private"]), // server/discover and four lists
    [0, "private"],
  ]);
});
