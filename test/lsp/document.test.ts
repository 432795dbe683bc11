/** Documents in a server, and what others changed on the disk. */
import { describe, expect, test } from "bun:test";
import { rm, writeFile } from "node:fs/promises";
import { documentSymbols } from "../../src/lsp/request.ts";
import { faultOf, type Line, never, type Work, type Working, withFake } from "../fixture/language-client.ts";

const SYNCS = ["textDocument/didOpen", "textDocument/didChange", "textDocument/didSave", "textDocument/didClose"];

/** What was told of documents, in short: `open 1 text`. */
async function told(fake: Working): Promise<string[]> {
  await fake.client.ask("fake/state", {}, never); // all that was sent before has come
  return (await fake.received()).filter(({ method }) => SYNCS.includes(method ?? "")).map(short);
}

function short({ method, params }: Line): string {
  const { textDocument, contentChanges, text } = params as unknown as {
    textDocument: { version?: number; text?: string };
    contentChanges?: { text: string }[];
    text?: string;
  };
  const said = [textDocument.version, textDocument.text ?? contentChanges?.[0]?.text ?? text];
  return [method?.replace("textDocument/did", "").toLowerCase(), ...said]
    .filter((part) => part !== undefined)
    .join(" ");
}

describe("documents", () => {
  const life = async (textDocumentSync: unknown) => {
    await using fake = await withFake({ capabilities: textDocumentSync === undefined ? {} : { textDocumentSync } });
    const path = fake.path("a.ts");
    const { documents } = fake.client;
    await documents.open(path, "one");
    await documents.open(path, "one");
    await documents.open(path, "two");
    await documents.save(path);
    await documents.close(path);
    await documents.close(path);
    return await told(fake);
  };

  test("are opened, changed, saved and closed with versions that grow; the same text again is no change", async () => {
    expect(await life(1)).toEqual(["open 1 one", "change 2 two", "save", "close"]);
    expect(await life(2)).toEqual(["open 1 one", "change 2 two", "save", "close"]);
    expect(await life(undefined)).toEqual(["open 1 one", "change 2 two", "save", "close"]);
  });

  test("are told as the server wants to be told of them", async () => {
    expect(await life({ openClose: true, change: 2 })).toEqual(["open 1 one", "change 2 two", "close"]);
    expect(await life({ openClose: true, change: 1, save: { includeText: true } })).toEqual([
      "open 1 one",
      "change 2 two",
      "save two",
      "close",
    ]);
    expect(await life({ openClose: true, change: 0 })).toEqual(["open 1 one", "close", "open 2 two", "close"]);
    expect(await life(0)).toEqual([]);
  });

  test("that are opened again get a version that they never had", async () => {
    await using fake = await withFake({});
    const path = fake.path("a.ts");
    await fake.client.documents.open(path, "one");
    await fake.client.documents.reopen(path, "two");
    await fake.client.documents.close(path);
    await fake.client.documents.open(path, "three");
    expect(await told(fake)).toEqual(["open 1 one", "close", "open 2 two", "close", "open 3 three"]);
  });

  test("longest unused are closed first", async () => {
    await using fake = await withFake({});
    const { documents } = fake.client;
    const paths = ["a.ts", "b.ts", "c.ts"].map((name) => fake.path(name));
    for (const path of paths) await documents.open(path, "x");
    await documents.open(paths[0]!, "x");
    await documents.closeAllBut(2);
    expect(documents.paths).toEqual([paths[2]!, paths[0]!]);
  });

  test("that a question is about are opened first, so that no server is asked of a file it does not have", async () => {
    await using fake = await withFake(
      {
        capabilities: { documentSymbolProvider: {}, textDocumentSync: 1 },
        replies: { "textDocument/documentSymbol": { result: [] } },
      },
      { files: { "a.ts": "text" } },
    );
    await fake.client.request(documentSymbols, { path: fake.path("a.ts") }, never);
    const methods = (await fake.received()).map(({ method }) => method);
    expect(methods.indexOf("textDocument/didOpen")).toBeLessThan(methods.indexOf("textDocument/documentSymbol"));
    expect(methods).toContain("textDocument/didOpen");
    const fault = await faultOf(fake.client.request(documentSymbols, { path: fake.path("none.ts") }, never));
    expect((fault as Error).message).toContain("none.ts");
    expect(await fake.received("textDocument/documentSymbol")).toHaveLength(1);
  });

  test("with a language id of their own are told by it", async () => {
    const languageId = (path: string) => (path.endsWith(".tsx") ? "typescriptreact" : "typescript");
    await using fake = await withFake({}, { more: { languageId } });
    await fake.client.documents.open(fake.path("a.tsx"), "x");
    await fake.client.ask("fake/state", {}, never);
    const [{ params } = {}] = await fake.received("textDocument/didOpen");
    expect(params?.textDocument).toMatchObject({ languageId: "typescriptreact" });
  });
});

describe("what others changed", () => {
  const files = { "a.ts": "a", "open.ts": "o", "README.md": "r" };
  type Change = [kind: "created" | "changed" | "deleted", name: string];

  /** What the server is told of changes, with `open.ts` open. */
  async function changed(
    outside_changes: "watched_files" | "reopen" | "itself",
    changes: Change[],
    work: Work & { watchers?: object[] } = {},
  ) {
    const registrations = [
      { id: "w", method: "workspace/didChangeWatchedFiles", registerOptions: { watchers: work.watchers } },
    ];
    const ask = { method: "client/registerCapability", params: { registrations } as never };
    const on = work.watchers ? { initialized: [{ ask }, { asked: true }, { notify: { method: "x/done" } }] } : {};
    const fake = await withFake({ on }, { files, spec: { outside_changes }, ...work });
    while (work.watchers && !fake.events.some(({ kind }) => kind === "notification")) await Bun.sleep(5);
    await fake.client.documents.open(fake.path("open.ts"), "o");
    for (const [kind, name] of changes) {
      if (kind === "deleted") await rm(fake.path(name), { force: true });
      else await writeFile(fake.path(name), `${name} new`);
    }
    const untold = await fake.client.changedOutside(changes.map(([kind, name]) => ({ kind, path: fake.path(name) })));
    const documents = (await told(fake)).slice(1);
    const watched = (await fake.received("workspace/didChangeWatchedFiles")).flatMap(
      ({ params }) => params?.changes as unknown as { uri: string; type: number }[],
    );
    await fake[Symbol.asyncDispose]();
    return {
      documents,
      untold,
      watched: watched.map(({ uri, type }) => `${type} ${uri.slice(uri.lastIndexOf("/") + 1)}`),
    };
  }

  test("is told in one notification, of build files too, and open documents get their new text", async () => {
    const changes: Change[] = [
      ["created", "new.ts"],
      ["changed", "open.ts"],
      ["deleted", "a.ts"],
      ["changed", "go.mod"],
    ];
    expect(await changed("watched_files", changes)).toEqual({
      documents: ["change 2 open.ts new"],
      watched: ["1 new.ts", "2 open.ts", "3 a.ts", "2 go.mod"],
      untold: undefined,
    });
  });

  test("is told as far as the server's globs and kinds want it", async () => {
    const watchers = [{ globPattern: "**/*.ts", kind: 1 }, { globPattern: "**/go.mod" }];
    const changes: Change[] = [
      ["created", "new.ts"],
      ["changed", "a.ts"],
      ["changed", "README.md"],
      ["deleted", "go.mod"],
    ];
    expect((await changed("watched_files", changes, { watchers })).watched).toEqual(["1 new.ts", "3 go.mod"]);
  });

  test("is shown by opening and closing to a server that looks at nothing else", async () => {
    const changes: Change[] = [
      ["changed", "a.ts"],
      ["changed", "open.ts"],
      ["changed", "README.md"],
    ];
    expect(await changed("reopen", changes)).toEqual({
      documents: ["close", "open 2 open.ts new", "open 1 a.ts new", "close"],
      watched: [],
      untold: undefined,
    });
  });

  test("is not told to a server that sees it, but for open documents", async () => {
    const changes: Change[] = [
      ["changed", "a.ts"],
      ["changed", "open.ts"],
      ["deleted", "README.md"],
    ];
    expect(await changed("itself", changes)).toEqual({
      documents: ["change 2 open.ts new"],
      watched: [],
      untold: undefined,
    });
  });

  test("H37 closes documents whose file is gone", async () => {
    expect((await changed("watched_files", [["deleted", "open.ts"]])).documents).toEqual(["close"]);
  });

  test("in too many files to show them all is told as such", async () => {
    const changes = Array.from({ length: 210 }, (_, at): Change => ["changed", `f${at}.ts`]);
    const { documents, watched, untold } = await changed("reopen", changes);
    expect(documents).toHaveLength(400);
    expect(watched).toHaveLength(10);
    expect(untold).toBe("210 files changed at once, and it was shown only 200 of them");
  });
});
