import { describe, expect, test } from "bun:test";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Turn } from "../../src/base/turn.ts";
import { ChunkTexts } from "../../src/intent/chunk-texts.ts";
import { Lexicon } from "../../src/intent/lexicon.ts";
import { IndexedProject } from "../fixture/indexed.ts";
import { projectAt } from "../fixture/project.ts";

const body = (at: number, mark: string) =>
  Array.from({ length: 40 }, (_, line) => `const part${at}_${line} = "${mark} ${line}";`).join("\n");
const long = (mark: string, end = "\n") =>
  Array.from({ length: 6 }, (_, at) => `export function f${at}() {\n${body(at, mark)}\n}\n`)
    .join("\n")
    .replaceAll("\n", end);

const FILES = {
  "ascii.ts": long("plain"),
  "crlf.ts": long("plain", "\r\n"),
  "marks.ts": long("größe — 日本語 😀"),
  "marked.ts": `\ufeff${long("plain")}`,
};

async function reading() {
  const index = await IndexedProject.of(FILES);
  await index.scan();
  const lexicon = new Lexicon();
  await lexicon.follow(index.database, new Turn(new AbortController().signal));
  const project = await projectAt(index.root);
  return { index, lexicon, texts: () => new ChunkTexts(project, index.database) };
}

describe("texts of chunks", () => {
  test("are those of the disk, whatever their characters, with the lines where they stand", async () => {
    const { index, lexicon, texts } = await reading();
    await using _ = index;
    for (const [path, written] of Object.entries(FILES)) {
      const file = lexicon.byPath.get(path)!;
      expect(file.chunks).toBeGreaterThan(2);
      const text = written.replace("\ufeff", "");
      let whole = "";
      for (let place = 0; place < file.chunks; place++) {
        const found = texts().at(file, place)!;
        expect(texts().textAt(file, place)).toBe(found.text);
        expect(found.startLine).toBe(text.slice(0, text.indexOf(found.text)).split("\n").length);
        expect([found.startLine, found.endLine]).toEqual([found.row.startLine, found.row.endLine]);
        whole += found.text;
      }
      expect(whole).toBe(text);
    }
  });

  test("follow lines that come above them in as many bytes, and are gone when they are moved", async () => {
    const { index, lexicon, texts } = await reading();
    await using _ = index;
    const [file, old] = [lexicon.byPath.get("ascii.ts")!, FILES["ascii.ts"]];
    const before = texts().at(file, 2)!;
    writeFileSync(join(index.root, "ascii.ts"), old.replace("const part0_0 ", "const\npart0\n0 "));
    expect(texts().at(file, 2)).toMatchObject({ text: before.text, startLine: before.startLine + 2 });
    writeFileSync(join(index.root, "ascii.ts"), `// above\n${old}`);
    const moved = texts();
    expect([moved.at(file, 2), moved.textAt(file, 2)]).toEqual([undefined, undefined]);
    expect([...moved.changed]).toEqual(["ascii.ts"]);
  });

  test("of a link in place of the file are those of what it leads to, if that is the same, and none from outside", async () => {
    const { index, lexicon, texts } = await reading();
    await using _ = index;
    await using outside = await IndexedProject.of(FILES);
    const file = lexicon.byPath.get("ascii.ts")!;
    rmSync(join(index.root, "ascii.ts"));
    symlinkSync(join(outside.root, "ascii.ts"), join(index.root, "ascii.ts"));
    expect(texts().textAt(file, 0)).toBeUndefined();
    writeFileSync(join(index.root, "copy.ts"), FILES["ascii.ts"]);
    rmSync(join(index.root, "ascii.ts"));
    symlinkSync("copy.ts", join(index.root, "ascii.ts"));
    expect(texts().textAt(file, 0)).toBeDefined();
  });
});
