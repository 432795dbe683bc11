/** The tools that choose and list projects: activate_project, list_projects, remove_project. */
import { expect, test } from "bun:test";
import { basename, join } from "node:path";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { testApp } from "../fixture/app.ts";
import { git } from "../fixture/project.ts";
import { tmp } from "../fixture/tmp.ts";

const OFF_BY_DEFAULT = { included_optional_tools: ["remove_project"] };

async function answered(response: Response) {
  return (await response.json()) as { answer: Record<string, unknown>; code?: string; detail?: string; hint?: string };
}

test("activate_project opens a folder and tells what is in it", async () => {
  await using dir = await tmp({
    "src/a.ts": "",
    "src/b.ts": "",
    "README.md": "",
    ".waymark/project.yaml": "port: 1\n",
  });
  git(dir.path, "init", "--quiet");
  await using shop = await testApp({ unbound: true });
  const { answer } = await answered(await shop.post("/tools/activate_project", { project: dir.path }));
  expect(answer).toEqual({
    name: basename(dir.path),
    root: dir.path,
    files: 4,
    languages: ["typescript", "markdown", "yaml"],
    has_git: true,
    is_active: false,
    warnings: [expect.stringMatching(/project\.yaml:1: port is the user's own to set/)],
  });
  expect((await shop.post("/tools/find_file", { query: "a.ts" })).status).toBe(200);
});

test("an endpoint that is bound has no tool that chooses a project", async () => {
  await using shop = await testApp({ files: { "a.ts": "" } });
  expect((await shop.post("/tools/activate_project", { project: shop.project })).status).toBe(404);
});

test("list_projects remembers over restarts, and says what is gone; remove_project forgets without touching files", async () => {
  await using dir = await tmp({ "one/a.ts": "", "two/a.ts": "" });
  await using shop = await testApp({ unbound: true, settings: OFF_BY_DEFAULT });
  for (const name of ["one", "two"]) await shop.post("/tools/activate_project", { project: join(dir.path, name) });
  const listed = async () =>
    (await answered(await shop.post("/tools/list_projects", {}))).answer.projects as {
      name: string;
      exists: boolean;
    }[];
  expect((await listed()).map(({ name }) => name)).toEqual(["two", "one"]);
  const removed = await answered(await shop.post("/tools/remove_project", { project: "one" }));
  expect(removed.answer).toEqual({ name: "one", root: join(dir.path, "one") });
  expect(await Bun.file(join(dir.path, "one/a.ts")).exists()).toBe(true);
  expect((await shop.post("/tools/remove_project", { project: "one" })).status).toBe(404);
  await Bun.$`rm -r ${join(dir.path, "two")}`.quiet();
  expect(await listed()).toMatchObject([{ name: "two", exists: false }]);
});

test("two projects of one name are told apart by their paths", async () => {
  await using dir = await tmp({ "x/app/a.ts": "", "y/app/b.ts": "" });
  await using shop = await testApp({ unbound: true });
  for (const parent of ["x", "y"])
    await shop.post("/tools/activate_project", { project: join(dir.path, parent, "app") });
  const both = await answered(await shop.post("/tools/find_file", { query: "*", project: "app" }));
  expect(both).toMatchObject({ code: "ambiguous", hint: expect.stringContaining(join(dir.path, "x/app")) });
  const one = await answered(await shop.post("/tools/find_file", { query: "*", project: join(dir.path, "y/app") }));
  expect(one.answer.paths).toEqual(["b.ts"]);
});

test("what a project's own settings turn off is refused for that project, whatever the endpoint lists", async () => {
  await using dir = await tmp({
    "open/a.ts": "",
    "closed/a.ts": "",
    "closed/.waymark/project.yaml": "read_only: true\n",
  });
  await using shop = await testApp({ unbound: true });
  const create = (project: string) =>
    shop.post("/tools/create_text_file", { path: "new.ts", content: "", project: join(dir.path, project) });
  expect((await create("open")).status).toBe(200);
  const refused = await create("closed");
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ detail: 'Tool "create_text_file" is off in project "closed".' });
});

test("H56: the active project belongs to one connection", async () => {
  await using dir = await tmp({ "one/only-one.ts": "", "two/only-two.ts": "", "home/.keep": "" });
  const { COMMAND, freshEnvironment, waymark } = await import("../fixture/subject.ts");
  const connect = async () => {
    const client = new LegacyClient({ name: "tester", version: "1" });
    const [command, ...args] = [...COMMAND, "mcp", "--unbound"];
    await client.connect(
      new StdioClientTransport({
        command: command!,
        args,
        env: freshEnvironment(join(dir.path, "home")),
        cwd: dir.path,
      }),
    );
    return client;
  };
  const [first, second] = [await connect(), await connect()];
  const activate = (client: LegacyClient, name: string) =>
    client.callTool({ name: "activate_project", arguments: { project: join(dir.path, name) } });
  const found = async (client: LegacyClient) => {
    const { structuredContent } = await client.callTool({ name: "find_file", arguments: { query: "only" } });
    return (structuredContent as { answer: { paths: string[] } }).answer.paths;
  };
  expect(await activate(first, "one")).toMatchObject({ structuredContent: { answer: { is_active: true } } });
  await activate(second, "two");
  expect([await found(first), await found(second)]).toEqual([["only-one.ts"], ["only-two.ts"]]);
  await activate(first, "two");
  expect([await found(first), await found(second)]).toEqual([["only-two.ts"], ["only-two.ts"]]);
  await first.close();
  await second.close();
  expect(await waymark(["stop"], { home: join(dir.path, "home") })).toMatchObject({ code: 0 }); // one served both
});

test("a repository that comes or goes under an open project is noticed at the next call", async () => {
  await using shop = await testApp({ files: { "a.ts": "", "b.log": "", ".gitignore": "*.log\n" } });
  const status = async () => (await shop.post("/tools/get_recent_commits", {})).status;
  expect(await status()).toBe(503);
  git(shop.project, "init", "--quiet");
  git(shop.project, "add", ".");
  git(shop.project, "commit", "--quiet", "--message", "Begin");
  expect(await status()).toBe(200);
  await Bun.$`rm -r ${join(shop.project, ".git")}`.quiet();
  const listed = await shop.post("/tools/list_dir", {});
  expect(await listed.json()).toMatchObject({ answer: { files: [".gitignore", "a.ts"] } });
  expect(await status()).toBe(503);
});
