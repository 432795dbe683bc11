import { expect, test } from "bun:test";
import { completedPaths } from "../../src/project/path-completion.ts";

const FILES = [
  "src/cart/total.ts",
  "src/cart/tax/rate.ts",
  "src/cart.ts",
  "docs/Cart.md",
  "src/c\u202eart.ts",
  "tax.ts",
];

const completed = (start: string) => completedPaths(FILES, start, new AbortController().signal);

test("files and folders are found by the beginning of their path or of their name, the upper ones first", async () => {
  expect(await completed("cart")).toEqual(["docs/Cart.md", "src/cart", "src/cart.ts"]);
  expect(await completed("TA")).toEqual(["tax.ts", "src/cart/tax"]);
  expect(await completed("src/cart/t")).toEqual(["src/cart/tax", "src/cart/total.ts", "src/cart/tax/rate.ts"]);
  expect(await completed("art")).toEqual([]);
});

test("nothing typed means everything, each folder once, but no name that is not what it looks like", async () => {
  expect(await completed("")).toEqual([
    "docs",
    "src",
    "tax.ts",
    "docs/Cart.md",
    "src/cart",
    "src/cart.ts",
    "src/cart/tax",
    "src/cart/total.ts",
    "src/cart/tax/rate.ts",
  ]);
});

test("a search that nobody waits for ends", async () => {
  const many = Array.from({ length: 400_000 }, (_, index) => `folder-${index}/file.ts`);
  await expect(completedPaths(many, "", AbortSignal.abort())).rejects.toThrow();
});
