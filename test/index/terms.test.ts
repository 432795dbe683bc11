/** Terms of identifiers and texts. */
import { describe, expect, test } from "bun:test";
import { stem } from "../../src/base/stem.ts";
import { TermCounts } from "../../src/index/term-counts.ts";
import { ownName, TERM_SORTS, TermMaker, type TermSort, term, termsOf, wholeOf } from "../../src/index/terms.ts";

const stemTerm = (word: string) => term("stem", stem(word));

describe("a term", () => {
  test("is a number of 32 bits, another for each sort of the same word", () => {
    const sorts = Object.keys(TERM_SORTS) as TermSort[];
    for (const word of ["", "cart", "größe", "\ud800", "x".repeat(10_000)]) {
      const all = sorts.map((sort) => term(sort, word));
      for (const one of all) expect(one >>> 0).toBe(one);
      expect(new Set(all).size).toBe(sorts.length);
    }
  });

  test("is shared by few of many words", () => {
    const all = new Set<number>();
    for (let at = 0; at < 200_000; at++) all.add(term("stem", `w${at.toString(36)}`));
    expect(all.size).toBeGreaterThan(200_000 - 40);
  });
});

describe("of an identifier", () => {
  test("there are its words without their endings, and the whole where it has several", () => {
    expect(termsOf("cart")).toEqual([stemTerm("cart")]);
    const whole = term("whole", "getuserbyid");
    const words = ["get", "user", "by", "id"].map(stemTerm);
    for (const written of ["getUserById", "GET_USER_BY_ID", "get_user_by_id", "_get_user_by_id", "$getUserById"]) {
      expect(termsOf(written)).toEqual([...words, whole]);
    }
  });

  test("that is only data there is no whole", () => {
    expect(wholeOf(`${"a".repeat(79)}_`)).toBeUndefined();
    expect(wholeOf(`aB${"c".repeat(78)}`)).toBe(`ab${"c".repeat(78)}`);
    expect(wholeOf(`aB${"c".repeat(79)}`)).toBeUndefined();
  });
});

describe("a text", () => {
  const tally = (counts: TermCounts) => new Map(counts.terms.entries().map(([at, one]) => [one, counts.counts[at]!]));

  test("is counted as often as its words are in it", () => {
    const counts = new TermCounts();
    const text = "cart.add(cartItem); // Carts\n+++ \ud800 größe";
    const length = new TermMaker().count(text, 0, text.length, counts);
    const all = tally(counts);
    expect(all.get(stemTerm("cart"))).toBe(3);
    expect(all.get(term("whole", "cartitem"))).toBe(1);
    expect(all.get(stemTerm("größe"))).toBe(1);
    expect(length).toBe([...all.values()].reduce((a, b) => a + b));
  });

  test("of more identifiers than are remembered is counted as each of them says, the second time too", () => {
    const identifiers = Array.from({ length: 230_000 }, (_, at) => `f${(at * 7919).toString(36)}Of`);
    const text = identifiers.join(" ");
    const expected = new Map<number, number>();
    for (const one of identifiers.flatMap(termsOf)) expected.set(one, (expected.get(one) ?? 0) + 1);
    const maker = new TermMaker();
    for (const _ of [1, 2]) {
      const counts = new TermCounts();
      expect(maker.count(text, 0, text.length, counts)).toBe(identifiers.flatMap(termsOf).length);
      expect(tally(counts)).toEqual(expected);
    }
  });

  test("is counted from one place to another, cutting what lies across them", () => {
    const counts = new TermCounts();
    new TermMaker().count("cart basket shelf", 2, 9, counts);
    expect([...counts.terms]).toEqual([stemTerm("rt"), stemTerm("bask")]);
    counts.clear();
    expect([counts.size, counts.terms.length]).toEqual([0, 0]);
    new TermMaker().count("cart cart", 0, 9, counts);
    expect(tally(counts)).toEqual(new Map([[stemTerm("cart"), 2]]));
  });
});

test("the last part of a qualified name is its own", () => {
  const cases = { "Foo::Bar": "Bar", "a.b.c": "c", "A#b": "b", "A\\B": "B", plain: "plain", "Foo::": "Foo::", "": "" };
  for (const [name, own] of Object.entries(cases)) expect(ownName(name)).toBe(own);
});
