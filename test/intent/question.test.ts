/** Questions taken apart, odd ones too. */
import { describe, expect, test } from "bun:test";
import { seeded } from "../../scripts/corpus.ts";
import { stem } from "../../src/base/stem.ts";
import { term } from "../../src/index/terms.ts";
import { readQuestion } from "../../src/intent/question.ts";

describe("a question that is a name", () => {
  const names = {
    "Foo::bar": "bar",
    "Foo.Bar.baz": "baz",
    "ns\\Thing": "Thing",
    "ptr->field": "field",
    "Cart#total": "total",
    "src/UserService": "UserService",
    UserService: "UserService",
    userService: "userService",
    user_service: "user_service",
    _private: "_private",
    $scope: "$scope",
    "getUser()": "getUser",
    "get()": "get",
    "  Cart  ": "Cart",
    Größe: "Größe",
  };
  for (const [text, symbol] of Object.entries(names)) {
    test(`${JSON.stringify(text)} asks for ${symbol}`, () => {
      const question = readQuestion(text);
      expect(question.symbol).toBe(symbol);
      expect([question.mentioned, question.plain]).toEqual([[], []]);
    });
  }

  test("is none where it is a plain word or has spaces", () => {
    for (const text of ["cart", "()", "cart total", "Cart total", "größe", "日本", "src/cart"]) {
      expect(readQuestion(text).symbol).toBeUndefined();
    }
  });
});

describe("a question in words", () => {
  test("gives names that only symbols are written as, words that may be names, and stems", () => {
    const question = readQuestion("How does UserService retry parsing of user_id after an HTTPError in the cart?");
    expect(question.mentioned).toEqual(["UserService", "user_id", "HTTPError"]);
    expect(question.plain).toContain("cart");
    expect(question.plain).toContain("retry");
    for (const stop of ["how", "the", "of"]) {
      expect(question.plain).not.toContain(stop);
      expect(question.stems).not.toContain(stem(stop));
      expect(question.written).toContain(stop);
    }
    expect(question.stems).toContain(stem("parsing"));
    expect(new Set(question.stems).size).toBe(question.stems.length);
    expect(question.terms.has(term("stem", stem("retry")))).toBe(true);
    expect(question.terms.has(term("whole", "userservice"))).toBe(true);
    expect(question.terms.has(term("whole", "cart"))).toBe(false);
  });

  test("has pairs of neighbours, stop words between them aside", () => {
    const { pairs } = readQuestion("delay of the retry queue");
    const [delay, retry, queue] = ["delay", "retry", "queue"].map(stem) as [string, string, string];
    expect(pairs).toEqual([
      [delay, retry],
      [delay, queue],
      [retry, queue],
    ]);
  });
});

test("odd questions are answered or empty, and never a fault", () => {
  for (const text of ["", "   ", "+++ ??? !!", "::", "()", ".", "the of and", "\ud800", "\udc00\ud800 x", "\0"]) {
    const question = readQuestion(text);
    if (!text.includes("x")) expect(question.stems).toEqual([]);
    expect(question.terms.size).toBe(question.stems.length);
  }
  for (const text of ["корзина покупок", "購物車 合計", "сарт::Итого", "عربة التسوق", "กระเป๋า"]) {
    expect(readQuestion(text).stems.length).toBeGreaterThan(0);
  }
  expect(readQuestion("retry ".repeat(400)).stems).toEqual([stem("retry")]);
  expect(readQuestion("aB".repeat(1_000)).symbol).toHaveLength(2_000);
  const random = seeded(5);
  for (let round = 0; round < 3_000; round++) {
    const units = Array.from({ length: Math.floor(random() * 40) }, () => {
      const [sort, one] = [random(), random()];
      return sort < 0.6 ? 32 + Math.floor(one * 95) : Math.floor(one * 0x10000);
    });
    const question = readQuestion(String.fromCharCode(...units));
    for (const one of question.terms) expect(one >>> 0).toBe(one);
  }
});
