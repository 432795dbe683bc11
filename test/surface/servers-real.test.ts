/** Real language servers behind the tool, from the first call on and while others change the files. */
import { beforeAll, describe, expect, test } from "bun:test";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { installServers } from "../fixture/real-servers.ts";
import { brief, REAL, servedWith } from "../fixture/served-servers.ts";

beforeAll(installServers, 120_000);

describe("TypeScript's own server", () => {
  const B = 'import { add } from "./a";\nexport const three = add(1, 2);\n';
  const files = {
    "tsconfig.json": '{ "include": ["src"] }',
    "src/a.ts": "export function add(a: number, b: number): number { return a + b; }\n",
    "src/b.ts": B,
    "src/sub dir/c#1.ts": 'import { add } from "../a";\nexport const s = "🚀🚀"; export const five = add(2, 3);\n',
  };
  const settings = { servers: { typescript: REAL.typescript } };

  test("H27 answers the first call in full; H35, H37 a deleted file and a renamed folder leave no ghosts", async () => {
    await using waymark = await servedWith({ files, settings });
    const first = await waymark.uses("src/a.ts", "add");
    expect(brief(first)).toEqual([
      "src/b.ts 1:10",
      "src/b.ts 2:22",
      "src/sub dir/c#1.ts 1:10",
      "src/sub dir/c#1.ts 2:46",
    ]);
    expect(first).toMatchObject({ complete: true, source: "server", answer: { server: "typescript" } });

    await rm(waymark.path("src/sub dir/c#1.ts"));
    expect(brief(await waymark.uses("src/a.ts", "add"))).toEqual(["src/b.ts 1:10", "src/b.ts 2:22"]);

    await writeFile(waymark.path("src/late.ts"), B);
    expect(brief(await waymark.uses("src/a.ts", "add"))).toEqual([
      "src/b.ts 1:10",
      "src/b.ts 2:22",
      "src/late.ts 1:10",
      "src/late.ts 2:22",
    ]);

    await mkdir(waymark.path("lib"));
    for (const name of ["a", "b"]) await rename(waymark.path(`src/${name}.ts`), waymark.path(`lib/${name}.ts`));
    await rm(waymark.path("src"), { recursive: true });
    await writeFile(waymark.path("tsconfig.json"), '{ "include": ["lib"] }');
    const moved = await waymark.uses("lib/a.ts", "add");
    expect(brief(moved)).toEqual(["lib/b.ts 1:10", "lib/b.ts 2:22"]);
    expect(moved).toMatchObject({ complete: true, source: "server" });
    expect(await waymark.uses("src/a.ts", "add")).toMatchObject({ code: "not_found" });
  }, 60_000);
});

describe("pyright", () => {
  const ST = "def target():\n    return 1\ndef wrong():\n    return 2\nvalue = target()\n";
  const settings = { servers: { pyright: REAL.pyright }, language_servers: { python: ["pyright"] } };

  test("H28, H29 sees at once what others edit and create", async () => {
    await using waymark = await servedWith({ files: { "st.py": ST }, settings });
    const first = await waymark.uses("st.py", "target");
    expect(brief(first)).toEqual(["st.py 5:9"]);
    expect(first).toMatchObject({ complete: true, answer: { server: "pyright" } });
    await writeFile(waymark.path("st.py"), `\n\n${ST}`);
    expect(brief(await waymark.uses("st.py", "target"))).toEqual(["st.py 7:9"]);

    await writeFile(waymark.path("use.py"), "import late\nlate.z()\n");
    await waymark.uses("st.py", "target");
    await writeFile(waymark.path("late.py"), "def z(): return 1\n");
    expect(brief(await waymark.uses("late.py", "z"))).toEqual(["use.py 2:6"]);
    await rm(waymark.path("use.py"));
    expect(brief(await waymark.uses("late.py", "z"))).toEqual([]);
    expect((await waymark.rows()).find(({ server }) => server === "pyright")).toMatchObject({ starts: 1 });
  }, 60_000);

  test("finds and renames the uses in files that its configuration leaves out", async () => {
    const files = {
      "pyproject.toml": '[tool.pyright]\ninclude = ["src"]\n',
      "src/shop.py":
        "class Shop:\n    def open_door(self) -> int:\n        return 1\n\n\ndef near() -> Shop:\n    return Shop()\n",
      "tests/test_shop.py": "from shop import Shop, near\n\nassert near().open_door() == Shop().open_door()\n",
      "tests/other.py": "import nowhere\n\nnowhere.open_gate()\n",
    };
    await using waymark = await servedWith({ files, settings });
    const uses = await waymark.uses("src/shop.py", "Shop/open_door");
    expect(brief(uses)).toEqual(["tests/test_shop.py 3:15", "tests/test_shop.py 3:37"]);
    expect(uses).toMatchObject({ complete: true, answer: { server: "pyright" } });

    const input = { name_path: "Shop/open_door", path: "src/shop.py", new_name: "open_gates" };
    expect(await waymark.call("rename_symbol", input)).toMatchObject({ complete: true, answer: { applied: true } });
    expect(await readFile(waymark.path("tests/test_shop.py"), "utf8")).toContain(
      "near().open_gates() == Shop().open_gates()",
    );

    await writeFile(waymark.path("tests/other.py"), "import nowhere\n\nnowhere.open_gates()\n");
    const doubted = await waymark.uses("src/shop.py", "Shop/open_gates");
    expect(brief(doubted)).toHaveLength(2);
    expect(doubted).toMatchObject({ complete: false, reason: expect.stringContaining("tests/other.py") });
  }, 60_000);
});
