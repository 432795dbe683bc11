import { expect, test } from "bun:test";
import { Vocabulary } from "../../src/embed/vocabulary.ts";

const vocabulary = new Vocabulary(["parse", "par", "##ing", "##s", "##se", "json", "er"]);
const taken = (word: string) => [vocabulary.idsOf(word)].flat().map((id) => vocabulary.entries[id]!);

test.each([
  ["parse", ["parse"]],
  ["parsing", ["par", "##ing"]], // the s is passed over: pieces have two letters or more
  ["paring", ["par", "##ing"]],
  ["parseing", ["parse", "##ing"]],
  ["parsejson", ["parse", "json"]],
  ["parser", ["parse"]], // "er" is no continuation, and too short to stand in for one
  ["qqq", []],
  ["x".repeat(500), []],
])("%s is made of %p", (word, pieces) => {
  expect(taken(word)).toEqual(pieces);
});

test("what a word was taken apart into does not depend on what was asked before", () => {
  const fresh = new Vocabulary(vocabulary.entries);
  for (const word of ["paring", "parseing", "paring"]) expect(fresh.idsOf(word)).toEqual(vocabulary.idsOf(word));
});
