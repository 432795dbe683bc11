import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { readEnvironment, readSettingsFile } from "../../src/settings/load.ts";
import { resolveSettings } from "../../src/settings/resolve.ts";
import { SETTING_KEYS, scopeOf, settingsSchema } from "../../src/settings/schema.ts";
import { tmp } from "../fixture/tmp.ts";

describe("H107: partial configuration", () => {
  test.each([
    ["empty", ""],
    ["only a comment", "# nothing\n"],
    ["an empty object", "{}"],
    ["one valid key", "tool_timeout_s: 60\n"],
  ])("%s gives the defaults without a warning", async (_, text) => {
    await using dir = await tmp({ "settings.yaml": text });
    const settings = resolveSettings([await readSettingsFile(join(dir.path, "settings.yaml"), "user")]);
    expect(settings.values).toEqual(resolveSettings([]).values);
    expect(settings.warnings).toEqual([]);
  });

  test("an unknown key is a warning with the nearest valid one, and the others count", async () => {
    await using dir = await tmp({ "settings.yaml": "tool_timeout: 3\nport: 9000\n" });
    const path = join(dir.path, "settings.yaml");
    const settings = resolveSettings([await readSettingsFile(path, "user")]);
    expect(settings.warnings).toEqual([
      `${path}:1: there is no setting "tool_timeout"; did you mean "tool_timeout_s"?`,
    ]);
    expect([settings.values.port, settings.origins.port, settings.values.tool_timeout_s]).toEqual([9000, path, 60]);
  });

  test("a value that does not fit is a warning and changes nothing", () => {
    const settings = resolveSettings([
      { origin: "file", from: "user", values: { port: 1 } },
      { origin: "flags", from: "user", values: { port: 70_000 } },
    ]);
    expect(settings.values.port).toBe(1);
    expect(settings.origins.port).toBe("file");
    expect(settings.warnings).toHaveLength(1);
  });

  test("a file that is not YAML is named, and the defaults count", async () => {
    await using dir = await tmp({ "settings.yaml": "a: [1,\n" });
    const settings = resolveSettings([await readSettingsFile(join(dir.path, "settings.yaml"), "user")]);
    expect(settings.warnings).toEqual([expect.stringMatching(/settings\.yaml:\d+:\d+: this is not valid YAML/)]);
    expect(settings.values).toEqual(resolveSettings([]).values);
    expect((await readSettingsFile(join(dir.path, "none.yaml"), "user")).values).toEqual({});
  });
});

test("variables are read as YAML, later layers win, and folders follow the platform", () => {
  const environment = readEnvironment(
    {
      HOME: "/home/x",
      WAYMARK_PORT: "0",
      WAYMARK_EXCLUDED_TOOLS: "[edit]",
      WAYMARK_INDEX_VECTOR_CACHE_MB: "8",
      WAYMARK_CWD: "/repo",
    },
    "linux",
  );
  expect(environment.layer.values).toEqual({ port: 0, excluded_tools: ["edit"], "index.vector_cache_mb": 8 });
  expect([environment.cwd, environment.dataDir, environment.configFile]).toEqual([
    "/repo",
    "/home/x/.local/share/waymark",
    "/home/x/.config/waymark/settings.yaml",
  ]);
  expect(readEnvironment({ HOME: "/h", XDG_DATA_HOME: "relative" }, "linux").dataDir).toBe("/h/.local/share/waymark");
  expect(readEnvironment({ HOME: "/h" }, "darwin").dataDir).toBe("/h/Library/Application Support/waymark");
  expect(readEnvironment({ HOME: "/h", WAYMARK_DATA_DIR: "state", WAYMARK_CWD: "/repo" }, "linux").dataDir).toBe(
    "/repo/state",
  );
});

test("every setting has a scope, a description and a default", () => {
  for (const key of SETTING_KEYS) {
    expect(["user", "section", "narrow", "free"]).toContain(scopeOf(key).scope);
    expect(settingsSchema.shape[key].description).toBeTruthy();
  }
  expect(settingsSchema.safeParse({}).success).toBe(true);
});
