import { describe, expect, test } from "bun:test";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ACTIONS } from "../../../src/surface/dashboard/actions.ts";
import { PAGES } from "../../../src/surface/dashboard/pages/_all.ts";
import { type TestApp, type TestAppOptions, testApp } from "../../fixture/app.ts";
import { tmp } from "../../fixture/tmp.ts";

const FILES = { "a.ts": "export const a = 1;\n", "README.md": "# Shop\n" };
const HTML = { accept: "text/html" };

async function shop(options: TestAppOptions = {}) {
  const app = await testApp({ files: FILES, ...options });
  const page = async (path: string) => {
    const response = await app.http.request(path, { headers: HTML });
    return { status: response.status, text: await response.text() };
  };
  return {
    app,
    page,
    async call(tool: string, input: object) {
      return (await (await app.post(`/tools/${tool}`, input)).json()) as { answer: Record<string, unknown> };
    },
    /** Sends a form as the page at an address has it. */
    async send(tool: string, fields: Record<string, string>, at = "/dashboard/memories") {
      const { text } = await page(at);
      const csrf = /name="csrf" value="([0-9a-f]{32})"/.exec(text)![1]!;
      return sent(app, tool, { csrf, at, project: app.project, ...fields });
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

async function sent(app: TestApp, tool: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await app.http.request(`/dashboard/do/${tool}`, {
    method: "POST",
    headers: { ...HTML, "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: response.status, location: response.headers.get("location"), text: await response.text() };
}

/** Tools that the forms of a page call. */
function formsIn(text: string): string[] {
  const actions = [...text.matchAll(/<form method="post" action="([^"]*)"/g)].map(([, action]) => action!);
  return actions.filter((action) => action !== "/logout").map((action) => action.replace("/dashboard/do/", ""));
}

describe("every form", () => {
  test("is a call of one tool that there is, carries the token of its page, and none is without a page", async () => {
    await using there = await shop({
      files: { ...FILES, "b.py": "b = 1\n" },
      settings: { "embedding.provider": "off" },
    });
    const { app, page, call } = there;
    await call("write_memory", { name: "core", content: "Hello.\n" });
    await call("remember", { text: "Totals are in cents.", kind: "fact" });
    await call("create_text_file", { path: "new.ts", content: "export const b = 2;\n" });
    const pages = PAGES.map(({ id }) => (id === "projects" ? "/" : `/dashboard/${id}`));
    const inner = pages.map((path) => path.replace(/memory$/, "memory?name=core").replace(/change$/, "change?id=c1"));
    const found = new Set<string>();
    for (const path of inner) {
      const { status, text } = await page(path);
      expect([path, status]).toEqual([path, 200]);
      const posts =
        text.match(/<form method="post"[^>]*><input type="hidden" name="csrf" value="[0-9a-f]{32}">/g) ?? [];
      expect([path, posts.length]).toEqual([path, (text.match(/method="post"/g) ?? []).length]);
      for (const tool of formsIn(text)) found.add(tool);
    }
    for (const tool of found) expect(app.app.registry.has(tool)).toBe(true);
    expect([...found].sort()).toEqual(Object.keys(ACTIONS).sort());
  });

  test("does nothing without the token, from another origin, or as anything but a form", async () => {
    await using there = await shop();
    const { app, page } = there;
    const { text } = await page("/dashboard/memories");
    const csrf = /name="csrf" value="([0-9a-f]{32})"/.exec(text)![1]!;
    const fields = { at: "/dashboard/memories", project: app.project, name: "core", content: "x", seen: "" };
    for (const tool of Object.keys(ACTIONS)) {
      for (const token of [{}, { csrf: "" }, { csrf: "0".repeat(32) }])
        expect([tool, (await sent(app, tool, { ...fields, ...token })).status]).toEqual([tool, 403]);
      expect((await sent(app, tool, { ...fields, csrf }, { origin: "http://evil.example" })).status).toBe(403);
      expect((await sent(app, tool, { ...fields, csrf }, { "content-type": "text/plain" })).status).toBe(415);
    }
    expect((await sent(app, "run_command", { ...fields, csrf })).status).toBe(404);
    expect((await app.http.request("/dashboard/do/write_memory")).status).toBe(405);
    expect((await page("/dashboard/memories")).text).toContain("There are none yet");
  });

  test("says why it is off where the settings turn its tool off, and cannot be carried out by hand", async () => {
    await using there = await shop({ settings: { read_only: true } });
    const { text } = await there.page("/dashboard/memories");
    expect(text).toMatch(/<button disabled title="The tool write_memory is off/);
    const done = await there.send("write_memory", { name: "core", content: "x", seen: "" });
    expect([done.status, done.text.includes("is off in context")]).toEqual([404, true]);
  });

  test("turns optional tools on for itself alone", async () => {
    await using there = await shop();
    const done = await there.send("restart_language_server", { language: "" }, "/dashboard/servers");
    expect([done.status, done.location]).toEqual([303, expect.stringContaining("/dashboard/servers?")]);
    expect((await there.app.post("/tools/restart_language_server", {})).status).toBe(404);
  });
});

describe("the form of a memory", () => {
  test("writes a page with the line ends that it had, and tells so once", async () => {
    await using there = await shop();
    const done = await there.send("write_memory", { name: "core", content: "one\r\ntwo\r\n", seen: "" });
    expect(done.status).toBe(303);
    const shown = await there.page(done.location!);
    expect(shown.text).toContain("Made: core");
    expect((await there.page(done.location!)).text).not.toContain("Made: core");
    expect((await there.call("read_memory", { name: "core" })).answer.text).toBe("one\ntwo\n");
    await there.call("write_memory", { name: "dos", content: "one\r\n" });
    const seen = /name="seen" value="([0-9a-f]+)"/.exec((await there.page("/dashboard/memory?name=dos")).text)![1]!;
    await there.send("write_memory", { name: "dos", content: "two\r\n", seen });
    expect((await there.call("read_memory", { name: "dos" })).answer.text).toBe("two\r\n");
  });

  test("writes over nobody's newer text, and loses nothing that was typed", async () => {
    await using there = await shop();
    const { app, page, send, call } = there;
    await call("write_memory", { name: "core", content: "first\n" });
    const before = await page("/dashboard/memory?name=core");
    const seen = /name="seen" value="([0-9a-f]+)"/.exec(before.text)![1]!;
    await call("write_memory", { name: "core", content: "second, by an agent\n" });
    await page("/dashboard/memory?name=core"); // another tab shows the newer text meanwhile
    const at = "/dashboard/memory?name=core";
    const refused = await send("write_memory", { name: "core", content: "typed <b>text</b>\n", seen }, at);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("was changed by rest meanwhile");
    expect(refused.text).toContain("typed &#60;b&#62;text&#60;/b&#62;");
    expect(refused.text).toContain("second, by an agent");
    expect(await readFile(join(app.project, ".waymark/memories/core.md"), "utf8")).toBe("second, by an agent\n");
    const next = /name="seen" value="([0-9a-f]+)"/.exec(refused.text)![1]!;
    expect((await send("write_memory", { name: "core", content: "typed\n", seen: next }, at)).status).toBe(303);
    expect((await call("read_memory", { name: "core" })).answer.text).toBe("typed\n");
  });

  test("takes a page as long as pages may be, in whatever script", async () => {
    await using there = await shop();
    const content = "\u6f22".repeat(2_000_000);
    expect((await there.send("write_memory", { name: "long", content, seen: "" })).status).toBe(303);
    const { answer } = await there.call("list_memories", {});
    expect(answer.memories).toMatchObject([{ name: "long", chars: 2_000_000 }]);
  });

  test("makes no page under a name that is taken in whatever spelling or none, and keeps the text in the form", async () => {
    await using there = await shop();
    await there.call("write_memory", { name: "core", content: "first\n" });
    for (const [name, status] of [
      ["core", 409],
      ["mem:core", 409],
      [" core.md ", 409],
      ["../out", 422],
      ["", 422],
    ] as const) {
      const refused = await there.send("write_memory", { name, content: "my long text", seen: "" });
      expect([name, refused.status, refused.text.includes("my long text")]).toEqual([name, status, true]);
    }
    expect((await there.call("read_memory", { name: "core" })).answer.text).toBe("first\n");
  });

  test("comes back with what was typed when its page is older than the login or the server's start", async () => {
    await using there = await shop();
    await there.call("write_memory", { name: "core", content: "first\n" });
    const at = "/dashboard/memory?name=core";
    const seen = /name="seen" value="([0-9a-f]+)"/.exec((await there.page(at)).text)![1]!;
    const refused = await there.send(
      "write_memory",
      { name: "core", content: "typed", seen, csrf: "0".repeat(32) },
      at,
    );
    expect([refused.status, refused.text.includes(">\ntyped</textarea>")]).toEqual([403, true]);
    expect((await there.call("read_memory", { name: "core" })).answer.text).toBe("first\n");
    const csrf = /name="csrf" value="([0-9a-f]{32})"/.exec(refused.text)![1]!;
    const again = /name="seen" value="([0-9a-f]+)"/.exec(refused.text)![1]!;
    await there.call("write_memory", { name: "core", content: "second, by an agent\n" });
    const send = (seen: string) => there.send("write_memory", { name: "core", content: "typed", seen, csrf }, at);
    const stale = await send(again);
    expect(stale.status).toBe(409);
    expect((await send(/name="seen" value="([0-9a-f]+)"/.exec(stale.text)![1]!)).status).toBe(303);
  });

  test("renames with all links, and deletes", async () => {
    await using there = await shop();
    await there.call("write_memory", { name: "a", content: "See `mem:b`.\n" });
    await there.call("write_memory", { name: "b", content: "Here.\n" });
    const renamed = await there.send("rename_memory", { old_name: "b", new_name: "c/d" }, "/dashboard/memory?name=b");
    expect(renamed.location).toContain("/dashboard/memory?name=c%2Fd");
    expect((await there.call("read_memory", { name: "a" })).answer.text).toBe("See `mem:c/d`.\n");
    const deleted = await there.send("delete_memory", { name: "c/d" }, "/dashboard/memory?name=c%2Fd");
    expect(deleted.location).toContain("/dashboard/memories?");
    expect((await there.page("/dashboard/memory?name=c%2Fd")).status).toBe(404);
  });
});

describe("the form of a change", () => {
  test("takes it back, and is refused when the file is another one by now", async () => {
    await using there = await shop();
    const { app, page, send, call } = there;
    await call("replace_content", { path: "README.md", needle: "Shop", replacement: "Till", mode: "literal" });
    const shown = await page("/dashboard/change?id=c1");
    expect(shown.text).toContain('<span class="removed">-# Shop</span><span class="added">+# Till</span>');
    await writeFile(join(app.project, "README.md"), "# Mine\n");
    const refused = await send("undo_change", { change_id: "c1" }, "/dashboard/change?id=c1");
    expect([refused.status, refused.text.includes("cannot be undone")]).toEqual([409, true]);
    expect((await page("/dashboard/change?id=c1")).text).toContain("what it was then is not known any more");
    await writeFile(join(app.project, "README.md"), "# Till\n");
    expect((await send("undo_change", { change_id: "c1" }, "/dashboard/change?id=c1")).status).toBe(303);
    expect(await readFile(join(app.project, "README.md"), "utf8")).toBe("# Shop\n");
    expect((await page("/dashboard/changes")).text).toMatch(/undo_change of c1[\s\S]*state undone/);
  });
});

describe("without a token", () => {
  test("pages of others can look at none of ours, not even as a picture", async () => {
    await using there = await shop();
    await using other = await shop();
    for (const site of ["cross-site", "same-site"]) {
      const path = `/dashboard/index?project=${encodeURIComponent(other.app.project)}`;
      expect((await there.app.http.request(path, { headers: { "sec-fetch-site": site } })).status).toBe(401);
    }
    expect(there.app.app.projects.open.map(({ root }) => root)).not.toContain(other.app.project);
    expect((await there.app.http.request("/", { headers: { "sec-fetch-site": "none" } })).status).toBe(200);
  });
});

describe("a page", () => {
  test("that there is not, or of a project or thing that there is not, says so in HTML or as a problem", async () => {
    await using there = await shop();
    for (const [path, status] of [
      ["/dashboard/nothing", 404],
      ["/dashboard/memory?name=none", 404],
      ["/dashboard/change?id=c9", 404],
      ["/dashboard/change?id=%3Cscript%3E", 404],
      ["/dashboard/index?project=/nonexistent", 404],
      ["/dashboard/index?project=/%00a", 404],
      ["/dashboard/tools?context=none", 404],
      ["/dashboard/events?at=/nowhere", 404],
    ] as const) {
      const { status: given, text } = await there.page(path);
      expect([path, given, text.includes('role="alert"'), text.includes("<script>")]).toEqual([
        path,
        status,
        true,
        false,
      ]);
      const plain = await there.app.http.request(path);
      expect([path, plain.status, plain.headers.get("content-type")]).toEqual([
        path,
        status,
        "application/problem+json",
      ]);
    }
  });

  test("asks which project is meant where several are and none is said", async () => {
    await using there = await shop({ unbound: true });
    await using other = await shop();
    await there.page(`/dashboard/index?project=${there.app.project}`);
    expect((await there.page("/dashboard/changes")).text).toContain("Nothing was changed yet");
    await there.page(`/dashboard/index?project=${other.app.project}`);
    expect((await there.page("/dashboard/changes")).text).toContain("This page shows one project");
  });

  test("is not led astray by fields of its address that are empty or none of ours", async () => {
    await using there = await shop({ unbound: true });
    await there.page(`/dashboard/index?project=${encodeURIComponent(there.app.project)}`);
    for (const path of ["/?project=", "/dashboard/index?project=&reason=", "/dashboard/calls?span=constructor"])
      expect([path, (await there.page(path)).status]).toEqual([path, 200]);
  });

  test("gives back the very characters of a project and a question in its fields", async () => {
    await using folder = await tmp({ "a\u200bb/x.ts": "export const x = 1;\n" });
    await using there = await shop({ folder: join(folder.path, "a\u200bb") });
    const { text } = await there.page(`/dashboard/search?q=${encodeURIComponent("c\u200bd")}`);
    expect(text).toContain('a\u200bb" selected>a\\u{200b}b');
    expect(text).toContain('value="c\u200bd"');
  });

  test("of one change or memory leads to the list of another project, which has neither", async () => {
    await using there = await shop();
    await there.call("write_memory", { name: "core", content: "Hello.\n" });
    await there.call("create_text_file", { path: "new.ts", content: "export const b = 2;\n" });
    for (const [path, list] of [
      ["/dashboard/memory?name=core", "memories"],
      ["/dashboard/change?id=c1", "changes"],
    ] as const)
      expect((await there.page(path)).text).toContain(`<form class="chooser" action="/dashboard/${list}">`);
  });

  test("is shown when the folder of the only project is gone, so that it can be forgotten", async () => {
    await using data = await tmp();
    await using gone = await tmp(FILES);
    {
      await using before = await shop({ unbound: true, dataDir: data.path });
      expect((await before.page(`/dashboard/index?project=${encodeURIComponent(gone.path)}`)).status).toBe(200);
    }
    await rm(gone.path, { recursive: true });
    await using there = await shop({ unbound: true, dataDir: data.path });
    expect((await there.page("/")).text).toContain(gone.path);
    expect((await there.page("/dashboard/changes")).text).toContain("Choose it above");
    expect((await there.send("remove_project", { project: gone.path }, "/")).status).toBe(303);
    expect(there.app.app.projects.known).toEqual([]);
  });

  test("that stands open elsewhere does not bring a project back that was forgotten", async () => {
    await using there = await shop({ unbound: true });
    const { app, page, send } = there;
    const at = `/?project=${encodeURIComponent(app.project)}`;
    await page(at);
    const stream = await app.http.request(`/dashboard/events?at=${encodeURIComponent(at)}`);
    const parts = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    await parts.read();
    expect((await send("remove_project", { project: app.project }, at)).status).toBe(303);
    let told = "";
    while (!told.includes("event: part")) told += (await parts.read()).value;
    expect([told.includes(app.project), app.app.projects.known]).toEqual([false, []]);
    await parts.cancel();
  });

  test("of the log or settings shows no secret", async () => {
    await using there = await shop({ settings: { "embedding.api_key": "sk_sentinel_7" } });
    for (const path of ["/dashboard/settings", "/dashboard/logs"])
      expect((await there.page(path)).text).not.toContain("sk_sentinel_7");
    expect((await there.page("/dashboard/settings")).text).toContain("(not shown)");
  });
});
