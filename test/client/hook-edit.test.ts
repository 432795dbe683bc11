import { describe, expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { clientNamed } from "../../src/client/clients.ts";
import { hooksOf } from "../../src/client/entry.ts";
import { withHooks } from "../../src/client/hook-edit.ts";
import { nodeValue } from "../../src/client/json-edit.ts";
import { parseJson } from "../../src/client/json-text.ts";
import { tmp } from "../fixture/tmp.ts";

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

  test("commands of other programs that are called like ours stay", () => {
    const [mise, ours] = ["mise hooks activate", "'/opt/my $tools/waymark-linux-x64' hooks activate"];
    const groups = (...commands: string[]) => commands.map((command) => ({ hooks: [{ type: "command", command }] }));
    const text = JSON.stringify({ hooks: { SessionStart: groups(mise, ours, "bun /src/main.ts hooks activate") } });
    expect(read(withHooks(text, "json", ["hooks"], WANTED))).toEqual({
      hooks: { SessionStart: [...groups(mise), OURS] },
    });
    expect(read(withHooks(text, "json", ["hooks"], {}))).toEqual({ hooks: { SessionStart: groups(mise) } });
  });

  test("start a program whose path holds what a shell would look for", async () => {
    await using dir = await tmp({ "a $HOME `b` 'c'/echo": '#!/bin/sh\necho "$@"\n' });
    const program = join(dir.path, "a $HOME `b` 'c'/echo");
    await chmod(program, 0o755);
    const { hooks } = clientNamed("codex");
    const [group] = hooksOf(hooks!, [program]).SessionStart as { hooks: { command: string }[] }[];
    const done = Bun.spawnSync(["/bin/sh", "-c", group!.hooks[0]!.command]);
    expect(done.stdout.toString()).toBe("hooks activate\n");
  });

  test("hooks of another shape are told with their place instead of being written into", () => {
    for (const text of ['{"hooks":{"SessionStart":{}}}', '{"hooks":[]}', '{"hooks":"x"}', "[]"])
      expect(() => withHooks(text, "json", ["hooks"], WANTED)).toThrow(/must be (a list|an object)/);
  });
});
