import { describe, expect, test } from "bun:test";
import { parse } from "smol-toml";
import { seeded } from "../../scripts/corpus.ts";
import { removeTable, setTable, tomlAt } from "../../src/client/toml-edit.ts";

const PLACE = ["mcp_servers", "waymark"];
const ENTRY = { command: "/opt/way mark", args: ["mcp", "--context", "codex"], startup_timeout_sec: 30 };

describe("editing TOML in place", () => {
  test("a table comes at the end, and taking it out gives the bytes back", () => {
    for (const text of [
      "",
      "# mine\n",
      'model = "o"\n',
      'model = "o"\n\n[mcp_servers.other]\ncommand = "x" # why\n',
      "a = 1\r\n",
    ]) {
      const after = setTable(text, PLACE, ENTRY);
      expect(after.startsWith(text)).toBe(true);
      expect(parse(after)).toEqual({
        ...parse(text),
        mcp_servers: { ...(parse(text).mcp_servers as object), waymark: ENTRY },
      });
      expect(setTable(after, PLACE, ENTRY)).toBe(after);
      expect(removeTable(after, PLACE)).toBe(text);
    }
  });

  test("a table that is there is replaced where it stands, with the tables below it", () => {
    const text = '[mcp_servers.waymark]\ncommand = "old"\n[mcp_servers.waymark.env]\nA = "1"\n\n# of b\n[b]\nc = 1\n';
    const after = setTable(text, PLACE, ENTRY);
    expect(parse(after)).toEqual({ mcp_servers: { waymark: ENTRY }, b: { c: 1 } });
    expect(after).toEndWith("\n\n# of b\n[b]\nc = 1\n");
    expect(parse(removeTable(after, PLACE))).toEqual({ b: { c: 1 } });
  });

  test("tables of lists that come behind it stay when it is replaced or goes", () => {
    for (const behind of ['[[skills]]\nname = "a"\n', ' [[ hooks . "Stop" ]] # theirs\nrun = "x"\n']) {
      const text = `a = 1\n\n[mcp_servers.waymark]\ncommand = "old"\n\n${behind}`;
      const after = setTable(text, PLACE, ENTRY);
      expect(parse(after)).toEqual({ ...parse(`a = 1\n${behind}`), mcp_servers: { waymark: ENTRY } });
      expect(after).toEndWith(`\n\n${behind}`);
      expect(parse(removeTable(after, PLACE))).toEqual(parse(`a = 1\n${behind}`));
    }
  });

  test("other ways of writing the table, and headers within strings, are refused with their place", () => {
    for (const text of [
      'mcp_servers = { waymark = { command = "x" } }\n',
      '[mcp_servers]\nwaymark.command = "x"\n',
      'a = """\n[mcp_servers.waymark]\n"""\n[mcp_servers.waymark]\ncommand = "x"\n',
    ])
      expect(() => setTable(text, PLACE, ENTRY)).toThrow("change it by hand");
    expect(() => setTable("a = \n", PLACE, ENTRY)).toThrow("not valid TOML");
  });

  test("in any document of many shapes all else stays as it was", () => {
    const random = seeded(7);
    const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)]!;
    const lines = [
      "# note",
      "",
      "[a]",
      "[a.b]",
      "[[list]]",
      'x = "y" # z',
      "n = 1",
      "[mcp_servers.other]",
      '[mcp_servers."other two"]',
      "t = , ",
    ];
    let edited = 0;
    for (let round = 0; round < 2_000; round++) {
      const text = Array.from(
        { length: Math.floor(random() * 8) },
        () => pick(lines) + pick(["\n", "\n", "\r\n"]),
      ).join("");
      try {
        parse(text);
      } catch {
        continue;
      }
      const after = setTable(text, PLACE, ENTRY);
      expect(after.startsWith(text)).toBe(true);
      expect(tomlAt(after, PLACE)).toEqual(ENTRY);
      expect(parse(removeTable(after, PLACE))).toEqual(parse(text));
      edited++;
    }
    expect(edited).toBeGreaterThan(300);
  });
});
