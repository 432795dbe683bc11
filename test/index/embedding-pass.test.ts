/** What gets a vector, when, and when it goes. */
import { beforeEach, describe, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Embedder } from "../../src/embed/embedder.ts";
import { readEmbeddingState } from "../../src/index/embedding-state.ts";
import { IndexInfo } from "../../src/store/index-info.ts";
import { passOver, vectorDisagreement, vectorDump } from "../fixture/embedded.ts";
import { IndexedProject } from "../fixture/indexed.ts";
import { git, projectAt } from "../fixture/project.ts";
import { TinyEmbedder } from "../fixture/tiny-embedder.ts";

const never = new AbortController().signal;
const long = (name: string) =>
  Array.from(
    { length: 40 },
    (_, at) => `export function ${name}${at}(value: number) {\n  return value * ${at};\n}\n`,
  ).join("\n");

let tiny: TinyEmbedder;
beforeEach(() => {
  tiny = new TinyEmbedder();
});

async function indexed(files: Record<string, string>, options = {}): Promise<IndexedProject> {
  const index = await IndexedProject.of(files, options);
  await index.scan();
  return index;
}

/** One pass as a new process begins it; what it leaves must fit together. */
async function embed({ root, database }: IndexedProject, embedder: Embedder = tiny, settings = {}, signal = never) {
  try {
    await passOver(await projectAt(root, settings), database, embedder).run(signal);
  } finally {
    expect(vectorDisagreement(database)).toBeUndefined();
  }
}

const state = ({ database }: IndexedProject) => readEmbeddingState(new IndexInfo(database));
const missing = ({ database }: IndexedProject) =>
  vectorDump(database)
    .split("\n")
    .filter((line) => line.endsWith(" none"));
const pathsSeen = () => [...new Set(tiny.seen.map(({ path }) => path))];

describe("a pass", () => {
  test("gives every chunk of every file one vector, of its path and text", async () => {
    await using index = await indexed({ "src/a.ts": long("a"), "src/b.ts": long("b"), "docs/c.md": "# One\n\ntwo\n" });
    await embed(index);
    expect(missing(index)).toEqual([]);
    const { total, done, refused, generation, model, dimensions } = state(index);
    expect({ total, done, refused, model, dimensions }).toEqual({
      total: tiny.seen.length,
      done: tiny.seen.length,
      refused: 0,
      model: "tiny 32",
      dimensions: 32,
    });
    expect(generation).toBe(new IndexInfo(index.database).generation);
    for (const { path, text } of tiny.seen) expect(await Bun.file(join(index.root, path)).text()).toContain(text);
    expect(pathsSeen()).toEqual(["docs/c.md", "src/a.ts", "src/b.ts"]);
  });

  test("embeds nothing twice, in this process or the next", async () => {
    await using index = await indexed({ "a.ts": long("a") });
    await embed(index);
    const count = tiny.seen.length;
    await embed(index);
    await index.scan();
    await embed(index);
    expect(tiny.seen).toHaveLength(count);
  });

  test("embeds after a change only the texts that are new", async () => {
    await using index = await indexed({ "a.ts": long("a") });
    await embed(index);
    tiny.seen.length = 0;
    const changed = long("a").replace("value * 39", "value * 3900");
    await index.write("a.ts", changed);
    await embed(index);
    expect(tiny.seen).toHaveLength(1);
    expect(tiny.seen[0]!.text).toContain("value * 3900");
    expect(missing(index)).toEqual([]);
    await using fresh = await IndexedProject.of({ "a.ts": changed });
    await fresh.scan();
    await embed(fresh, new TinyEmbedder());
    expect(vectorDump(index.database)).toBe(vectorDump(fresh.database));
  });

  test("gives files with one content vectors of their own, and equal chunks of a file one", async () => {
    const licence = `${"// word\n".repeat(180)}`;
    await using index = await indexed({
      "a/one.ts": "let a = 1;\n",
      "b/two.ts": "let a = 1;\n",
      "c.txt": licence + licence,
    });
    await embed(index);
    expect(tiny.seen.map(({ path }) => path).filter((path) => path.endsWith(".ts"))).toEqual(["a/one.ts", "b/two.ts"]);
    const lines = vectorDump(index.database).split("\n");
    expect(lines[0]!.split(" ").at(-1)).not.toBe(lines[1]!.split(" ").at(-1)!);
    expect(new Set(tiny.seen.map(({ path, text }) => path + text)).size).toBe(tiny.seen.length);
    expect(missing(index)).toEqual([]);
  });

  test("a switch of branches and back embeds only what is new there", async () => {
    await using index = await indexed({ "x.ts": long("x"), "y.ts": long("y") });
    git(index.root, "init", "-q");
    git(index.root, "add", "-A");
    git(index.root, "commit", "-q", "-m", "one");
    await index.scan();
    await embed(index);
    git(index.root, "checkout", "-q", "-b", "next");
    writeFileSync(join(index.root, "x.ts"), long("other"));
    rmSync(join(index.root, "y.ts"));
    git(index.root, "commit", "-q", "-a", "-m", "two");
    await index.scan();
    await embed(index);
    const before = tiny.seen.length;
    const first = vectorDump(index.database);
    for (const branch of ["main", "next", "main", "next"]) {
      git(index.root, "checkout", "-q", branch);
      await index.scan();
      expect(missing(index)).toEqual([]);
      await embed(index);
    }
    expect(tiny.seen).toHaveLength(before);
    expect(vectorDump(index.database)).toBe(first);
  });

  test("H35: of a file that went, and whose content is kept no longer, no document and no vector stays", async () => {
    await using index = await indexed({ "gone.ts": long("ghost"), "stay.ts": long("stay") }, { contentsKept: 0 });
    await embed(index);
    const before = index.column("SELECT id FROM documents").length;
    rmSync(join(index.root, "gone.ts"));
    for (let at = 0; at < 3; at++) {
      await index.write("stay.ts", long(`stay${at}`));
      await index.scan();
    }
    await embed(index);
    expect(index.column("SELECT DISTINCT path FROM documents")).toEqual(["stay.ts"]);
    expect(index.column("SELECT count(*) FROM gone_documents")).toEqual([0]);
    expect(index.column("SELECT count FROM vector_info")).toEqual(index.column("SELECT count(*) FROM documents"));
    expect(index.column("SELECT id FROM documents").length).toBeLessThan(before * 2);
  });

  test("H93: nothing empty is embedded, and the index is whole", async () => {
    await using index = await indexed({
      "empty.ts": "",
      "blank.ts": " \n\t\n  ",
      "comment.ts": "// only a comment\n",
      "marks.txt": "+++ --- ...\n",
    });
    await embed(index);
    expect(tiny.seen.map(({ path }) => path)).toEqual(["comment.ts", "marks.txt"]);
    for (const { text } of tiny.seen) expect(text.trim()).not.toBe("");
    expect(index.paths).toHaveLength(4);
    expect(state(index)).toMatchObject({ total: 2, done: 2, generation: new IndexInfo(index.database).generation });
  });

  test("what is no vector is not stored, with the reason, and tried again by the next process", async () => {
    await using index = await indexed({
      "a.ts": "let a;\n",
      "b.ts": "let b;\n",
      "c.ts": "let c;\n",
      "d.ts": "let d;\n",
    });
    const bad = Object.create(tiny, {
      passages: {
        value: async () => [
          new Float32Array(32).fill(Number.NaN),
          { refused: "too long" },
          undefined,
          new Float32Array(31).fill(1),
        ],
      },
    }) as Embedder;
    await embed(index, bad);
    expect(index.column("SELECT fault FROM documents ORDER BY path")).toEqual([
      "its number 1 is NaN",
      "too long",
      "it has no words",
      "it has 31 numbers, not 32",
    ]);
    expect(state(index)).toMatchObject({ total: 4, done: 4, refused: 4 });
    await embed(index);
    expect(pathsSeen()).toEqual(["a.ts", "b.ts", "d.ts"]);
    expect(state(index)).toMatchObject({ total: 4, done: 4, refused: 1 });
  });

  test("files whose names say that they hold secrets are not embedded, even where the settings let them be read", async () => {
    const settings = { read_secret_files: true };
    await using index = await IndexedProject.of({
      ".env": "PASSWORD=swordfish\n",
      "deploy/id_rsa": "hush hush\n",
      "a.ts": "let a;\n",
    });
    await index.open(settings);
    await index.scan();
    expect(index.reasons).toEqual({});
    await embed(index, tiny, settings);
    expect(pathsSeen()).toEqual(["a.ts"]);
    expect(state(index)).toMatchObject({ total: 3, done: 3, refused: 2 });
  });

  test("a text that is no longer what was indexed is not embedded; the one that the index gets to know is", async () => {
    await using index = await indexed({ "a.ts": long("old"), "b.ts": long("b") });
    writeFileSync(join(index.root, "a.ts"), long("new"));
    rmSync(join(index.root, "b.ts"));
    await embed(index);
    expect(tiny.seen).toEqual([]);
    expect(state(index)).toMatchObject({ done: 0, generation: undefined });
    await index.scan();
    await embed(index);
    expect(tiny.seen.every(({ path, text }) => path === "a.ts" && text.includes("new"))).toBe(true);
    expect(missing(index)).toEqual([]);
  });

  test("files that change while it works are embedded in the same run, and texts of old ones under no wrong name", async () => {
    await using index = await indexed({ "a.ts": long("a"), "b.ts": long("b"), "c.ts": long("c") }, { contentsKept: 0 });
    let changes = 0;
    tiny.before = async () => {
      if (changes++ > 3) return;
      await index.write("a.ts", long(`change${changes}`));
      await index.scan();
    };
    await embed(index);
    expect(changes).toBeGreaterThan(4);
    expect(missing(index)).toEqual([]);
    await using fresh = await IndexedProject.of({ "a.ts": long("change4"), "b.ts": long("b"), "c.ts": long("c") });
    await fresh.scan();
    await embed(fresh, new TinyEmbedder());
    expect(vectorDump(index.database)).toBe(vectorDump(fresh.database));
  });

  test("one that is stopped keeps what it did, and the next goes on from there", async () => {
    await using index = await indexed(
      Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}.ts`, long(`f${at}`)])),
    );
    const stop = new AbortController();
    tiny.before = () => {
      if (tiny.seen.length >= 40) stop.abort(new Error("stop"));
    };
    expect(embed(index, tiny, {}, stop.signal)).rejects.toThrow("stop");
    await embed(index, tiny, {}, stop.signal).catch(() => undefined);
    const { done, total } = state(index);
    expect(done).toBe(40);
    expect(vectorDisagreement(index.database)).toBeUndefined();
    tiny.before = () => undefined;
    await embed(index);
    expect(tiny.seen).toHaveLength(total);
    expect(missing(index)).toEqual([]);
  });
});

describe("another model", () => {
  test.each([
    ["of other dimensions", { dimensions: 48 }],
    ["of the same dimensions", { id: "other" }],
  ])("H91: one %s makes all vectors anew and mixes nothing", async (_, change) => {
    await using index = await indexed({ "a.ts": long("a"), "b.ts": long("b") });
    await embed(index);
    const other = new TinyEmbedder(change);
    await embed(index, other);
    expect(other.seen).toHaveLength(tiny.seen.length);
    expect(state(index)).toMatchObject({ model: other.id, dimensions: other.dimensions, done: tiny.seen.length });
    expect(index.column("SELECT dimensions FROM vector_info")).toEqual([other.dimensions]);
    await embed(index);
    expect(state(index).model).toBe("tiny 32");
    expect(tiny.seen).toHaveLength(2 * other.seen.length);
  });

  test("vectors that do not fit their documents are made anew", async () => {
    await using index = await indexed({ "a.ts": long("a") });
    await embed(index);
    index.database.run("DELETE FROM documents WHERE id = (SELECT min(id) FROM documents)");
    await embed(index);
    expect(missing(index)).toEqual([]);
  });

  test("where the extension is not there, vectors lie in a plain table", async () => {
    await using index = await indexed({ "a.ts": long("a") });
    await embed(index);
    const { EmbeddingPass } = await import("../../src/index/embedding-pass.ts");
    const without = { isLoaded: false, reason: "not shipped" } as const;
    const pass = new EmbeddingPass(
      { project: await projectAt(index.root), database: index.database, support: without, turn: async () => undefined },
      tiny,
    );
    await pass.run(never);
    expect(index.column("SELECT kind FROM vector_info")).toEqual(["plain"]);
    expect(missing(index)).toEqual([]);
  });
});
