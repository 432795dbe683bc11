import { describe, expect, test } from "bun:test";
import { withHooks } from "../../src/client/hook-edit.ts";
import { nodeValue } from "../../src/client/json-edit.ts";
import { parseJson } from "../../src/client/json-text.ts";

const OURS = { hooks: [{ type: "command", command: "waymark hooks activate" }] };
const WANTED = { SessionStart: [OURS] };
const read = (text: string) => nodeValue(parseJson(text, "jsonc")!);

describe("hooks among those of others", () => {
  test("come beside comments where the client reads them, once, and go again to the byte", () => {
    const text =
      '{\n  // mine\n  "theme": "Dark", // last\n  "hooks": {\n    "SessionStart": [{ "hooks": [] }], // theirs\n  },\n}\n';
    const after = withHooks(text, "jsonc", ["hooks"], WANTED);
    expect(read(after)).toEqual({ theme: "Dark", hooks: { SessionStart: [{ hooks: [] }, OURS] } });
    expect(withHooks(after, "jsonc", ["hooks"], WANTED)).toBe(after);
    expect(withHooks(after, "jsonc", ["hooks"], {})).toBe(text);
    expect(() => withHooks(text, "json", ["hooks"], WANTED)).toThrow("not valid JSON");
  });

  test("a command that somebody put into a group of ours stays when ours goes", () => {
    const theirs = { type: "command", command: "say hello" };
    const text = JSON.stringify(
      { hooks: { SessionStart: [{ hooks: [theirs, ...OURS.hooks] }], Stop: [OURS] } },
      null,
      2,
    );
    expect(read(withHooks(text, "json", ["hooks"], {}))).toEqual({ hooks: { SessionStart: [{ hooks: [theirs] }] } });
    expect(read(withHooks(text, "json", ["hooks"], WANTED))).toEqual({
      hooks: { SessionStart: [{ hooks: [theirs] }, OURS] },
    });
  });

  test("hooks of another shape are told with their place instead of being written into", () => {
    for (const text of ['{"hooks":{"SessionStart":{}}}', '{"hooks":[]}', '{"hooks":"x"}', "[]"])
      expect(() => withHooks(text, "json", ["hooks"], WANTED)).toThrow(/must be (a list|an object)/);
  });
});
