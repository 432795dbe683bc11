/** Values that are never shown. */
import { expect, test } from "bun:test";
import { resolveSettings, shownValue } from "../../src/settings/resolve.ts";
import { isSecretSetting, SETTING_KEYS } from "../../src/settings/schema.ts";

const settingsOf = (values: Record<string, unknown>) => resolveSettings([{ origin: "test", from: "user", values }]);

test("a key is a secret, whether it was taken or not; a new one is added here on purpose", () => {
  expect(SETTING_KEYS.filter(isSecretSetting)).toEqual(["embedding.api_key"]);
  expect(shownValue(settingsOf({ "embedding.api_key": "sentinel" }), "embedding.api_key")).toBe("(not shown)");
  expect(shownValue(settingsOf({}), "embedding.api_key")).toBeNull();
  expect(shownValue(settingsOf({}), "port")).toBe(8765);
  const { warnings } = settingsOf({ "embedding.api_key": ["sentinel"] });
  expect(warnings).toEqual([expect.stringContaining("embedding.api_key cannot be what it is")]);
  expect(warnings.join()).not.toContain("sentinel");
});
