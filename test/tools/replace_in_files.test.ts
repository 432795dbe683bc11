import { expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { type TestApp, testApp } from "../fixture/app.ts";
import { git } from "../fixture/project.ts";

type Input = Record<string, unknown>;

interface Place {
  id: string;
  line: number;
  end_line: number;
  ambiguous?: boolean;
  before: string[];
  after: string[];
}

interface Body {
  code?: string;
  detail: string;
  hint?: string;
  reason?: string;
  complete?: boolean;
  total: number;
  is_truncated?: boolean;
  answer: {
    listing: { path: string; total: number; places: Place[] }[];
    applied: boolean;
    files: { path: string }[];
  };
}

async function call(shop: TestApp, input: Input): Promise<Body> {
  return (await (await shop.post("/tools/replace_in_files", { mode: "literal", ...input })).json()) as Body;
}

const places = (body: Body) => body.answer.listing.flatMap((file) => file.places);
const ids = (body: Body) => places(body).map(({ id }) => id);

async function contents(shop: TestApp, ...paths: string[]): Promise<string[]> {
  return Promise.all(paths.map((path) => Bun.file(join(shop.project, path)).text()));
}

const FILES = { "b/second.py": "foo()\n", "a/first.py": "foo = 1\nbar = foo\n", "c.py": "other\n" };
const FOO = { needle: "foo", replacement: "qux" };

test("serena.md 12.1: a dry run lists by path, then place, with the same ids each time, and writes nothing", async () => {
  await using shop = await testApp({ files: FILES });
  const first = await call(shop, FOO);
  const numbered = (id: string) => id.replace(/@[0-9a-f]{8}$/, "");
  expect(ids(first).map(numbered)).toEqual(["a/first.py:0", "a/first.py:1", "b/second.py:0"]);
  expect(ids(await call(shop, FOO))).toEqual(ids(first));
  expect(places(first)[1]).toMatchObject({ line: 2, end_line: 2, before: ["bar = foo"], after: ["bar = qux"] });
  expect(first).toMatchObject({ total: 3, is_truncated: false, hint: expect.stringContaining("expected_count 3") });
  expect(await contents(shop, ...Object.keys(FILES))).toEqual(Object.values(FILES));
});

test("serena.md 12.1: of two places in a file the second alone is replaced by its id, said twice or once", async () => {
  await using shop = await testApp({ files: FILES });
  const [, second] = ids(await call(shop, FOO));
  const done = await call(shop, { ...FOO, dry_run: false, occurrence_ids: [second, second] });
  expect(done).toMatchObject({ total: 1, answer: { applied: true, files: [{ path: "a/first.py" }] } });
  expect(await contents(shop, "a/first.py", "b/second.py")).toEqual(["foo = 1\nbar = qux\n", "foo()\n"]);
});

test("serena.md 12.1: the count for all is right or nothing is replaced, and the refusal lists what there is", async () => {
  await using shop = await testApp({ files: FILES });
  const listed = ids(await call(shop, FOO));
  const apply = (expected_count?: number) => call(shop, { ...FOO, dry_run: false, expected_count });
  for (const [count, code] of [
    [2, "ambiguous"],
    [4, "not_found"],
    [undefined, "invalid_arguments"],
  ] as const) {
    const refused = await apply(count);
    expect(refused.code).toBe(code);
    for (const id of listed) expect(refused.detail).toContain(id);
    expect(refused.hint).toContain("expected_count 3");
  }
  expect(await contents(shop, "a/first.py", "b/second.py")).toEqual(["foo = 1\nbar = foo\n", "foo()\n"]);
  expect(await apply(3)).toMatchObject({ total: 3 });
  expect(await contents(shop, "a/first.py", "b/second.py")).toEqual(["qux = 1\nbar = qux\n", "qux()\n"]);
});

/** What happens outside between the dry run and the apply, and whether the ids are good for nothing then. */
const DRIFTS: [what: string, then: string, isStale: boolean][] = [
  ["the place is another", "fOo = 1\nbar = foo\n", true],
  ["an earlier place comes, so that the number points at another", "foo\nfoo = 1\nbar = foo\n", true],
  ["a line beside a place is another", "foo = 1\n# new\nbar = foo\n", true],
  ["line ends are others", "foo = 1\r\nbar = foo\r\n", true],
  ["the file is empty", "", true],
  ["lines come far away", `foo = 1\nbar = foo${"\n".repeat(10)}foe\n`, true], // they are beside the second
  ["it is written again as it was", "foo = 1\nbar = foo\n", false],
];

test.each(DRIFTS)(
  "serena.md 4.2: ids are refused together when they are not good any more: %s",
  async (_, then, isStale) => {
    await using shop = await testApp({ files: FILES });
    const occurrence_ids = ids(await call(shop, FOO));
    await Bun.write(join(shop.project, "a/first.py"), then);
    const body = await call(shop, { ...FOO, dry_run: false, occurrence_ids });
    expect(body.code).toBe(isStale ? "stale" : undefined);
    if (!isStale) return;
    expect(await contents(shop, "a/first.py", "b/second.py")).toEqual([then, "foo()\n"]);
    for (const id of ids(await call(shop, FOO))) expect(body.detail).toContain(id); // fresh ones
  },
);

test("serena.md 4.2: equal literals have ids of their own, and edits far away do not touch them", async () => {
  const far = Array.from({ length: 20 }, (_, line) => `row ${line}\n`).join("");
  const text = `x = 1\n${far}x = 1\n`;
  await using shop = await testApp({ files: { "a.txt": text } });
  const input = { needle: "x = 1", replacement: "x = 2" };
  const listed = ids(await call(shop, input));
  expect(new Set(listed.map((id) => id.split("@")[1])).size).toBe(2);
  await Bun.write(join(shop.project, "a.txt"), text.replace("row 10", "row ten"));
  expect((await call(shop, { ...input, dry_run: false, occurrence_ids: [listed[1]] })).code).toBeUndefined();
  expect(await contents(shop, "a.txt")).toEqual([`x = 1\n${far.replace("row 10", "row ten")}x = 2\n`]);
});

test("places that nothing near them tells apart are told by the whole file", async () => {
  const rows = "x\n".repeat(20);
  await using shop = await testApp({ files: { "a.txt": `${rows}${"-\n".repeat(10)}end\n` } });
  const input = { needle: "x", replacement: "y" };
  const listed = ids(await call(shop, input));
  await Bun.write(join(shop.project, "a.txt"), `${rows}${"-\n".repeat(10)}END\n`);
  const apply = (id: string) => call(shop, { ...input, dry_run: false, occurrence_ids: [id] });
  expect((await apply(listed[10]!)).code).toBe("stale");
  expect((await apply(listed[0]!)).code).toBeUndefined(); // the first has nothing above it
});

test("an id stands for what was shown: with another replacement, needle or scope it is refused", async () => {
  await using shop = await testApp({ files: FILES });
  const occurrence_ids = ids(await call(shop, FOO)).slice(0, 1);
  const apply = (input: Input) => call(shop, { ...FOO, dry_run: false, occurrence_ids, ...input });
  for (const input of [{ replacement: "quux" }, { needle: "fo" }, { path: "b" }, { exclude_glob: ["a/**"] }]) {
    const refused = await apply(input);
    expect({ input, code: refused.code }).toEqual({ input, code: "stale" });
  }
  expect((await apply({ path: "./a/" })).code).toBeUndefined();
});

test("an id works as a text shows it, where its path holds a hidden character, and never means two files", async () => {
  const files = { "a\u200b.txt": "foo\n", "b\u200b.txt": "foo\n", "b\\u{200b}.txt": "foo\n" };
  await using shop = await testApp({ files });
  const shown = ids(await call(shop, FOO)).map((id) => id.replace("\u200b", "\\u{200b}"));
  expect(new Set(shown).size).toBe(2);
  const occurrence_ids = [...new Set(shown)];
  expect(await call(shop, { ...FOO, dry_run: false, occurrence_ids })).toMatchObject({ total: 2 });
  expect(await contents(shop, ...Object.keys(files))).toEqual(["qux\n", "foo\n", "qux\n"]);
});

test("ids that are none, no ids, ids in a dry run and a count that is not theirs are refused by their field", async () => {
  await using shop = await testApp({ files: FILES });
  const [id] = ids(await call(shop, FOO));
  for (const input of [
    { dry_run: false, occurrence_ids: ["a/first.py"] },
    { dry_run: false, occurrence_ids: [] },
    { dry_run: true, occurrence_ids: [id] },
    { dry_run: false, occurrence_ids: [id], expected_count: 2 },
  ]) {
    expect(await call(shop, { ...FOO, ...input })).toMatchObject({ code: "invalid_arguments" });
  }
  expect(await contents(shop, "a/first.py")).toEqual(["foo = 1\nbar = foo\n"]);
});

test("serena.md 4.2: a place that may be too wide is marked, refused without a look, and taken by its id", async () => {
  await using shop = await testApp({ files: { "a.txt": "start A\nstart B\nend\n", "b.txt": "start C\nend\n" } });
  const input = { needle: "(?s)start.*?end", replacement: "x", mode: "regex" };
  const listed = await call(shop, input);
  expect(places(listed).map(({ ambiguous }) => ambiguous ?? false)).toEqual([true, false]);
  const refused = await call(shop, { ...input, dry_run: false, expected_count: 2 });
  expect([refused.code, refused.detail]).toEqual(["ambiguous", expect.stringContaining("matches again inside")]);
  expect((await call(shop, { ...input, dry_run: false, occurrence_ids: ids(listed) })).code).toBeUndefined();
  expect(await contents(shop, "a.txt", "b.txt")).toEqual(["x\n", "x\n"]);
});

/** The lines of one place as they are listed. */
const SHOWN: [what: string, text: string, input: Input, before: string[], after: string[]][] = [
  ["one line", "a\nb\nc\n", { needle: "b", replacement: "d" }, ["b"], ["d"]],
  ["what stays at both ends is left out", "a\nb\nc\n", { needle: "a\nb\nc", replacement: "a\nd\nc" }, ["b"], ["d"]],
  ["lines that go", "a\nb\nc\n", { needle: "b\n", replacement: "" }, ["b"], []],
  ["lines that come", "a\nb\n", { needle: "a\n", replacement: "a\nx\n" }, [], ["x"]],
  ["a line that is joined", "a\nb\nc", { needle: "a\n", replacement: "a, " }, ["a", "b"], ["a, b"]],
  ["an empty line that comes", "a\nb\n", { needle: "a", replacement: "" }, ["a"], [""]],
  ["a line that is split, with returns", "a b\r\nc\r\n", { needle: " ", replacement: "\n" }, ["a b"], ["a", "b"]],
  [
    "long runs",
    `${"a\n".repeat(9)}end`,
    { needle: "(a\\n)+", replacement: "b\n", mode: "regex" },
    [..."aaaaa", "… 4 more lines"],
    ["b"],
  ],
];

test.each(SHOWN)("a place is shown as the lines that go and come: %s", async (_, text, input, before, after) => {
  await using shop = await testApp({ files: { "a.txt": text } });
  const [place] = places(await call(shop, input));
  expect([place!.before, place!.after]).toEqual([before, after]);
});

test("H38: of a line that is very long the part around the place is shown", async () => {
  const long = "x".repeat(50_000);
  await using shop = await testApp({ files: { "a.txt": `${long}needle${long}\n` } });
  const [place] = places(await call(shop, { needle: "needle", replacement: "thread" }));
  expect(place!.before[0]).toContain("xneedlex");
  expect(place!.after[0]).toContain("xthreadx");
  expect(JSON.stringify(place).length).toBeLessThan(1_000);
});

test("ignored, secret and binary files are passed over; those that may hold the needle are counted", async () => {
  await using shop = await testApp({
    files: {
      ".gitignore": "out/\n",
      "out/a.txt": "foo\n",
      "a.txt": "foo\n",
      ".env": "foo=1\n",
      "b.bin": new Uint8Array([0, ...Buffer.from("foo")]),
      "c.bin": new Uint8Array([0, 1, 2]),
    },
  });
  git(shop.project, "init", "-q");
  const listed = await call(shop, FOO);
  expect(ids(listed)).toEqual([expect.stringMatching(/^a\.txt:0@/)]);
  expect(listed).toMatchObject({
    complete: false,
    reason: "files passed over: 1 that hold secrets by name, 1 binary that may hold the needle",
  });
  expect(await call(shop, { ...FOO, path: "out", dry_run: false, expected_count: 1 })).toMatchObject({ total: 1 });
  expect(await contents(shop, "out/a.txt", "a.txt", ".env")).toEqual(["qux\n", "foo\n", "foo=1\n"]);
});

test("a file that a link leads to is changed once, under its own name", async () => {
  await using shop = await testApp({ files: { "a.txt": "foo\n" } });
  await symlink("a.txt", join(shop.project, "alias.txt"));
  expect(await call(shop, { ...FOO, dry_run: false, expected_count: 1 })).toMatchObject({ total: 1 });
  expect(await contents(shop, "a.txt", "alias.txt")).toEqual(["qux\n", "qux\n"]);
});

test("H86: a scope means the same however it is spelt, and globs narrow it as they do for a search", async () => {
  const files = { "src/a.ts": "foo\n", "src/[id]/b.ts": "foo\n", "src/a.test.ts": "foo\n", "c.ts": "foo\n" };
  await using shop = await testApp({ files });
  const found = async (input: Input) => (await call(shop, { ...FOO, ...input })).answer.listing.map(({ path }) => path);
  const src = await found({ path: "src" });
  expect(src).toEqual(["src/[id]/b.ts", "src/a.test.ts", "src/a.ts"]);
  for (const path of ["src/", "./src", `${shop.project}/src`]) expect(await found({ path })).toEqual(src);
  expect(await found({ include_glob: ["src/**"] })).toEqual(src);
  expect(await found({ include_glob: ["*.ts", "!**/*.test.ts"], exclude_glob: ["c.*"] })).toEqual([
    "src/[id]/b.ts",
    "src/a.ts",
  ]);
  expect(await found({ include_glob: ["src/[id]/**"] })).toEqual(["src/[id]/b.ts"]);
});

test("H69: with thousands of places the answer stays within its budget and says how many there are", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, file) => [`f${file}.ts`, "const state = next_state;\n".repeat(100)]),
  );
  await using shop = await testApp({ files });
  const input = { needle: "next_state", replacement: "x" };
  const stages = new Set<string>();
  for (const max_answer_chars of [500, 1_500, 20_000, 400_000]) {
    const body = (await call(shop, { ...input, max_answer_chars })) as Body & { detail: string };
    expect(JSON.stringify(body).length).toBeLessThanOrEqual(max_answer_chars);
    expect(body).toMatchObject({ total: 4_000, is_truncated: true });
    stages.add(body.detail);
  }
  expect([...stages]).toEqual(["counts", "files", "full"]);
  const refused = await call(shop, { ...input, dry_run: false, expected_count: 1 });
  expect(refused.code).toBe("ambiguous");
  expect(refused.detail.length).toBeLessThan(7_000);
  expect(refused.detail).toContain("f0.ts: 100");
  expect(await call(shop, { ...input, dry_run: false, expected_count: 4_000 })).toMatchObject({ total: 4_000 });
}, 60_000);

test("more places than are counted, and more files than one change takes, are refused and never replaced in part", async () => {
  await using shop = await testApp({ files: { "a.txt": "x".repeat(30_000) } });
  const input = { needle: "x", replacement: "y" };
  expect(await call(shop, input)).toMatchObject({ complete: false, reason: "counting stopped at 20000 places" });
  expect(await call(shop, { ...input, dry_run: false, expected_count: 20_000 })).toMatchObject({ code: "too_large" });
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, file) => [`f${file}.txt`, "x"]));
  await using wide = await testApp({ files: many });
  expect(await call(wide, { ...input, dry_run: false, expected_count: 1_001 })).toMatchObject({ code: "too_large" });
  expect(await contents(wide, "f0.txt")).toEqual(["x"]);
}, 60_000);

test("a file that would break its grammar keeps all the others as they are", async () => {
  await using shop = await testApp({ files: { "a.txt": "}\n", "b.ts": "function f() {}\n" } });
  const refused = await call(shop, { needle: "}", replacement: "", dry_run: false, expected_count: 2 });
  expect(refused.code).toBe("refused");
  expect(await contents(shop, "a.txt", "b.ts")).toEqual(["}\n", "function f() {}\n"]);
});

test("nothing found is no error in a dry run and says where it looked; it is one when it should be replaced", async () => {
  await using shop = await testApp({ files: FILES });
  const none = { needle: "zzz", replacement: "" };
  expect(await call(shop, none)).toMatchObject({ total: 0, hint: expect.stringContaining("None of 3 files holds it") });
  expect(await call(shop, { ...none, dry_run: false, expected_count: 1 })).toMatchObject({ code: "not_found" });
});
