import { expect, test } from "bun:test";
import { nameScorer } from "../../src/project/name-match.ts";

const PATHS = [
  "src/user-controller.ts",
  "src/user.ts",
  "test/user.test.ts",
  "docs/users.md",
  "src/deep/api/routes.ts",
  "README.md",
  ".github/x.yml",
];
const matches = (query: string) => PATHS.filter((path) => nameScorer(query)(path) > 0);
const ranked = (query: string) => matches(query).sort((a, b) => nameScorer(query)(b) - nameScorer(query)(a));

test("a glob without a slash matches the name, one with a slash the path, dot-folders included", () => {
  expect(matches("*.test.ts")).toEqual(["test/user.test.ts"]);
  expect(matches("src/**/*.ts")).toEqual(["src/user-controller.ts", "src/user.ts", "src/deep/api/routes.ts"]);
  expect(matches("src/*.ts")).toEqual(["src/user-controller.ts", "src/user.ts"]);
  expect(matches("**/*.yml")).toEqual([".github/x.yml"]);
  expect(matches("*.{md,yml}")).toEqual(["docs/users.md", "README.md", ".github/x.yml"]);
});

test("the whole name comes before its start, its start before its middle, letters in order last", () => {
  expect(ranked("user.ts")[0]).toBe("src/user.ts");
  expect(ranked("user").slice(0, 2)).toEqual(["src/user.ts", "docs/users.md"]);
  expect(matches("usrctl")).toEqual(["src/user-controller.ts"]);
});

test("case does not matter, and a part of the path is enough", () => {
  expect(matches("readme")).toEqual(["README.md"]);
  expect(matches("deep/api")).toEqual(["src/deep/api/routes.ts"]);
});
