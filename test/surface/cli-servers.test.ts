/** The commands that tell of language servers and install them. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { script } from "../fixture/origin.ts";
import { waymark } from "../fixture/subject.ts";
import { tmp } from "../fixture/tmp.ts";

interface Finding {
  what: string;
  state: string;
  detail: string;
  remedy?: string;
}

async function doctor(settings: string, files: Record<string, string>): Promise<Finding[]> {
  await using dir = await tmp({ "home/.config/waymark/settings.yaml": settings, ...files });
  const { stdout } = await waymark(["doctor", "--json"], { home: join(dir.path, "home"), cwd: join(dir.path, "shop") });
  return (JSON.parse(stdout) as { findings: Finding[] }).findings;
}

describe("doctor", () => {
  test("H50: names a server whose command is not found, and what to correct", async () => {
    const findings = await doctor(
      "language_servers: { python: [pyright] }\nservers: { pyright: { command: [no-such-langserver, --stdio] } }\n",
      { "shop/a.py": "x = 1\n" },
    );
    expect(findings.find(({ what }) => what === "language server for Python")).toEqual({
      what: "language server for Python",
      state: "warning",
      detail: "python: unavailable, pyright: command not found: no-such-langserver.",
      remedy: expect.stringContaining("Correct servers.pyright.command in your settings, or remove it."),
    });
  });

  test("tells where a server comes from, and which of the settings lead nowhere", async () => {
    await using dir = await tmp();
    const mine = await script(join(dir.path, "mine"), "exit 0");
    const findings = await doctor(
      `servers: { mine: { languages: [python], command: [${mine}] } }\nlanguage_servers: { python: [mine, nobody] }\n`,
      { "shop/a.py": "x = 1\n" },
    );
    expect(findings.find(({ what }) => what === "language server for Python")).toMatchObject({
      state: "ok",
      detail: `mine (settings): ${mine}`,
    });
    expect(findings.find(({ what }) => what === "language servers")?.detail).toContain('names "nobody" for python');
  });

  test("says nothing of languages for which the user wants no server", async () => {
    const findings = await doctor("language_servers: { python: [] }\n", { "shop/a.py": "x = 1\n" });
    expect(findings.some(({ what }) => what.startsWith("language server"))).toBe(false);
  });
});

describe("install", () => {
  test("names the languages and servers that there are when it is asked for others", async () => {
    await using dir = await tmp({ "home/x": "" });
    const home = join(dir.path, "home");
    const language = await waymark(["install", "pyton"], { home });
    expect(language.code).toBe(1);
    expect(language.stderr).toStartWith(
      'not_found: There is no language "pyton"; did you mean "python"?\nLanguages with servers: ',
    );
    const server = await waymark(["install", "python", "--server", "pylance"], { home });
    expect(server.stderr).toStartWith(
      'not_found: Waymark does not know a server "pylance" for Python; it knows basedpyright, pyright, ty,',
    );
    const none = await waymark(["install", "rust"], { home });
    expect([none.code, none.stderr]).toEqual([
      3,
      "unavailable: rust-analyzer was not installed: Waymark has no recipe for it.\nInstall it yourself: rustup component add rust-analyzer rust-src.\n",
    ]);
  });
});
