/** A language server without Waymark around it, and symbols of a project to ask both about. */
import { readFile } from "node:fs/promises";
import { SERVERS } from "../../src/language/_builtin.gen.ts";
import { Servers } from "../../src/language/servers.ts";
import { LanguageClient } from "../../src/lsp/client.ts";
import { launch } from "../../src/lsp/launch.ts";
import { dialectOf } from "../../src/syntax/dialect.ts";
import { parseFile } from "../../src/syntax/parser.ts";
import { SymbolTree, type TreeSymbol } from "../../src/syntax/tree.ts";
import { CATALOG, projectAt } from "../../test/fixture/project.ts";
import { seeded } from "../corpus.ts";

export interface Subject {
  root: string;
  language: string;
  /** Id of the server; its spec is the shipped one. */
  server: string;
  command: string[];
}

/** A symbol that is asked about. */
export interface Asked {
  path: string;
  namePath: string;
  name: string;
  /** 1-based. */
  line: number;
  column: number;
}

/** Nothing is waited for longer, in milliseconds. */
export const LIMIT_MS = 240_000;

/** Symbols of a project at random. */
export async function chosenSymbols(
  { root, language }: Subject,
  kinds: ReadonlySet<string>,
  count: number,
  seed: number,
): Promise<Asked[]> {
  const project = await projectAt(root);
  const random = seeded(seed);
  const signal = AbortSignal.timeout(LIMIT_MS);
  const paths = (await project.files.paths(".", { signal })).filter((path) => CATALOG.of(path)?.id === language);
  const chosen: Asked[] = [];
  for (let tries = 0; chosen.length < count && tries < count * 50; tries++) {
    const path = paths[Math.floor(random() * paths.length)]!;
    const { text } = await project.files.read(path);
    const dialect = dialectOf(path, CATALOG)!;
    const syntax = await parseFile({ ...dialect, text, occurrences: false, timeLimit: LIMIT_MS }, CATALOG);
    const tree = new SymbolTree(text, syntax);
    const fit = tree.all.filter(({ kind }) => kinds.has(kind));
    const symbol: TreeSymbol | undefined = fit[Math.floor(random() * fit.length)];
    if (!symbol || chosen.some((one) => one.path === path && one.namePath === symbol.namePath)) continue;
    const { namePath, name } = symbol;
    chosen.push({ path, namePath, name, ...tree.position(symbol.nameSpan.start) });
  }
  return chosen;
}

/** The server over a connection of its own. */
export async function rawServer({ root, server, command }: Subject): Promise<LanguageClient> {
  const spec = new Servers(SERVERS, CATALOG).named(server)!;
  const env = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" };
  return await LanguageClient.start(
    {
      spec,
      process: launch({ command: command as [string, ...string[]], cwd: root, env }),
      root,
      settings: spec.settings,
      log: () => undefined,
      read: (path) => readFile(path, "utf8").catch(() => undefined),
      languageId: (path) => CATALOG.protocolIdOf(path),
      version: "0.0.0",
    },
    AbortSignal.timeout(LIMIT_MS),
  );
}
