/** Results in every shape that the protocol allows, and some that servers send all the same. */
import { describe, expect, test } from "bun:test";
import { type Encoding, fromUnits, Positions, toUnits } from "../../src/lsp/position.ts";
import {
  declaration,
  definition,
  hover,
  incomingCalls,
  outgoingCalls,
  prepareCallHierarchy,
  prepareRename,
  references,
  rename,
} from "../../src/lsp/request.ts";
import { hoverOf, places, renameableOf, ShapeError, withoutDeclaration } from "../../src/lsp/result.ts";
import { documentSymbolsOf, foundSymbolsOf, nameCleaner, type ServerSymbol } from "../../src/lsp/symbols.ts";
import { toPath, toUri } from "../../src/lsp/uri.ts";
import { fileChangesOf } from "../../src/lsp/workspace-edit.ts";
import { faultOf, never, withFake } from "../fixture/language-client.ts";

const A = "file:///p/a.ts";
const texts: Record<string, string> = { "/p/a.ts": 'const tag = "🚀🚀"; export const fuel = 雪;\r\nnext\n' };
const positions = (encoding: Encoding = "utf-16") => new Positions(encoding, async (path) => texts[path]);
const raw = (line: number, from: number, to: number) => ({
  start: { line, character: from },
  end: { line, character: to },
});
const ours = (line: number, from: number, to: number) => ({ start: { line, column: from }, end: { line, column: to } });
const same = (name: string) => name;

describe("places", () => {
  const range = raw(1, 0, 4);
  const place = { uri: A, path: "/p/a.ts", range: ours(2, 1, 5) };

  test("come as one, as a list, as links, or as nothing", async () => {
    const link = { targetUri: A, targetRange: raw(0, 0, 9), targetSelectionRange: range, originSelectionRange: range };
    expect(await places({ uri: A, range }, positions())).toEqual([place]);
    expect(await places([{ uri: A, range }], positions())).toEqual([place]);
    expect(await places([link], positions())).toEqual([{ ...place, range: ours(1, 1, 10), nameRange: ours(2, 1, 5) }]);
    expect(await places(link, positions())).toHaveLength(1);
    expect(await places(null, positions())).toEqual([]);
    expect(await places(undefined, positions())).toEqual([]);
  });

  test("that are said twice are given once; those that are no files keep their address", async () => {
    const inside = { uri: "jdt://contents/java.base/String.class?=x", range };
    const found = await places([{ uri: A, range }, inside, { uri: A, range }], positions());
    expect(found).toEqual([place, { uri: inside.uri, path: undefined, range: ours(2, 1, 5) }]);
  });

  test("of no shape are a fault", async () => {
    for (const wrong of [7, "x", {}, [{ uri: A }], [{ range }], [{ uri: A, range: { start: { line: 1 } } }], [null]]) {
      expect(await faultOf(places(wrong, positions()))).toBeInstanceOf(ShapeError);
    }
  });

  test("of references leave out the declaration, wherever the server put it", async () => {
    const found = await places(
      [
        { uri: A, range: raw(0, 33, 37) },
        { uri: A, range },
        { uri: "file:///p/b.ts", range: raw(0, 33, 37) },
      ],
      positions(),
    );
    expect(
      withoutDeclaration(found, "/p/a.ts", ours(1, 34, 38)).map(({ path, range }) => [path, range.start.line]),
    ).toEqual([
      ["/p/a.ts", 2],
      ["/p/b.ts", 1],
    ]);
  });
});

describe("addresses", () => {
  test("are told apart by the path alone, however they are escaped", () => {
    const path = "/p/a b/ä#?%.ts";
    expect(toPath(toUri(path))).toBe(path);
    expect(toPath("file:///p/a%20b/%C3%A4%23%3F%25.ts")).toBe(path);
    expect(toPath("file:///p/a b/ä%23%3f%25.ts")).toBe(path);
    expect(toPath("FILE:///p/%28x%29.ts")).toBe("/p/(x).ts");
  });

  test("of other kinds and of other machines are no path", () => {
    for (const uri of ["jdt://x", "untitled:Untitled-1", "file://server/share/a", "file:///a%2Fb"])
      expect(toPath(uri)).toBeUndefined();
  });
});

describe("columns", () => {
  const line = 'const tag = "🚀🚀"; export const fuel';

  test("H15 of a name behind letters of several units are right in each encoding", () => {
    const units = line.indexOf("fuel");
    expect(units).toBe(33);
    const told: Record<Encoding, number> = { "utf-8": 37, "utf-16": 33, "utf-32": 31 };
    for (const [encoding, character] of Object.entries(told) as [Encoding, number][]) {
      expect(fromUnits(line, units, encoding)).toBe(character);
      expect(toUnits(line, character, encoding)).toBe(units);
    }
  });

  test("beyond the end of a line mean its end", () => {
    for (const encoding of ["utf-8", "utf-16", "utf-32"] as const) expect(toUnits("a🚀", 9_999, encoding)).toBe(3);
  });

  test("are turned with the text of the file that they are in", async () => {
    for (const [encoding, at] of [
      ["utf-8", 37],
      ["utf-16", 33],
      ["utf-32", 31],
    ] as const) {
      expect(await positions(encoding).toServer("/p/a.ts", { line: 1, column: 34 })).toEqual({
        line: 0,
        character: at,
      });
      expect(
        await positions(encoding).rangeFromServer("/p/a.ts", {
          start: { line: 0, character: at },
          end: { line: 1, character: 0 },
        }),
      ).toEqual({
        start: { line: 1, column: 34 },
        end: { line: 2, column: 1 },
      });
    }
  });
});

describe("hovers", () => {
  const text = async (contents: unknown) => (await hoverOf({ contents }, "/p/a.ts", positions()))?.text;

  test("come as markup, as marked strings, as a list of them, or as nothing", async () => {
    expect(await text({ kind: "markdown", value: "**a**" })).toBe("**a**");
    expect(await text("plain")).toBe("plain");
    expect(await text({ language: "ts", value: "const a" })).toBe("```ts\nconst a\n```");
    expect(await text([{ language: "ts", value: "a" }, "", "more"])).toBe("```ts\na\n```\n\nmore");
    for (const nothing of ["", [], { kind: "plaintext", value: "  " }, null, 7])
      expect(await text(nothing)).toBeUndefined();
    expect(await hoverOf(null, "/p/a.ts", positions())).toBeUndefined();
  });
});

describe("what can be renamed", () => {
  test("comes as a range, with a placeholder, as a yes, or as a no", async () => {
    const of = (one: unknown) => renameableOf(one, "/p/a.ts", positions());
    expect(await of(raw(1, 0, 4))).toEqual({ range: ours(2, 1, 5) });
    expect(await of({ range: raw(1, 0, 4), placeholder: "x" })).toEqual({ range: ours(2, 1, 5), placeholder: "x" });
    expect(await of({ defaultBehavior: true })).toEqual({});
    expect(await of({ defaultBehavior: false })).toBeUndefined();
    expect(await of(null)).toBeUndefined();
  });
});

/** `name(child child)`. */
function drawn(symbols: readonly ServerSymbol[]): string {
  return symbols.map(({ name, children }) => name + (children.length > 0 ? `(${drawn(children)})` : "")).join(" ");
}

describe("symbols", () => {
  const flat = (name: string, range: object, containerName?: string, kind = 12) => ({
    name,
    kind,
    location: { uri: A, range },
    ...(containerName !== undefined && { containerName }),
  });
  const lines = (from: number, to: number) => ({
    start: { line: from, character: 0 },
    end: { line: to, character: 0 },
  });
  const of = async (one: unknown, clean = same) => documentSymbolsOf(one, "/p/a.ts", positions(), clean);

  test("in a tree keep it, in the order of the text", async () => {
    const node = (name: string, range: object, children?: object[]) => ({
      name,
      kind: 5,
      range,
      selectionRange: range,
      children,
    });
    const tree = [node("b", lines(5, 9)), node("a", lines(0, 4), [node("z", lines(2, 3)), node("y", lines(1, 2))])];
    expect(drawn(await of(tree))).toBe("a(y z) b");
  });

  test("in a flat list are put into each other by their ranges", async () => {
    const list = [
      flat("inner", lines(2, 3)),
      flat("after", lines(9, 9)),
      flat("Outer", lines(0, 8), undefined, 5),
      flat("method", lines(1, 5)),
    ];
    expect(drawn(await of(list))).toBe("Outer(method(inner)) after");
  });

  test("in a flat list whose ranges are names alone are put into each other by their containers", async () => {
    const list = [
      flat("pkg.User", raw(0, 8, 12)),
      flat("id", raw(1, 2, 4), "pkg.User"),
      flat("pkg.Group", raw(3, 8, 13)),
      flat("id", raw(4, 2, 4), "pkg.Group"),
      flat("lost", raw(5, 0, 4), "nobody"),
    ];
    expect(drawn(await of(list, nameCleaner([{ match: "^.*\\.", replace: "" }])))).toBe("User(id) Group(id) lost");
  });

  test("of the same range do not hold each other", async () => {
    expect(drawn(await of([flat("a", lines(0, 1)), flat("b", lines(0, 1))]))).toBe("a b");
  });

  test("of other files are left out of a flat list", async () => {
    const other = { name: "x", kind: 12, location: { uri: "file:///p/other.ts", range: lines(0, 1) } };
    expect(drawn(await of([other, flat("a", lines(2, 3))]))).toBe("a");
  });

  test("have kinds in words, one line of detail, and names in place of lists of names", async () => {
    const detail = `one line ${"x".repeat(500)}\nand a page`;
    const [symbol, odd] = await of([
      { name: ["a", "b"], kind: 23, detail, range: lines(0, 1), selectionRange: raw(0, 1, 2) },
      { name: "odd", kind: 99, range: lines(2, 3) },
    ]);
    expect(symbol).toMatchObject({ name: "a.b", kind: "struct", nameRange: ours(1, 2, 3) });
    expect(symbol?.detail).toHaveLength(200);
    expect(odd).toMatchObject({ kind: "object", nameRange: odd!.range });
  });

  test("that are none are an empty list; what is no list is a fault", async () => {
    expect(await of(null)).toEqual([]);
    expect(await of([])).toEqual([]);
    for (const wrong of [7, {}, [{ name: "x" }]]) expect(await faultOf(of(wrong))).toBeInstanceOf(ShapeError);
  });

  test("H19 are cleaned by the rules of the spec and by nothing else", async () => {
    const clean = nameCleaner([
      { match: "^\\(\\*?(\\w+)\\)\\.", replace: "" },
      { match: "\\(\\)$", replace: "" },
      { match: "^\\((get|set)\\) ", replace: "" },
    ]);
    expect(["(*Server).Close", "add()", "(get) size", "operator<<", "Box<T>"].map(clean)).toEqual([
      "Close",
      "add",
      "size",
      "operator<<",
      "Box<T>",
    ]);
  });

  test("found in the project may have no range yet", async () => {
    const later = { name: "b", kind: 5, location: { uri: A }, containerName: "pkg" };
    const found = await foundSymbolsOf([flat("a", raw(1, 0, 4), ""), later], positions(), same);
    expect(found).toMatchObject([
      { name: "a", kind: "function", place: { path: "/p/a.ts", range: ours(2, 1, 5) } },
      { name: "b", container: "pkg", place: { uri: A, path: "/p/a.ts" }, raw: later },
    ]);
    expect(found[0]).not.toHaveProperty("container");
  });
});

describe("edits", () => {
  const edit = (from: number, newText: string) => ({ range: raw(1, from, from + 1), newText });
  const of = (one: unknown, encoding?: Encoding) => fileChangesOf(one, positions(encoding));
  const one = { kind: "edit", path: "/p/a.ts", changes: [{ range: ours(2, 2, 3), text: "x" }] };

  test("come as changes by file, as changes of documents, or as both, of which one counts", async () => {
    const changes = { [A]: [edit(1, "x")] };
    const documentChanges = [{ textDocument: { uri: A, version: null }, edits: [edit(1, "x")] }];
    expect(await of({ changes })).toEqual([one] as never);
    expect(await of({ documentChanges })).toEqual([one] as never);
    const versioned = [{ textDocument: { uri: A, version: 3 }, edits: [edit(1, "x")] }];
    expect(await of({ changes, documentChanges: versioned })).toEqual([{ ...one, version: 3 }] as never);
    for (const nothing of [null, undefined, {}, { changes: {} }, { changes: { [A]: [] } }])
      expect(await of(nothing)).toEqual([]);
  });

  test("H88 of texts and of files keep their order", async () => {
    const uri = (name: string) => `file:///p/${name}.ts`;
    const text = (name: string, version = 3) => ({ textDocument: { uri: uri(name), version }, edits: [edit(0, name)] });
    const found = await of({
      documentChanges: [
        text("a"),
        { kind: "rename", oldUri: uri("a"), newUri: uri("b") },
        text("b"),
        { kind: "create", uri: uri("c"), options: { overwrite: true } },
        { kind: "delete", uri: uri("d"), options: { recursive: true, ignoreIfNotExists: true } },
        text("main"),
      ],
    });
    expect(found.map((change) => `${change.kind} ${change.path}`)).toEqual([
      "edit /p/a.ts",
      "rename /p/a.ts",
      "edit /p/b.ts",
      "create /p/c.ts",
      "delete /p/d.ts",
      "edit /p/main.ts",
    ]);
    expect(found[0]).toMatchObject({ version: 3 });
    expect(found[1]).toMatchObject({ to: "/p/b.ts", overwrite: false });
    expect(found[3]).toMatchObject({ overwrite: true });
    expect(found[4]).toMatchObject({ recursive: true, ignoreIfMissing: true });
  });

  test("at one place keep the server's order", async () => {
    const insert = (newText: string, line = 1) => ({ range: raw(line, 2, 2), newText });
    const [found] = await of({ changes: { [A]: [insert("late", 2), insert("1"), insert("2"), insert("3")] } });
    expect(found).toMatchObject({ changes: [{ text: "1" }, { text: "2" }, { text: "3" }, { text: "late" }] });
  });

  test("of a renamed file are read from where its text still stands", async () => {
    const found = await of(
      {
        documentChanges: [
          { kind: "rename", oldUri: A, newUri: "file:///p/new.ts" },
          {
            textDocument: { uri: "file:///p/new.ts", version: null },
            edits: [{ range: raw(0, 37, 41), newText: "burn" }],
          },
        ],
      },
      "utf-8",
    );
    expect(found[1]).toMatchObject({ path: "/p/new.ts", changes: [{ range: ours(1, 34, 38), text: "burn" }] });
  });

  test("of which a part makes no sense are refused whole", async () => {
    const wrong = [
      { changes: { [A]: [{ range: raw(1, 0, 1) }] } },
      { changes: { "jdt://x": [edit(0, "x")] } },
      { documentChanges: [{ kind: "rename", oldUri: A }] },
      { documentChanges: [{ kind: "move", uri: A }] },
      { documentChanges: [{ textDocument: { uri: A }, edits: "all" }] },
    ];
    for (const part of wrong) expect(await faultOf(of(part))).toBeInstanceOf(ShapeError);
    const unread = { changes: { "file:///p/none.ts": [edit(3, "x")] } };
    expect(await faultOf(of(unread, "utf-8"))).toBeInstanceOf(ShapeError);
  });
});

describe("over the wire", () => {
  const line = 'const tag = "🚀🚀"; export const fuel = tag.length;\n';
  const files = { "e.ts": line, "use.ts": 'import { fuel } from "./e";\n' };

  for (const [encoding, character] of [
    ["utf-8", 37],
    ["utf-16", 33],
    ["utf-32", 31],
  ] as const) {
    test(`H15 a server that counts in ${encoding} is asked and understood`, async () => {
      const range = raw(0, character, character + 4);
      await using fake = await withFake(
        {
          encoding,
          capabilities: { textDocumentSync: 1, definitionProvider: true, renameProvider: true },
          replies: {
            "textDocument/definition": { result: { uri: "$root/e.ts", range } },
            "textDocument/rename": { result: { changes: { "$root/e.ts": [{ range, newText: "burn" }] } } },
          },
        },
        { files, spec: { position_encodings: ["utf-8", "utf-32", "utf-16"] } },
      );
      const at = { path: fake.path("e.ts"), position: { line: 1, column: 34 } };
      const [place] = await fake.client.request(definition, at, never);
      expect(place).toMatchObject({ path: at.path, range: ours(1, 34, 38) });
      const [change] = await fake.client.request(rename, { ...at, to: "burn" }, never);
      expect(change).toMatchObject({ path: at.path, changes: [{ range: ours(1, 34, 38), text: "burn" }] });
      const [asked] = await fake.received("textDocument/definition");
      expect(asked?.params?.position).toEqual({ line: 0, character } as never);
      const [{ params } = {}] = await fake.received("initialize");
      expect(params?.capabilities).toMatchObject({ general: { positionEncodings: ["utf-8", "utf-32", "utf-16"] } });
    });
  }

  test("a server that tells its encoding in the old way is understood, and one that tells none counts in UTF-16", async () => {
    const old = { result: { capabilities: {}, offsetEncoding: "utf-8" } };
    await using fake = await withFake({ replies: { initialize: old } });
    expect(fake.client.encoding).toBe("utf-8");
    await using silent = await withFake({});
    expect(silent.client.encoding).toBe("utf-16");
  });

  test("references are always asked for with the declaration", async () => {
    await using fake = await withFake(
      { capabilities: { referencesProvider: {} }, replies: { "textDocument/references": { result: null } } },
      { files },
    );
    const at = { path: fake.path("e.ts"), position: { line: 1, column: 34 } };
    expect(await fake.client.request(references, at, never)).toEqual([]);
    const [asked] = await fake.received("textDocument/references");
    expect(asked?.params?.context).toEqual({ includeDeclaration: true } as never);
  });

  test("calls are asked with the entry as the server gave it, and stand where the caller is", async () => {
    const item = (name: string, file: string) => ({
      name,
      kind: 12,
      uri: `$root/${file}`,
      range: raw(0, 0, 20),
      selectionRange: raw(0, 2, 4),
      data: { secret: name },
    });
    await using fake = await withFake(
      {
        capabilities: { callHierarchyProvider: true, hoverProvider: true },
        replies: {
          "textDocument/prepareCallHierarchy": { result: [item("fuel", "e.ts")] },
          "callHierarchy/incomingCalls": { result: [{ from: item("main", "use.ts"), fromRanges: [raw(0, 5, 6)] }] },
          "callHierarchy/outgoingCalls": { result: null },
          "textDocument/hover": { result: null },
        },
      },
      { files },
    );
    const at = { path: fake.path("e.ts"), position: { line: 1, column: 34 } };
    const [entry] = await fake.client.request(prepareCallHierarchy, at, never);
    expect(entry).toMatchObject({ name: "fuel", kind: "function", place: { path: at.path, nameRange: ours(1, 3, 5) } });
    const [call] = await fake.client.request(incomingCalls, { item: entry! }, never);
    expect(call).toMatchObject({
      item: { name: "main", place: { path: fake.path("use.ts") } },
      ranges: [ours(1, 6, 7)],
    });
    expect(await fake.client.request(outgoingCalls, { item: entry! }, never)).toEqual([]);
    expect(await fake.client.request(hover, at, never)).toBeUndefined();
    const [asked] = await fake.received("callHierarchy/incomingCalls");
    expect(asked?.params?.item).toMatchObject({ data: { secret: "fuel" } });
    const faults = await Promise.all([
      faultOf(fake.client.request(prepareRename, at, never)),
      faultOf(fake.client.request(declaration, at, never)),
    ]);
    expect(faults.map((fault) => (fault as Error).message)).toEqual([
      'Language server "fake" does not support textDocument/prepareRename.',
      'Language server "fake" does not support textDocument/declaration.',
    ]);
  });
});
