/** The client with real servers, each of which does something in its own way. */
import { beforeAll, describe, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import type { ServerSpec } from "../../src/language/server-spec.ts";
import {
  definition,
  documentSymbols,
  hover,
  incomingCalls,
  prepareCallHierarchy,
  references,
  rename,
  workspaceSymbols,
} from "../../src/lsp/request.ts";
import type { Place } from "../../src/lsp/result.ts";
import type { ServerSymbol } from "../../src/lsp/symbols.ts";
import type { FileChange } from "../../src/lsp/workspace-edit.ts";
import { never, type Working, withReal } from "../fixture/language-client.ts";
import { isRunning } from "../fixture/processes.ts";
import { bashServer, installServers, pyrightServer, typescriptServer } from "../fixture/real-servers.ts";

beforeAll(installServers, 120_000);

/** `name line:column` of the name at each place, without its folder. */
const brief = (places: readonly Place[]) =>
  places
    .map(({ path, range, nameRange = range }) => {
      const { line, column } = nameRange.start;
      return `${path?.slice(path.lastIndexOf("/") + 1)} ${line}:${column}`;
    })
    .sort();

const drawn = (symbols: readonly ServerSymbol[]): string =>
  symbols
    .map(({ name, kind, children }) => `${kind} ${name}${children.length > 0 ? ` (${drawn(children)})` : ""}`)
    .join(", ");

/** Where a word stands first in a file. */
function at(fake: Working, name: string, text: string, word: string) {
  const before = text.slice(0, text.indexOf(word)).split("\n");
  return { path: fake.path(name), position: { line: before.length, column: before.at(-1)!.length + 1 } };
}

const edits = (changes: readonly FileChange[]) =>
  changes
    .flatMap((change) =>
      change.kind === "edit"
        ? change.changes.map(
            ({ range, text }) =>
              `${change.path.slice(change.path.lastIndexOf("/") + 1)} ${range.start.line}:${range.start.column} ${text}`,
          )
        : [],
    )
    .sort();

describe("TypeScript's own server", () => {
  const E =
    'const tag = "🚀🚀"; export const fuel = tag.length;\nexport class Tank {\n  fill() {\n    return fuel;\n  }\n}\n';
  const USE =
    'import { fuel, Tank } from "./e";\nnew Tank().fill();\nexport const twice = fuel * 2;\nconst wrong: string = 7;\n';
  const files = { "tsconfig.json": '{ "compilerOptions": { "strict": true } }', "e.ts": E, "use.ts": USE };
  const start = (spec: Partial<ServerSpec> = {}) =>
    withReal(typescriptServer(), { files, spec: { diagnostics: "pull", ...spec }, times: { register: 1_500 } });

  for (const encoding of ["utf-8", "utf-16"] as const) {
    test(`H15 finds and renames a name behind letters of several units, in ${encoding}`, async () => {
      await using server = await start({ position_encodings: [encoding] });
      const { client } = server;
      expect(client.encoding).toBe(encoding);
      const fuel = at(server, "e.ts", E, "fuel");
      expect(fuel.position).toEqual({ line: 1, column: 34 });
      expect(brief(await client.request(references, fuel, never))).toEqual([
        "e.ts 1:34",
        "e.ts 4:12",
        "use.ts 1:10",
        "use.ts 3:22",
      ]);
      expect(brief(await client.request(definition, at(server, "use.ts", USE, "fuel"), never))).toEqual(["e.ts 1:34"]);
      expect(edits(await client.request(rename, { ...fuel, to: "burn" }, never))).toEqual([
        "e.ts 1:34 burn",
        "e.ts 4:12 burn",
        "use.ts 1:10 burn",
        "use.ts 3:22 burn",
      ]);
    }, 60_000);
  }

  test("gives symbols, hovers, calls and found symbols", async () => {
    await using server = await start();
    const { client } = server;
    const symbols = await client.request(documentSymbols, { path: server.path("e.ts") }, never);
    expect(drawn(symbols)).toBe("variable tag, variable fuel, class Tank (method fill)");
    expect((await client.request(hover, at(server, "e.ts", E, "fuel"), never))?.text).toContain("const fuel: number");
    const [item] = await client.request(prepareCallHierarchy, at(server, "e.ts", E, "fill"), never);
    const calls = await client.request(incomingCalls, { item: item! }, never);
    expect(calls.map((call) => [call.item.place.path, call.ranges[0]?.start])).toEqual([
      [server.path("use.ts"), { line: 2, column: 12 }],
    ]);
    const found = await client.request(workspaceSymbols, { query: "Tank" }, never);
    expect(found.map(({ name, kind }) => [name, kind])).toContainEqual(["Tank", "class"]);
  }, 60_000);

  test("gives diagnostics only when asked, and learns of changes on the disk from what it registered to be told", async () => {
    await using server = await start();
    const { client } = server;
    const use = server.path("use.ts");
    const first = await client.diagnostics(use, never);
    const where = { line: 4, column: 7 };
    expect(first).toMatchObject({
      complete: true,
      items: [
        { code: "2322", severity: "error", range: { start: where }, isUnnecessary: false },
        { code: "6133", severity: "hint", range: { start: where }, isUnnecessary: true },
      ],
    });
    while (client.capabilities.registrations("workspace/didChangeWatchedFiles").length === 0) await Bun.sleep(10);
    await writeFile(server.path("e.ts"), E.replace("class Tank", "class Barrel"));
    await client.changedOutside([{ path: server.path("e.ts"), kind: "changed" }]);
    const { items } = await client.diagnostics(use, never);
    expect(items.map(({ message }) => message).join()).toContain("Tank");
  }, 60_000);

  test("ends when it is told to", async () => {
    const server = await start();
    expect((await server.client.stop(never)).kind).toBe("stopped");
    expect(isRunning(server.pid)).toBe(false);
    await server[Symbol.asyncDispose]();
  }, 60_000);
});

describe("pyright", () => {
  const SHOP =
    "class Cart:\n    def total(self) -> int:\n        return 1\n\n\ndef pay(cart: Cart) -> int:\n    return cart.total()\n";
  const MAIN = 'from shop import Cart, pay\n\nprint(pay(Cart()) + "x")\n';
  const files = { "shop.py": SHOP, "main.py": MAIN, "pyrightconfig.json": "{}" };
  const start = (spec: Partial<ServerSpec>) =>
    withReal(pyrightServer(), {
      files,
      spec: {
        needs_open: "the_file",
        ready: { rule: "log", pattern: "^Found \\d+ source file", timeout_s: 60 },
        ...spec,
      },
      times: { register: 5_000 },
      more: { languageId: (path) => (/\.pyi?$/.test(path) ? "python" : undefined) },
    });

  test("registers to be asked for diagnostics late, and says in its log that it is ready", async () => {
    await using server = await start({ diagnostics: "pull" });
    const { client } = server;
    expect(await client.whenReady(never)).toBe("ready");
    const total = at(server, "shop.py", SHOP, "total");
    expect(brief(await client.request(references, total, never))).toEqual(["shop.py 2:9", "shop.py 7:17"]);
    const pay = at(server, "main.py", MAIN, "pay");
    expect(brief(await client.request(definition, pay, never))).toEqual(["shop.py 6:5"]);
    expect(brief(await client.request(references, at(server, "shop.py", SHOP, "pay"), never))).toEqual([
      "main.py 1:24",
      "main.py 3:7",
      "shop.py 6:5",
    ]);
    expect(edits(await client.request(rename, { ...pay, to: "buy" }, never))).toEqual([
      "main.py 1:24 buy",
      "main.py 3:7 buy",
      "shop.py 6:5 buy",
    ]);
    const symbols = await client.request(documentSymbols, { path: server.path("shop.py") }, never);
    expect(drawn(symbols)).toBe("class Cart (method total), function pay (variable cart)");
    const { items, complete } = await client.diagnostics(server.path("main.py"), never);
    expect(complete).toBe(true);
    expect(items.map(({ code }) => code)).toContain("reportOperatorIssue");
    expect(client.capabilities.registrations("textDocument/diagnostic").length).toBeGreaterThan(0);
  }, 120_000);

  test("gives diagnostics unasked to a client that does not ask", async () => {
    await using server = await start({
      diagnostics: "push",
      client_capabilities: { textDocument: { diagnostic: null } },
    });
    const { items, complete } = await server.client.diagnostics(server.path("main.py"), never, 30_000);
    expect(complete).toBe(true);
    expect(items.map(({ code }) => code)).toContain("reportOperatorIssue");
  }, 120_000);
});

describe("bash-language-server", () => {
  const LIB = "#!/bin/bash\ngreet() {\n  local who=$1\n  echo hello $who\n}\n";
  const MAIN = "#!/bin/bash\nsource ./lib.sh\ngreet you\ngreet me\n";
  const start = () =>
    withReal(bashServer(), {
      files: { "lib.sh": LIB, "main.sh": MAIN },
      spec: {
        outside_changes: "reopen",
        needs_open: "the_file",
        ready: { rule: "log", pattern: "BackgroundAnalysis: Completed", timeout_s: 60 },
      },
      more: { languageId: (path) => (path.endsWith(".sh") ? "shellscript" : undefined) },
    });

  test("gives a flat list that becomes a tree, and looks at a changed file only when it is opened anew", async () => {
    await using server = await start();
    const { client } = server;
    expect(await client.whenReady(never)).toBe("ready");
    const symbols = await client.request(documentSymbols, { path: server.path("lib.sh") }, never);
    expect(drawn(symbols)).toBe("function greet (variable who)");
    const greet = at(server, "lib.sh", LIB, "greet");
    expect(brief(await client.request(references, greet, never))).toEqual(["lib.sh 2:1", "main.sh 3:1", "main.sh 4:1"]);
    await writeFile(server.path("main.sh"), MAIN.replace("greet me\n", ""));
    await client.changedOutside([{ path: server.path("main.sh"), kind: "changed" }]);
    for (let tries = 0; tries < 100; tries++) {
      if ((await client.request(references, greet, never)).length === 2) break;
      await Bun.sleep(100); // it reads the file again after a while of its own
    }
    expect(brief(await client.request(references, greet, never))).toEqual(["lib.sh 2:1", "main.sh 3:1"]);
  }, 120_000);
});
