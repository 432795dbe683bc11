/** The index of real files in a real database, changed in every way that files change. */
import { expect, test } from "bun:test";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Indexer } from "../../src/index/indexer.ts";
import { LANGUAGES } from "../../src/language/_builtin.gen.ts";
import { Catalog } from "../../src/language/catalog.ts";
import { openIndexWriter } from "../../src/store/index-database.ts";
import { parseFile } from "../../src/syntax/parser.ts";
import { indexDump } from "../fixture/index-dump.ts";
import { projectAt } from "../fixture/project.ts";
import { tmp } from "../fixture/tmp.ts";

const signal = new AbortController().signal;
const catalog = new Catalog(LANGUAGES);

async function indexed(root: string, data: string) {
  const writer = openIndexWriter(data, "test")!;
  const project = await projectAt(root);
  let parsed = 0;
  const indexer = new Indexer({
    project,
    database: writer.database,
    parse: (_, dialect, text) => {
      parsed++;
      return parseFile({ ...dialect, text, occurrences: true, timeLimit: 20_000 }, catalog);
    },
  });
  return { writer, indexer, parses: () => parsed, [Symbol.dispose]: () => writer[Symbol.dispose]() };
}

async function freshDump(root: string): Promise<string> {
  await using data = await tmp();
  using fresh = await indexed(root, data.path);
  await fresh.indexer.scan(signal);
  return indexDump(fresh.writer.database);
}

test("a refresh of a changed file gives the index that a fresh scan gives", async () => {
  await using project = await tmp({
    "src/a.ts": "import { b } from './b';\nexport function a() { return b(); }\n",
    "src/b.ts": "export const b = () => 1;\n",
    "README.md": "# Hello\n\nWorld\n",
    "bin.dat": new Uint8Array([0, 1, 2, 0]),
  });
  await using data = await tmp();
  using index = await indexed(project.path, data.path);
  await index.indexer.scan(signal);
  writeFileSync(join(project.path, "src/b.ts"), "export const bb = () => 2;\n");
  await index.indexer.refresh(["src/b.ts"], signal);
  expect(indexDump(index.writer.database)).toBe(await freshDump(project.path));
});

test("a text that was read before is not parsed again: after a rename, a copy, and a change back", async () => {
  await using project = await tmp({ "src/a.ts": "export const a = 1;\n", "src/b.ts": "export const b = 1;\n" });
  await using data = await tmp();
  using index = await indexed(project.path, data.path);
  await index.indexer.scan(signal);
  expect(index.parses()).toBe(2);
  renameSync(join(project.path, "src"), join(project.path, "lib"));
  await index.indexer.refresh(["src", "lib"], signal);
  writeFileSync(join(project.path, "lib/a.ts"), "export const b = 1;\n");
  await index.indexer.refresh(["lib/a.ts"], signal);
  writeFileSync(join(project.path, "lib/a.ts"), "export const a = 1;\n");
  await index.indexer.refresh(["lib/a.ts"], signal);
  expect(index.parses()).toBe(2);
  expect(indexDump(index.writer.database)).toBe(await freshDump(project.path));
});
