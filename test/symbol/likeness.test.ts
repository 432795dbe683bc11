import { expect, test } from "bun:test";
import { Remembered } from "../../src/symbol/likeness.ts";
import { folded } from "../../src/syntax/folded-name.ts";

const likeness = (query: string, name: string) => {
  const remembered = new Remembered(query);
  return remembered.likeness(folded(name)) ?? (remembered.isMistyped(folded(name)) ? "typo" : undefined);
};

test.each([
  ["total", "total", "exact"],
  ["getSymbolsOverview", "get_symbols_overview", "exact"],
  ["TOTAL", "total", "exact"],
  ["get symbols", "getSymbolsOverview", "prefix"],
  ["gSO", "getSymbolsOverview", "hump"],
  ["gso", "getSymbolsOverview", "hump"],
  ["fs", "find_symbol", "hump"],
  ["getOver", "getSymbolsOverview", "hump"],
  ["gUP", "getURLParts", "hump"],
  ["getPar", "getURLParts", "hump"],
  ["ÄÖ", "ÄpfelÖl", "hump"],
  ["Overview", "getSymbolsOverview", "substring"],
  ["ymSo", "getSymbolsOverview", undefined],
  ["totla", "total", "typo"],
  ["getSymbolOverveiw", "getSymbolsOverview", "typo"],
  ["cart", "createArtifact", undefined],
  ["adx", "add", "typo"],
  ["x", "fox", undefined],
  ["ab", "ac", undefined],
] as const)("%p is to %p: %p", (query, name, wanted) => {
  expect(likeness(query, name)).toBe(wanted);
});
