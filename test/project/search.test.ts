import { expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { Pattern, type PatternOptions } from "../../src/project/pattern.ts";
import type { Project } from "../../src/project/project.ts";
import { type SearchResult, searchFiles } from "../../src/project/search.ts";
import { projectAt } from "../fixture/project.ts";
import { tmp } from "../fixture/tmp.ts";

interface Search extends Partial<PatternOptions> {
  limit?: number;
  context?: number;
  narrows?: boolean;
  paths?: string[];
}

async function search(project: Project, source: string, options: Search = {}): Promise<SearchResult> {
  const { limit = 1_000, context = 0, narrows = true, mode = "regex", ignoreCase = false, wholeWord = false } = options;
  const signal = AbortSignal.timeout(30_000);
  const paths = options.paths ?? (await project.files.paths(".", { signal }));
  return searchFiles(project.files, paths, new Pattern(source, { mode, ignoreCase, wholeWord }), {
    limit,
    contextLines: context,
    signal,
    narrower: { ...project.narrower, ...(!narrows && { program: undefined }) },
  });
}

const lines = ({ files }: SearchResult) =>
  files.flatMap(({ path, places }) => places.map((at) => `${path}:${at.line}`));

test("H38: a minified bundle comes after sources and is shown in part", async () => {
  const bundle = "function a1(){return 1};".repeat(130_000);
  await using folder = await tmp({ "assets/app.js": bundle, "src/real.ts": "export function a1() {}\n" });
  const project = await projectAt(folder.path);
  const found = await search(project, "a1", { mode: "literal", limit: 1 });
  expect(found.files.map(({ path }) => path)).toEqual(["src/real.ts", "assets/app.js"]);
  expect(lines(found)).toEqual(["src/real.ts:1"]);
  const bundled = await search(project, "a1", { paths: ["assets/app.js"] });
  expect(bundled.files[0]!.places[0]!.text.length).toBeLessThan(400);
});

test("H40: 60 MB are searched in little memory, with the right line and the lines around it", async () => {
  const row = (index: number) => `INSERT INTO t VALUES (${index}, 'some text that fills the row');\n`;
  const rows: string[] = [];
  for (let index = 0, bytes = 0; bytes < 60 * 1024 * 1024; index++) bytes += rows.push(row(index)) && row(index).length;
  rows.splice(rows.length - 9, 0, "-- needle_7\n");
  await using folder = await tmp({ "dump.sql": rows.join("") });
  const project = await projectAt(folder.path);
  const expected = rows.length - 9;
  rows.length = 0;
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss() - before);
  }, 5);
  const startedAt = performance.now();
  const found = await search(project, "needle_\\d", { context: 1 });
  clearInterval(timer);
  expect(lines(found)).toEqual([`dump.sql:${expected}`]);
  expect(found.files[0]!.places[0]).toMatchObject({ column: 4, text: "-- needle_7" });
  expect(found.files[0]!.places[0]!.before[0]).toStartWith("INSERT");
  expect(found.files[0]!.places[0]!.after[0]).toStartWith("INSERT");
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  expect(peak).toBeLessThan(120 * 1024 * 1024);
});

test("a large file gives the same places as its lines do, wherever a window of it ends", async () => {
  const rows = Array.from(
    { length: 110_000 },
    (_, index) => `row ${index} ${index % 9_973 === 0 ? "mark" : "é and more"} x${".".repeat(80)}`,
  );
  await using folder = await tmp({ "large.txt": rows.join("\r\n") });
  const project = await projectAt(folder.path);
  const expected = rows.flatMap((row, index) => (row.includes("mark") ? [`large.txt:${index + 1}`] : []));
  for (const source of ["^row \\d+ mark x\\.+$", "\\bmark\\b", "(?s)mark.x"]) {
    expect(lines(await search(project, source))).toEqual(expected);
  }
  expect(lines(await search(project, "mark", { mode: "literal", wholeWord: true }))).toEqual(expected);
});

test("a line that is longer than a window has true columns, and the answer says what may be missed in it", async () => {
  const line = `${"0123456789".repeat(1_000_000)}needle ${"x".repeat(100)}`;
  await using folder = await tmp({ "one.txt": `first\n${line}\nlast needle\n` });
  const project = await projectAt(folder.path);
  const literal = await search(project, "needle", { mode: "literal" });
  expect(literal.files[0]!.places.map((at) => [at.line, at.column])).toEqual([
    [2, 10_000_001],
    [3, 6],
  ]);
  expect(literal.skipped.inPieces).toBe(0);
  const regex = await search(project, "^0123|need\\w+");
  expect(regex.files[0]!.places.map((at) => [at.line, at.column])).toEqual([
    [2, 1],
    [3, 6],
  ]);
  expect(regex.skipped.inPieces).toBe(1);
});

test("H81: a dot stays in its line; with (?s) a match has its first and last line", async () => {
  await using folder = await tmp({ "g.txt": "BEGIN a END\nmid\nBEGIN b END\n" });
  const project = await projectAt(folder.path);
  expect(lines(await search(project, "BEGIN.*END"))).toEqual(["g.txt:1", "g.txt:3"]);
  const crossing = await search(project, "(?s)BEGIN.*END");
  expect(crossing.files[0]!.places).toMatchObject([{ line: 1, endLine: 3, text: "BEGIN a END\nmid\nBEGIN b END" }]);
});

test("H84: operators are found where they stand, and only there", async () => {
  await using folder = await tmp({ "a.ts": "a?.b\nx !== y\np->q\nn <<= 1\ni++\n" });
  const project = await projectAt(folder.path);
  const found = async (source: string) => lines(await search(project, source, { mode: "literal" }));
  for (const [index, operator] of ["?.", "!==", "->", "<<=", "++"].entries()) {
    expect(await found(operator)).toEqual([`a.ts:${index + 1}`]);
  }
  expect(await found("b")).toEqual(["a.ts:1"]);
});

test("matches end lines as told: a line end belongs to its own line, in both forms (12.3)", async () => {
  await using folder = await tmp({ "lf.txt": "alpha\nbeta\ngamma\n", "crlf.txt": "alpha\r\nbeta\r\n", "none.txt": "" });
  const project = await projectAt(folder.path);
  const ends = async (source: string, path: string) =>
    (await search(project, source, { paths: [path] })).files.flatMap(({ places }) =>
      places.map(({ line, endLine }) => [line, endLine]),
    );
  expect(await ends("alpha\\n", "lf.txt")).toEqual([[1, 1]]);
  expect(await ends("alpha\\nbeta\\n", "lf.txt")).toEqual([[1, 2]]);
  expect(await ends("alpha\\r", "crlf.txt")).toEqual([[1, 1]]);
  expect(await ends("alpha\\r\\n", "crlf.txt")).toEqual([[1, 1]]);
  expect(await ends("^$", "lf.txt")).toEqual([]);
  expect(await ends("^$", "none.txt")).toEqual([]); // it has no line
});

test("a combining mark belongs to the word before it, a superscript digit does not", async () => {
  await using folder = await tmp({ "w.txt": "cafe\u0301\nx\u00b2\ncafe\n" });
  const project = await projectAt(folder.path);
  expect(lines(await search(project, "cafe", { wholeWord: true }))).toEqual(["w.txt:3"]);
  expect(lines(await search(project, "x", { wholeWord: true }))).toEqual(["w.txt:2"]);
});

/** More files than are read without narrowing. */
const CROWD = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`crowd/${index}.txt`, "nothing\n"]));

test("narrowing keeps what a file name, an encoding or a case could hide", async () => {
  const latin = new Uint8Array([
    ...new TextEncoder().encode("caf"),
    0xe9,
    ...new TextEncoder().encode(" 1234 KELVIN\n"),
  ]);
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...new Uint8Array(new Uint16Array([..."café 1234\n"].map((c) => c.charCodeAt(0))).buffer),
  ]);
  await using folder = await tmp({
    ...CROWD,
    "-": "café 1234\n",
    "-e": "café 1234\n",
    "latin.txt": latin,
    "utf16.txt": utf16,
    "sign.txt": "\u212aelvin\n",
    "lone.txt": "one\rcafé 1234\rthree",
  });
  const project = await projectAt(folder.path);
  for (const [source, options] of [
    ["caf. [0-9]{4}", {}],
    ["f\\p{L} \\d+", {}],
    ["[é-ü] 12", {}],
    ["(?:caf|tea).\\s\\d{4}$", {}],
    ["[j-l]elvin", { ignoreCase: true }],
    ["(?i)kelvin", {}],
    ["[\\d-]+ [A-Z.]{4}", {}],
    ["[+--]|é [1]2{1}3", {}],
  ] as [string, Search][]) {
    const [narrow, whole] = [
      await search(project, source, options),
      await search(project, source, { ...options, narrows: false }),
    ];
    expect([source, lines(narrow)]).toEqual([source, lines(whole)]);
    expect([source, whole.total > 0]).toEqual([source, true]);
  }
});

test("a link to a device or out of the project holds nothing up and is not searched", async () => {
  await using outside = await tmp({ "secret.txt": "needle\n" });
  await using folder = await tmp({ ...CROWD, "here.txt": "needle\n" });
  await symlink("/dev/zero", join(folder.path, "zero"));
  await symlink(join(outside.path, "secret.txt"), join(folder.path, "out.txt"));
  await symlink("crowd", join(folder.path, "folder-link"));
  const found = await search(await projectAt(folder.path), "needle");
  expect(lines(found)).toEqual(["here.txt:1"]);
  expect(found.skipped.unreadable).toBe(2); // a link to a folder inside is nothing to read
});
