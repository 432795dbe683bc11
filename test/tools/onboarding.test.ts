import { expect, test } from "bun:test";
import maintenance from "#resources/memories/memory_maintenance.md" with { type: "text" };
import { type TestApp, testApp } from "../fixture/app.ts";
import type { Called } from "../fixture/call.ts";

const calling = (shop: TestApp) => async (tool: string, input: Record<string, unknown>) => {
  const response = await shop.post(`/tools/${tool}`, input);
  return (await response.json()) as Called["body"];
};

const PAGES = ["core", "tech_stack", "suggested_commands", "conventions", "task_completion"];

test("onboarding asks for the pages that are missing, puts the page of maintenance there once, and then has nothing to ask", async () => {
  await using shop = await testApp();
  const call = calling(shop);
  const first = (await call("onboarding", {})).answer;
  expect(first).toMatchObject({ missing: PAGES, existing: ["memory_maintenance"] });
  expect(first.instructions).toContain("`memory_maintenance`");
  expect((await call("read_memory", { name: "memory_maintenance" })).answer.text).toBe(maintenance);
  await call("write_memory", { name: "memory_maintenance", content: "Our own rules." });
  await call("write_memory", { name: "core", content: "# Core" });
  const second = (await call("onboarding", {})).answer;
  expect(second).toMatchObject({ missing: PAGES.slice(1), existing: ["core", "memory_maintenance"] });
  expect((await call("read_memory", { name: "memory_maintenance" })).answer.text).toBe("Our own rules.");
  for (const name of PAGES.slice(1)) await call("write_memory", { name, content: "x" });
  const last = (await call("onboarding", {})).answer;
  expect(last.missing).toEqual([]);
  expect(last.instructions).toContain("Nothing else is to be done");
});

test("a global page of maintenance wins, and none is put beside it", async () => {
  await using shop = await testApp();
  const call = calling(shop);
  await call("write_memory", { name: "global/memory_maintenance", content: "For all projects." });
  const { answer } = await call("onboarding", {});
  expect(answer.instructions).toContain("`global/memory_maintenance`");
  expect(answer.existing).toEqual(["global/memory_maintenance"]);
  expect((await call("list_memories", {})).total).toBe(1);
});

test("the instructions name no tool that is off", async () => {
  await using shop = await testApp({ settings: { excluded_tools: ["semantic_search", "get_recent_commits"] } });
  const { answer } = await calling(shop)("onboarding", {});
  expect(answer.instructions).toContain("get_file_structure");
  expect(answer.instructions).not.toMatch(/semantic_search|get_recent_commits/);
});
