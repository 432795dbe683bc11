import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { UserError } from "../../src/base/error.ts";
import { Turn } from "../../src/base/turn.ts";
import { type Occurrence, Replacement, type ReplacementSpec, replacedFile } from "../../src/change/replacement.ts";
import { applyEdits } from "../../src/change/text-edit.ts";
import { searchFiles } from "../../src/project/search.ts";
import { projectAt } from "../fixture/project.ts";
import { tmp } from "../fixture/tmp.ts";

const signal = new AbortController().signal;

function occurrences(text: string, spec: ReplacementSpec): Promise<Occurrence[]> {
  return Array.fromAsync(new Replacement(spec).occurrences(text, new Turn(signal)));
}

/** The text of a file with all places replaced. */
async function replaced(text: string, spec: ReplacementSpec): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const before = { bytes, text, encoding: "utf-8", hasByteOrderMark: false };
  return new TextDecoder().decode(replacedFile("a.txt", before, await occurrences(text, spec)).after);
}

const regex = (needle: string, replacement: string): ReplacementSpec => ({ needle, mode: "regex", replacement });
const literal = (needle: string, replacement: string): ReplacementSpec => ({ needle, mode: "literal", replacement });

async function problem(text: string, spec: ReplacementSpec): Promise<{ code: string; message: string; hint: string }> {
  try {
    await occurrences(text, spec);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { code: error.code, message: error.message, hint: error.hint ?? "" };
  }
  throw new Error("nothing was refused");
}

/** The peer's cases of one text (serena.md 12.1), and ours where its behaviour is a fault (4.1). */
const CASES: [what: string, spec: ReplacementSpec, text: string, result: string][] = [
  ["a wildcard over lines with one place", regex("(?s)start.*?end", "x"), "a\nstart A\nB end\nc", "a\nx\nc"],
  ["line ends and escapes in a literal's new text", literal("old", "\\n \\1 \\\\ \n"), "old", "\\n \\1 \\\\ \n"],
  ["line ends and escapes in an expression's new text", regex("o.d", "\\n \\1 \\\\ \n"), "old", "\\n \\1 \\\\ \n"],
  ["a group on two lines", regex("name=(\\w+)", "id=$!1"), "name=alpha\nname=beta\n", "id=alpha\nid=beta\n"],
  ["the whole match", regex("\\d+", "[$!0]"), "1 22", "[1] [22]"],
  ["a literal does not know groups", literal("old", "$!0 $!1"), "old", "$!0 $!1"],
  ["what only begins like a group", regex("(a)", "$! $!x $!{x} $!1"), "a", "$! $!x $!{x} a"],
  ["H81: the dot stays in its line", regex("BEGIN.*END", "x"), "BEGIN a END\nmid\nBEGIN b END\n", "x\nmid\nx\n"],
  ["a group that took no part", regex("a(b)?(c)?", "<$!1$!2>"), "ac ab a", "<c> <b> <>"],
  ["a group before a digit", regex("(a)", "$!{1}0$!{1}"), "a", "a0a"],
  ["the tenth group", regex("(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)", "$!10"), "abcdefghij", "j"],
  ["groups that change places", regex("(\\w+), (\\w+)", "$!2 $!1"), "Doe, Jane", "Jane Doe"],
  ["a group twice, and one within another", regex("((a)b)", "$!2$!1$!2$!1"), "ab", "aabaab"],
  ["places that touch", regex("(a)", "$!1-"), "aaa", "a-a-a-"],
  ["a place and an insertion that touch", regex("(a)|b", "$!1x"), "abab", "axxaxx"],
  ["a needle that overlaps itself", literal("aa", "b"), "aaaaa", "bba"],
  ["a deleted line", regex("^.*two.*\\n", ""), "one\ntwo\nthree\n", "one\nthree\n"],
  ["a run of empty lines", regex("\\n{3,}", "\n\n"), "a\n\n\n\nb\n", "a\n\nb\n"],
  ["an astral character", regex("(.)b", "$!1c"), "😀b", "😀c"],
  ["text in a file with returns", literal("a\nb", "c"), "a\r\nb a\rb a\nb", "c c c"],
  ["returns that are asked for", literal("a\r\nb", "c"), "a\r\nb a\rb a\nb", "c a\rb a\nb"],
  ["the end of a line with returns", regex("b$", "c"), "ab\r\nb\rb", "ac\r\nc\rc"],
  ["kept groups keep their line ends", regex("(?s)<(.*)>", "[$!1]"), "<a\r\nb\nc\rd>", "[a\r\nb\nc\rd]"],
];

describe("serena.md 12.1 and 4.1: what is written", () => {
  test.each(CASES)("%s", async (_, spec, text, result) => {
    expect(await replaced(text, spec)).toBe(result);
  });
});

test("H82: dollar signs and backslashes are written exactly as given, with any needle", async () => {
  const given = `log("$& ok $$ $1 $\` $' \\1 \${1} $<x> \\0");`;
  for (const mode of ["literal", "regex"] as const) {
    const spec = { needle: mode === "literal" ? 'log("done");' : 'log\\("done"\\);', mode, replacement: given };
    expect(await replaced('a; log("done"); b;', spec)).toBe(`a; ${given} b;`);
  }
  // Who uses our syntax knows it, and means the rest as it stands.
  expect(await replaced("run x", regex("run (\\w)", 'run "$1" $!1'))).toBe('run "$1" x');
});

test("H82: a reference in another engine's syntax is refused where it would name a group, and our syntax is taught", async () => {
  for (const reference of ["$1", `\${1}`, "\\1", "\\g<1>", "$<word>", `\${word}`, "\\g<word>"]) {
    const found = await problem("name=alpha", regex("name=(?P<word>\\w+)", `id=${reference}`));
    expect(found.code).toBe("invalid_arguments");
    expect(found.message).toContain(`${reference}, which would be written as it stands: here group 1 is $!1.`);
    expect(await replaced("name=alpha", regex("name=(?:\\w+)", `id=${reference}`))).toBe(`id=${reference}`);
  }
  expect(await replaced("name=a", regex("name=(\\w+)", `price $2 in \${constructor}`))).toBe(
    `price $2 in \${constructor}`,
  );
});

test("a group that the expression does not have is an error before anything is looked at", () => {
  expect(() => new Replacement(regex("(a)", "$!2"))).toThrow("$!2, but the expression has 1 group");
  expect(() => new Replacement(regex("a", "$!{1}"))).toThrow("$!{1}, but the expression has no group");
  expect(() => new Replacement(regex("(a)", "$!99999999999999999999"))).toThrow("has 1 group");
});

test("H85: an invalid expression is an error that names the place, the needle and the literal mode", async () => {
  for (const needle of ["foo(", "[a-", "a{2,1}", "*x", "(?=x)", "(a)\\1"]) {
    try {
      new Replacement(regex(needle, ""));
      expect(needle).toBe("refused");
    } catch (error) {
      expect(error).toMatchObject({ code: "invalid_arguments", errors: [{ pointer: "/needle" }] });
      expect((error as UserError).hint).toContain('mode "literal"');
    }
  }
});

test("an expression that matches the empty text is refused, whether it always does or only here", async () => {
  for (const needle of ["a*", "^", "$", "^$", "(x?)(y?)", "\\b", "a|\\b", ""]) {
    const found = await problem("some text\n", regex(needle, "x"));
    expect({ needle, ...found }).toMatchObject({ code: "invalid_arguments" });
    expect(found.message).toContain("empty text");
  }
});

test("halves of surrogate pairs are refused: they would split a character", async () => {
  expect(await problem("😀", literal("\ud83d", "x"))).toMatchObject({ code: "invalid_arguments" });
  expect(await problem("😀", literal("😀", "\ude00"))).toMatchObject({ code: "invalid_arguments" });
});

test("half of a line end is refused, as far as the text has any", async () => {
  for (const spec of [literal("\r", ""), literal("a\r", "b"), regex("\\r", ""), regex("[^\\r]b", "x")]) {
    expect(await problem("a\r\nb", spec)).toMatchObject({ code: "invalid_arguments" });
  }
  expect(await replaced("a\rb", literal("\r", ""))).toBe("ab");
});

test("a hidden character is not replaced by the spelling that answers show of it", async () => {
  const shown = "a = '\\u{202e}b';";
  await expect(replaced("a = '\u202ea';", regex("a = .*", shown))).rejects.toMatchObject({ code: "refused" });
  expect(await replaced("a = 'a';", regex("a = .*", shown))).toBe(shown);
});

/** Whether a match over lines holds another one: refused by those who replace without a look (serena.md 4.1). */
const AMBIGUOUS: [needle: string, text: string, isAmbiguous: boolean][] = [
  ["(?s)start.*?end", "start A\nstart B\nend", true],
  ["(?s)start.*?end", "  start A\nmiddle\nend, no more\nend", false],
  ["(?s)\\s*start.*?end", "\n\n start A\nstart B\nend", true],
  ["(?s)😀.*?end", "😀\n😀\nend", true],
  ["(?s).*?end", "a\nb\nend", true],
  ["start[^\\n]*end", "start start end", false], // of one line
  [".*two.*\\n", "one two three\n", false], // a line and its end
  ["\\n\\s*x", "a\n\n\n  x", false], // less white space is no other place
  ["\\s+", "\n\n\n", false],
  ["(?:import .*\\n)+", "import a\nimport b\n", true],
];

test.each(AMBIGUOUS)("serena.md 4.1: whether %j is ambiguous in %j: %p", async (needle, text, isAmbiguous) => {
  const found = await occurrences(text, regex(needle, "x"));
  expect(found.map((one) => one.isAmbiguous)).toEqual([isAmbiguous]);
});

test("a literal is never ambiguous", async () => {
  expect((await occurrences("a\na\na\na", literal("a\na", ""))).map((one) => one.isAmbiguous)).toEqual([false, false]);
});

test("H80: an expression that makes other engines hang is answered, and others get their turn meanwhile", async () => {
  const text = `${`${"a".repeat(40)}!\n`.repeat(20_000)}`;
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const found = await occurrences(text, regex("(a+)+b|(\\w+ ?)+!", "x"));
  clearInterval(timer);
  expect(found.length).toBe(20_000);
  expect(turns).toBeGreaterThan(3);
});

test("H80: an expression over lines that would hold up others on a long text is refused with what would work", async () => {
  const text = "abcdefghij klmno pqrst\n".repeat(200_000);
  const found = await problem(text, regex("(?s)(\\w+\\s*)+(\\d|x.*y)", "x"));
  expect([found.code, found.hint]).toEqual(["too_large", expect.stringContaining("[^\\n]")]);
});

const LINE_ENDS = fc.constantFrom("\n", "\r\n", "\r");
const WORDS = fc.constantFrom("a", "aa", "ab", "b", "é", "😀", "x y", " ", "\t", "$!1", "\\", "");
const TEXT = fc
  .array(fc.oneof({ weight: 3, arbitrary: WORDS }, { weight: 1, arbitrary: LINE_ENDS }), { maxLength: 40 })
  .map((parts) => parts.join(""));
const NEEDLES: fc.Arbitrary<ReplacementSpec> = fc.oneof(
  fc.record({
    needle: fc.constantFrom("a", "aa", "aba", "a\n", "\n", "\na", "a\r\n", "\r\n", "😀", "b\n\nb", " ", "$!1", "\\"),
    mode: fc.constant("literal" as const),
    replacement: WORDS,
  }),
  fc.record({
    needle: fc.constantFrom(
      "(a+)(b?)",
      "^(a)()",
      "(b)()$",
      "(?s)(a).(b|\n)",
      "(\\n)(a)?",
      "(.)(\\s)",
      "(\\r?)(\\n)",
      "([^a]+)(a)",
    ),
    mode: fc.constant("regex" as const),
    replacement: fc.constantFrom("", "x", "$!1", "$!2$!1", "$!1$!2", "<$!1>$!0", "a$!1\n$!2", "$!0$!0"),
  }),
);

test("edits and new texts say the same, and outside of the places nothing changes", async () => {
  await fc.assert(
    fc.asyncProperty(TEXT, NEEDLES, async (text, spec) => {
      const found = await occurrences(text, spec);
      const whole = found.map(({ start, end, text }) => ({ start, end, text }));
      const edits = found.flatMap((one) => one.edits);
      expect(applyEdits(text, edits)).toBe(applyEdits(text, whole));
      for (const { start, end } of found) {
        expect(end).toBeGreaterThan(start);
        // A line end of two characters is taken whole or not at all, unless the needle asks for one of them.
        if (new Replacement(spec).pattern.readsReturns) continue;
        for (const at of [start, end]) expect(text.slice(at - 1, at + 1)).not.toBe("\r\n");
      }
    }),
    { seed: 11, numRuns: 500 },
  );
});

test("places are those that a search finds, whatever the line ends", async () => {
  await using folder = await tmp();
  const project = await projectAt(folder.path);
  let round = 0;
  await fc.assert(
    fc.asyncProperty(TEXT, NEEDLES, async (text, spec) => {
      const path = `f${round++}.txt`;
      await Bun.write(`${folder.path}/${path}`, text);
      const { pattern } = new Replacement(spec);
      const options = { limit: 1_000, contextLines: 0, signal, narrower: project.narrower };
      const { files } = await searchFiles(project.files, [path], pattern, options);
      const searched = files.flatMap(({ places }) => places.map(({ line }) => line));
      const lines = new Set<number>();
      let last = 0;
      for (const { start, end } of await occurrences(text, spec)) {
        const lineOf = (offset: number) => text.slice(0, offset).split(/\r\n|\n|\r/).length;
        if (lineOf(start) > last) lines.add(lineOf(start));
        last = lineOf(end - 1);
        if (text.slice(0, end).endsWith("\r\n")) last = lineOf(end - 2);
      }
      if (pattern.readsReturns)
        expect(searched.length > 0).toBe(lines.size > 0); // its lines end with \n alone there
      else expect(searched).toEqual([...lines]);
    }),
    { seed: 12, numRuns: 200 },
  );
});
