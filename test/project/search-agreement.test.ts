import { expect, test } from "bun:test";
import { judgeListing } from "../../scripts/verify/listing-judge.ts";
import { verifySearch } from "../../scripts/verify/search.ts";
import { Dice } from "../../scripts/verify/search-query.ts";
import { git } from "../fixture/project.ts";
import { tmp } from "../fixture/tmp.ts";

/** Fixed, so that a failure can be seen again; `scripts/verify/search.ts` takes others, over real repositories. */
const SEED = 20_240_917;

const WORDS = [
  "cart",
  "total",
  "Price",
  "get_name",
  "naïve",
  "Ωmega",
  "числа",
  "数量",
  "HTTPServer",
  "x2",
  "TODO",
  "zip",
];
const SIGNS = [
  "?.",
  "!==",
  "->",
  "<<=",
  "++",
  "=>",
  "::",
  "&&",
  "{",
  "}",
  "(",
  ")",
  "[i]",
  ";",
  ",",
  "\\d",
  "$",
  "^",
  "|",
];

/** A repository of made-up sources: enough files that ripgrep narrows, with what real ones have to stumble over. */
async function generatedRepository(dice: Dice) {
  const files: Record<string, string> = { "empty.txt": "", ".gitignore": "*.log\n/out\n", "a.log": "cart\n" };
  for (let index = 0; index < 150; index++) {
    const folder = dice.one(["src", "src/deep", "lib [1]", "docs", "."]);
    const suffix = dice.one([".ts", ".py", ".md", ".go", ""]);
    const rows = Array.from({ length: dice.below(40) }, () =>
      Array.from({ length: 1 + dice.below(8) }, () =>
        dice.chance(0.5) ? dice.one(WORDS) : dice.chance(0.8) ? dice.one(SIGNS) : String(dice.below(10_000)),
      ).join(dice.one([" ", "  ", "", "\t"])),
    );
    const lineEnd = dice.chance(0.1) ? "\r\n" : "\n";
    files[`${folder}/f${index}${suffix}`] = rows.join(lineEnd) + (dice.chance(0.8) ? lineEnd : "");
  }
  const folder = await tmp(files);
  git(folder.path, "init", "-q");
  git(folder.path, "add", ".");
  git(folder.path, "commit", "-qm", "all");
  return folder;
}

test("search finds the lines that ripgrep and git grep find, narrowed or not", async () => {
  const dice = new Dice(SEED);
  await using first = await generatedRepository(dice);
  await using second = await generatedRepository(dice);
  const report = await verifySearch([first.path, second.path], 60, dice);
  expect(report.faults).toEqual([]);
  expect(report.answered).toBeGreaterThan(20);
  expect(report.askedGit).toBeGreaterThan(5);
});

test("the listing is git's, after random edits and without git, too", async () => {
  const dice = new Dice(SEED);
  await using repository = await generatedRepository(dice);
  const report = await judgeListing(repository.path, dice, 6);
  expect(report.faults).toEqual([]);
  expect(report.rounds).toBe(8);
});
