/** Terms of identifiers and texts. */
import { describe, expect, test } from "bun:test";
import { stem } from "../../src/base/stem.ts";
import { ownName, TERM_SORTS, TermMaker, type TermSort, term, wholeOf } from "../../src/index/terms.ts";

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
    const maker = new TermMaker();
    expect(maker.of("cart")).toEqual([stemTerm("cart")]);
    const whole = term("whole", "getuserbyid");
    const words = ["get", "user", "by", "id"].map(stemTerm);
    for (const written of ["getUserById", "GET_USER_BY_ID", "get_user_by_id", "_get_user_by_id", "$getUserById"]) {
      expect(maker.of(written)).toEqual([...words, whole]);
      expect(maker.of(written)).toEqual([...words, whole]); // as remembered
    }
  });

  test("that is only data there is no whole", () => {
    expect(wholeOf(`${"a".repeat(79)}_`)).toBeUndefined();
    expect(wholeOf(`aB${"c".repeat(78)}`)).toBe(`ab${"c".repeat(78)}`);
    expect(wholeOf(`aB${"c".repeat(79)}`)).toBeUndefined();
  });
});

test("a text is counted as often as its words are in it", () => {
  const counts = new Map<number, number>();
  const length = new TermMaker().count("cart.add(cartItem); // Carts\n+++ \ud800 größe", counts);
  expect(counts.get(stemTerm("cart"))).toBe(3);
  expect(counts.get(term("whole", "cartitem"))).toBe(1);
  expect(counts.get(stemTerm("größe"))).toBe(1);
  expect(length).toBe([...counts.values()].reduce((a, b) => a + b));
});

test("the last part of a qualified name is its own", () => {
  const cases = { "Foo::Bar": "Bar", "a.b.c": "c", "A#b": "b", "A\\B": "B", plain: "plain", "Foo::": "Foo::", "": "" };
  for (const [name, own] of Object.entries(cases)) expect(ownName(name)).toBe(own);
});
