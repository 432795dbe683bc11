/** The law of bulk replacement, with somebody else at work on the same files between the dry run and the apply. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { type TestApp, testApp } from "../fixture/app.ts";

const SEED = 1_130;
const RUNS = 400;
const LINES_AROUND = 3;

let shop: TestApp;
beforeAll(async () => {
  shop = await testApp({ files: { "r/keep.txt": "" } });
});
afterAll(() => shop[Symbol.asyncDispose]());

/** What is replaced, and the same as JavaScript has it over the text as it is on disk. */
interface Needle {
  input: { needle: string; replacement: string; mode: "literal" | "regex" };
  pattern: RegExp;
  written(match: RegExpExecArray): string;
}

const verbatim = (needle: string, replacement: string): Needle => ({
  input: { needle, replacement, mode: "literal" },
  pattern: new RegExp(needle.replace(/[$\\]/g, "\\$&").replaceAll("\n", "(?:\\r\\n|\\n|\\r)"), "g"),
  written: () => replacement,
});

const NEEDLES: readonly Needle[] = [
  verbatim("aa", "b"),
  verbatim("aa", "aaa"),
  verbatim("aba", "$& $1 \\1"),
  verbatim("a\n", "é"),
  verbatim("\na", ""),
  verbatim("a\na", "🚀"),
  verbatim("🚀", "a"),
  verbatim("$!1", "$!1$!1"),
  {
    input: { needle: "(a+)(b?)", replacement: "$!2<$!1>", mode: "regex" },
    pattern: /(a+)(b?)/g,
    written: ([, a, b]) => `${b}<${a}>`,
  },
  {
    input: { needle: "^([^a\\n])", replacement: "$!1a", mode: "regex" },
    pattern: /(?<=^|\n|\r(?!\n))([^a\r\n])/gu,
    written: ([, first]) => `${first}a`,
  },
];

interface ModelPlace {
  start: number;
  end: number;
  written: string;
  /** All that an id stands for: the lines of the place and those around it, where it is in them, and what comes. */
  seen: string;
}

/** The places of a text, found without any of our code. */
function modelPlaces(text: string, { pattern, written }: Needle): ModelPlace[] {
  const rows = text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? [];
  const starts = rows.map((_, index) => rows.slice(0, index).join("").length);
  const rowAt = (offset: number) => starts.findLastIndex((start) => start <= offset);
  return Array.from(text.matchAll(pattern), (match) => {
    const [start, end] = [match.index, match.index + match[0].length];
    const [first, last] = [rowAt(start), rowAt(end - 1)];
    const shown = (from: number, to: number) => rows.slice(Math.max(0, from), to);
    const around = [
      shown(first - LINES_AROUND, first),
      shown(first, last + 1),
      shown(last + 1, last + 1 + LINES_AROUND),
    ];
    const comes = written(match as RegExpExecArray);
    const seen = JSON.stringify([...around, start - starts[first]!, end - starts[last]!, comes]);
    return { start, end, written: comes, seen };
  });
}

function modelReplaced(text: string, places: readonly ModelPlace[]): string {
  return places
    .toReversed()
    .reduce((done, { start, end, written }) => done.slice(0, start) + written + done.slice(end), text);
}

const WORDS = ["a", "aa", "b", "ab", "é", "🚀", "$!1", " ", "c d"];
const row = fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }).map((words) => words.join(""));
const lines = (ends: readonly string[]) =>
  fc.array(fc.tuple(row, fc.constantFrom(...ends)), { maxLength: 14 }).map((rows) => rows.flat().join(""));
/** Runs of equal rows, which nothing near them tells apart. */
const run = fc.tuple(row, fc.integer({ min: 8, max: 12 })).map(([words, count]) => `${words}\n`.repeat(count));
const text = fc
  .tuple(fc.oneof(lines(["\n"]), lines(["\r\n"]), lines(["\n", "\r\n", "\r"]), run), row)
  .map((parts) => parts.join(""));

/** What somebody else does to a file. `at` is a part of it, between 0 and 1. */
const edit = fc.record({
  file: fc.nat(2),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  kind: fc.constantFrom("insert row", "insert word", "delete row", "repeat rows", "append", "delete file", "nothing"),
  word: fc.constantFrom(...WORDS),
});

function editedOutside(
  before: string,
  { at, kind, word }: { at: number; kind: string; word: string },
): string | undefined {
  const rows = before.split("\n");
  const index = Math.floor(at * rows.length);
  switch (kind) {
    case "insert row":
      return rows.toSpliced(index, 0, word).join("\n");
    case "insert word": {
      const offset = Math.floor(at * before.length);
      return `${before.slice(0, offset)}${word}${before.slice(offset)}`.toWellFormed();
    }
    case "delete row":
      return rows.toSpliced(index, 1).join("\n");
    case "repeat rows":
      return [...rows.slice(0, index), ...rows].join("\n");
    case "append":
      return `${before}\n\n\n\n\n${word}`;
    case "delete file":
      return undefined;
    default:
      return before;
  }
}

type Disk = Map<string, string>;

async function write(disk: Disk): Promise<void> {
  await rm(join(shop.project, "r"), { recursive: true, force: true });
  await mkdir(join(shop.project, "r"));
  for (const [path, content] of disk) await Bun.write(join(shop.project, path), content);
}

async function read(disk: Disk): Promise<Disk> {
  const now: Disk = new Map();
  for (const path of disk.keys()) now.set(path, await readFile(join(shop.project, path), "utf8"));
  return now;
}

async function call(input: Record<string, unknown>) {
  const response = await shop.post("/tools/replace_in_files", { path: "r", max_answer_chars: 400_000, ...input });
  return (await response.json()) as {
    code?: string;
    answer: { listing: { path: string; places: { id: string }[] }[] };
  };
}

test("an id never applies to a place that the dry run did not show, and a refused apply changes nothing", async () => {
  const outcomes = { applied: 0, afterEdit: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...NEEDLES),
      fc.array(edit, { maxLength: 2 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
      async (texts, needle, edits, picks) => {
        const shown: Disk = new Map(texts.map((content, index) => [`r/${index}.txt`, content]));
        await write(shown);
        const { listing } = (await call(needle.input)).answer;
        const all = listing.flatMap(({ path, places }) => places.map(({ id }, index) => ({ id, path, index })));
        const wanted = [...shown].flatMap(([path, content]) =>
          modelPlaces(content, needle).map((_, index) => ({ path, index })),
        );
        expect(all.map(({ path, index }) => ({ path, index }))).toEqual(wanted); // shown is what there is
        if (all.length === 0) return;
        const chosen = [...new Set(picks.map((pick) => all[pick % all.length]!))];

        const now: Disk = new Map(shown);
        for (const one of edits) {
          const path = `r/${one.file}.txt`;
          const content = now.get(path);
          const next = content === undefined ? undefined : editedOutside(content, one);
          if (next === undefined) now.delete(path);
          else now.set(path, next);
        }
        await write(now);
        const body = await call({ ...needle.input, dry_run: false, occurrence_ids: chosen.map(({ id }) => id) });
        if (body.code !== undefined) {
          outcomes.refused++;
          expect(body.code).toBe("stale");
          expect(await read(now)).toEqual(now);
          // Ids of files that nobody touched, and that are all there is, are good.
          expect(chosen.some(({ path }) => now.get(path) !== shown.get(path))).toBe(true);
          return;
        }
        outcomes.applied++;
        const expected: Disk = new Map(now);
        for (const path of new Set(chosen.map(({ path }) => path))) {
          const [then, there] = [modelPlaces(shown.get(path)!, needle), modelPlaces(now.get(path)!, needle)];
          const indexes = chosen.filter((one) => one.path === path).map(({ index }) => index);
          for (const index of indexes) {
            expect(there[index]!.seen).toBe(then[index]!.seen);
            const twins = then.filter(({ seen }) => seen === then[index]!.seen).length;
            if (twins > 1) expect(now.get(path)).toBe(shown.get(path)!);
          }
          if (now.get(path) !== shown.get(path)) outcomes.afterEdit++;
          expected.set(
            path,
            modelReplaced(
              now.get(path)!,
              there.filter((_, index) => indexes.includes(index)),
            ),
          );
        }
        expect(await read(now)).toEqual(expected);
      },
    ),
    { seed: SEED, numRuns: RUNS },
  );
  expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(5); // or the law was hardly tried
}, 180_000);
