import { expect, test } from "bun:test";
import { callTool } from "../fixture/call.ts";
import { optionalTool } from "../fixture/tools.ts";

test("H68: get_current_config says that there is a key, and not which", async () => {
  const settings = { "embedding.api_key": "key_sentinel_2" };
  const { body } = await callTool({}, "get_current_config", {}, { settings });
  expect((body.answer as { settings: unknown[] }).settings).toContainEqual({
    key: "embedding.api_key",
    value: '"(not shown)"',
    origin: "test",
  });
  expect(JSON.stringify(body)).not.toContain("sentinel");
});

test("get_current_config tells what is on, what is off, and where each setting was said", async () => {
  const { body } = await callTool(
    {},
    "get_current_config",
    {},
    { tools: [optionalTool], settings: { tool_timeout_s: 9, excluded_tools: ["find_file"], no_such: 1 } },
  );
  const { tools, tools_off, ...rest } = body.answer as { tools: string[]; tools_off: string[] };
  expect(tools).toContain("read_file");
  expect(tools).not.toContain("find_file");
  expect(tools_off).toEqual(expect.arrayContaining(["find_file", "optional_work", "activate_project"]));
  expect(rest).toMatchObject({
    context: "full",
    modes: ["interactive", "editing"],
    settings: expect.arrayContaining([{ key: "tool_timeout_s", value: "9", origin: "test" }]),
    warnings: [expect.stringContaining("no_such")],
  });
});
