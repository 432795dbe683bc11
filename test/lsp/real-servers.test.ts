/**
 * Real language servers, each asked through Waymark all that the tools need of one, about a small program of its language:
 * TypeScript's own of this repository, and those of the package `test/language-servers`. `scripts/verify/servers.ts` asks many more.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { SERVERS } from "../../src/language/_builtin.gen.ts";
import { installServers, typescriptServer } from "../fixture/real-servers.ts";
import { CHECKS, serverPrograms } from "../fixture/server-program.ts";
import { proveServer } from "../fixture/server-proof.ts";

beforeAll(installServers, 300_000);

const PROGRAMS = join(import.meta.dir, "../language-servers/node_modules/.bin");

/** Server -> the program that it is asked about. */
const PROVEN: Readonly<Record<string, string>> = {
  typescript: "typescript",
  "typescript-language-server": "typescript",
  pyright: "python",
  "bash-language-server": "bash",
  "yaml-language-server": "yaml",
  "vscode-json-language-server": "json",
  "vscode-css-language-server": "css",
  "vscode-html-language-server": "html",
  "some-sass-language-server": "scss",
  "dockerfile-language-server": "dockerfile",
  "vim-language-server": "viml",
  tombi: "toml",
};

function commandOf(server: string): string[] {
  if (server === "typescript") return typescriptServer();
  const [name, ...args] = SERVERS[server]!.command;
  return [join(PROGRAMS, process.platform === "win32" ? `${name}.exe` : name!), ...args];
}

describe("a language server answers all that it offers, and again after it was killed", () => {
  for (const [server, id] of Object.entries(PROVEN)) {
    test(`${server}, about the program in ${id}`, async () => {
      const program = serverPrograms().find((one) => one.id === id)!;
      const command = commandOf(server);
      if (!existsSync(command[0]!)) throw new Error(`${command[0]} was not installed.`);
      const { verdicts, why } = await proveServer(program, server, { command });
      expect(why).toBeUndefined();
      const faults = CHECKS.filter((check) => verdicts?.[check]?.is === "FAIL");
      expect(faults.map((check) => `${check}: ${verdicts![check]!.note}`)).toEqual([]);
      expect(verdicts).toMatchObject({ crash: { is: "pass" } });
    }, 120_000);
  }
});
