/** The dashboard as a person has it: a real server, a real browser, a real language server. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import axe, { type AxeResults } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { hasBrowser, launched, type Watched, watched } from "../../fixture/browser.ts";
import { REAL, servedWith } from "../../fixture/served-servers.ts";
import { waymark } from "../../fixture/subject.ts";

setDefaultTimeout(120_000);

const PAGES = [
  "/",
  "/dashboard/index",
  "/dashboard/search?q=add+numbers",
  "/dashboard/servers",
  "/dashboard/changes",
  "/dashboard/change?id=c1",
  "/dashboard/memories",
  "/dashboard/memory?name=core",
  "/dashboard/calls",
  "/dashboard/tools",
  "/dashboard/settings",
  "/dashboard/logs",
];

const FILES = {
  "tsconfig.json": '{ "include": ["src"] }',
  "README.md": "# Sums\n",
  "src/add.ts": "/** Adds numbers. */\nexport function add(a: number, b: number): number {\n  return a + b;\n}\n",
  "src/use.ts": 'import { add } from "./add";\nexport const three = add(1, 2);\n',
  "src/<img src=x onerror=alert(1)>.ts": "export const odd = 1;\n",
  "dist.min.js": `var a=1;${"a=a+1;".repeat(2_000)}\n`,
};

const isThere = hasBrowser("the dashboard");
let there: Awaited<ReturnType<typeof servedWith>>;
let browser: Browser;

beforeAll(async () => {
  if (!isThere) return;
  there = await servedWith({ files: FILES, settings: { servers: { typescript: REAL.typescript } } });
  await there.call("write_memory", {
    name: "core",
    content: "# Sums\n\nSee `mem:style`, <script>alert(1)</script>.\n",
  });
  await there.call("write_memory", { name: "style", content: "Short. See mem:core.\n" });
  await there.call("remember", { text: "Sums are <b>exact</b>.", kind: "fact" });
  await there.call("replace_content", { path: "README.md", needle: "Sums", replacement: "Totals", mode: "literal" });
  browser = await launched();
});

afterAll(async () => {
  await browser?.close();
  await there?.[Symbol.asyncDispose]();
});

/** A browser that came in by the link that a person gets. */
async function loggedIn(
  options: Parameters<typeof watched>[1] = {},
): Promise<Watched & { to(path: string): Promise<void> }> {
  const link = await waymark(["dashboard", "--url", there.served.url], { home: there.home });
  const seen = await watched(browser, options);
  await seen.page.goto(link.stdout.trim());
  return { ...seen, to: async (path) => void (await seen.page.goto(there.served.url + path)) };
}

/** What axe finds that is serious or worse. */
async function serious(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<AxeResults>("axe.run()");
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

const browsing = describe.skipIf(!isThere);

browsing("every page", () => {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`has no error, no serious fault for who cannot see it well, and asks nothing of others, ${colorScheme}`, async () => {
      const { page, to, complaints, requested } = await loggedIn({ colorScheme, bypassCSP: false });
      for (const path of PAGES) {
        await to(path);
        expect([path, await page.locator("h1").first().isVisible()]).toEqual([path, true]);
        expect([path, await page.getByRole("alert").count()]).toEqual([path, 0]);
        for (const details of await page.locator("details").all())
          await details.evaluate((one) => one.setAttribute("open", ""));
        expect([path, await serious(page)]).toEqual([path, []]);
        if (process.env.WAYMARK_SCREENSHOTS) {
          const name = path.replaceAll(/\W+/g, "-");
          await page.screenshot({
            path: join(process.env.WAYMARK_SCREENSHOTS, `${colorScheme}${name}.png`),
            fullPage: true,
          });
        }
      }
      expect(complaints).toEqual([]);
      expect(requested.filter((url) => !url.startsWith(there.served.url))).toEqual([]);
      await page.context().close();
    });
  }

  test("fits a narrow screen, whatever has no place to break", async () => {
    await there.call("remember", { text: "x".repeat(200), kind: "fact" });
    const { page, to } = await loggedIn({ viewport: { width: 390, height: 800 } });
    for (const path of PAGES) {
      await to(path);
      const heading = page.locator("main h1, main h2").last();
      await heading.evaluate((one) => one.append("y".repeat(100)));
      expect([path, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([path, 390]);
    }
    await page.context().close();
  });

  test("can be read and used without JavaScript", async () => {
    const { page, to } = await loggedIn({ javaScriptEnabled: false });
    for (const path of PAGES) {
      await to(path);
      expect([path, (await page.locator("main").textContent())!.length > 60]).toEqual([path, true]);
    }
    await to("/dashboard/memories");
    await page.getByLabel("Name", { exact: true }).fill("plain");
    await page.getByLabel("Text, in Markdown").fill("Without a script.\n");
    await page.getByRole("button", { name: "Write" }).click();
    expect(await page.getByRole("status").textContent()).toContain("Made: plain");
    expect((await there.call("read_memory", { name: "plain" })).answer).toMatchObject({ text: "Without a script.\n" });
    await page.context().close();
  });

  test("is reached by the keyboard alone", async () => {
    const { page, to } = await loggedIn();
    await to("/");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the page");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("main");
    await page.getByRole("link", { name: "Memories" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/memories/);
    await page.getByRole("link", { name: "core", exact: true }).first().focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/memory\?/);
    await page.getByText("Edit", { exact: true }).focus();
    await page.keyboard.press("Enter");
    expect(await page.getByLabel("Text, in Markdown").isVisible()).toBe(true);
    await page.context().close();
  });
});

browsing("what a person does", () => {
  test("an index run shows its progress and its end without being asked again", async () => {
    const folder = join(there.home, "large");
    for (let at = 0; at < 600; at++) {
      await mkdir(join(folder, `part-${at % 20}`), { recursive: true });
      const text = Array.from({ length: 60 }, (_, line) => `export function f${at}_${line}() { return ${line}; }`);
      await writeFile(join(folder, `part-${at % 20}/m${at}.ts`), `${text.join("\n")}\n`);
    }
    const { page, to, complaints } = await loggedIn();
    await to(`/dashboard/index?project=${encodeURIComponent(folder)}`);
    expect(await page.locator(".state").first().textContent()).toBe("idle");
    await page.getByRole("button", { name: "Index now" }).click();
    await page.waitForURL(/told=/);
    const states = new Set<string>();
    const files = page.locator(".figures dd").first();
    while ((await files.textContent()) !== "600") {
      states.add((await page.locator("#live-index-state .state").first().textContent())!);
      await Bun.sleep(50);
    }
    await page.locator("#live-index-state .state.ready").first().waitFor();
    expect([...states].filter((state) => state !== "ready")).not.toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a page of memory is edited, and the graph has what it links to", async () => {
    const { page, to, complaints } = await loggedIn();
    await to("/dashboard/memory?name=style");
    expect(await page.locator("article").textContent()).toContain("Short.");
    await page.getByText("Edit", { exact: true }).click();
    await page.getByLabel("Text, in Markdown").fill("Long. See `mem:core` and `mem:fresh`.\n");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("status").waitFor();
    expect(await page.locator("article").textContent()).toContain("Long.");
    const file = await readFile(join(there.root, ".waymark/memories/style.md"), "utf8");
    expect(file).toBe("Long. See `mem:core` and `mem:fresh`.\n");
    await page.getByRole("link", { name: "All memories" }).click();
    expect(await page.locator("svg.graph circle").count()).toBeGreaterThanOrEqual(2);
    expect(await page.locator("svg.graph line").count()).toBeGreaterThanOrEqual(2);
    expect(await page.getByText("fresh (not there)").isVisible()).toBe(true);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a change is seen line by line and undone", async () => {
    await there.call("create_text_file", { path: "src/late.ts", content: "export const late = 1;\n" });
    const { page, to } = await loggedIn();
    await to("/dashboard/changes");
    await page.getByRole("row", { name: "create_text_file" }).getByRole("link").first().click();
    expect(await page.locator(".diff .added").textContent()).toBe("+export const late = 1;");
    await page.getByRole("button", { name: "Undo this change" }).click();
    await page.getByRole("status").waitFor();
    expect(await Bun.file(there.path("src/late.ts")).exists()).toBe(false);
    await page.context().close();
  });

  test("a language server is seen at work and restarted", async () => {
    await there.uses("src/add.ts", "add");
    const { page, to } = await loggedIn();
    await to("/dashboard/servers");
    const card = page.locator("section.card", { has: page.getByRole("heading", { name: "typescript", exact: true }) });
    await card.locator(".state.ready").waitFor();
    const before = (await there.rows()).find(({ server }) => server === "typescript")!;
    expect(await card.textContent()).toContain(`Process${before.pid}`);
    await card.getByRole("button", { name: "Restart" }).click();
    await page.getByRole("status").waitFor();
    await card.locator(".state", { hasText: "stopped" }).waitFor();
    await there.uses("src/add.ts", "add");
    await card.locator(".state.ready").waitFor(); // it is told to the page that stands open
    const after = (await there.rows()).find(({ server }) => server === "typescript")!;
    expect([after.starts, after.pid === before.pid]).toEqual([before.starts! + 1, false]);
    await page.context().close();
  });

  test("a search finds code, and calls and their errors are counted while one looks on", async () => {
    const { page, to } = await loggedIn();
    await to("/");
    await page.getByLabel("Search by intent").fill("adds numbers");
    await page.keyboard.press("Enter");
    await page.waitForURL(/search/);
    expect(await page.locator(".hit h2").first().textContent()).toContain("src/add.ts");
    await to("/dashboard/calls");
    await there.call("read_file", { path: "nothing-there.ts" });
    await page.getByRole("row", { name: "read_file not_found" }).waitFor();
    await page.context().close();
  });

  test("what is typed into a part that changes stays, and what stands open stays open", async () => {
    const { page, to } = await loggedIn();
    await to("/");
    const details = page.locator("#live-projects-list details").first();
    await details.locator("summary").click();
    const files = page.locator("#live-projects-list .card").filter({ hasText: there.root }).locator("p").nth(1);
    const before = await files.textContent();
    await there.call("create_text_file", { path: "src/more.ts", content: "export const more = 1;\n" });
    await there.call("search_symbol", { query: "more" });
    while ((await files.textContent()) === before) await Bun.sleep(50);
    expect(await details.getAttribute("open")).toBe("");
    expect(await page.evaluate("document.activeElement.tagName")).toBe("SUMMARY");
    await page.context().close();
  });
});

browsing("the way in", () => {
  test("a browser that is not logged in is told how, and after the way out is so again", async () => {
    const stranger = await watched(browser);
    for (const path of [...PAGES, "/dashboard/events?at=/"]) {
      const response = await stranger.page.goto(there.served.url + path);
      expect([path, response?.status()]).toEqual([path, 401]);
      expect(await stranger.page.getByText("waymark dashboard", { exact: true }).isVisible()).toBe(true);
    }
    expect(await serious(stranger.page)).toEqual([]);
    await stranger.page.context().close();

    const { page, to } = await loggedIn();
    await to("/dashboard/index");
    const tab = await page.context().newPage();
    await tab.goto(`${there.served.url}/dashboard/calls`);
    await tab.getByRole("button", { name: "Log out" }).click();
    await tab.getByText("waymark dashboard", { exact: true }).waitFor();
    // The stream of the page that stands open ends, and cannot be had again.
    const denied = page.waitForResponse((response) => response.url().includes("/events") && response.status() === 401);
    await denied;
    await page.context().close();
  });
});
