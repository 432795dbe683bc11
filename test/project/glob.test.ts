import { expect, test } from "bun:test";
import { UserError } from "../../src/base/error.ts";
import { globMatcher, pathFilter } from "../../src/project/glob.ts";

const ROOT = "/abs/root";

/**
 * What serena's table asks for (12.2), apart from globs without a slash: ours match the name at any depth, as in
 * ripgrep and in ignore files, since that is what people who write `*.py` mean.
 */
const MATCHES: [glob: string, path: string, isMatch: boolean][] = [
  ["*.py", "file.py", true],
  ["*.py", "src/file.py", true], // serena: no
  ["*agent.py", "process_isolated_agent.py", true],
  ["*agent.py", "src/agent.py", true], // serena: no
  ["a?b.py", "acb.py", true],
  ["a?b.py", "a/b.py", false],
  ["src/*.py", "src/file.py", true],
  ["src/*.py", "src/sub/file.py", false],
  ["**agent.py", "agent.py", true],
  ["**agent.py", "src/agent.py", true],
  ["**agent.py", "src/serena/process_isolated_agent.py", true],
  ["**agent.py", "agent_test.py", false],
  ["**/agent.py", "agent.py", true],
  ["**/agent.py", "src/serena/agent.py", true],
  ["src/**/agent.py", "src/agent.py", true],
  ["src/**/agent.py", "src/serena/foo/agent.py", true],
  ["src/s**a/agent.py", "src/serena/agent.py", true],
  ["src/s**a/agent.py", "src/serena/a/agent.py", true],
  ["src/**agent.py", "src/serena/agent.py", true],
  ["src/**agent.py", "other/agent.py", false],
  ["src/**", "src/dir/file.py", true],
  ["src/**", "other/file.py", false],
  ["src\\file.py", "src/file.py", true],
  ["file[0-9].py", "file1.py", true],
  ["file[0-9].py", "filea.py", false],
  ["file[!0-9].py", "filea.py", true],
  ["file[!0-9].py", "file1.py", false],
  ["src/{a,b}/{c,d}.py", "src/b/c.py", true],
  ["src/{a,b}/{c,d}.py", "src/b/e.py", false],
  ["src/{a,,b}.py", "src/.py", true],
];

for (const [glob, path, isMatch] of MATCHES) {
  test(`glob ${glob} ${isMatch ? "takes" : "does not take"} ${path}`, () => {
    expect(pathFilter(ROOT, [glob], [])(path)).toBe(isMatch);
  });
}

test("empty and unbalanced braces are refused by name", () => {
  for (const glob of ["{}", "a{b", "a}b", "{a,{b}"]) {
    expect(() => pathFilter(ROOT, [glob], [])).toThrow(UserError);
    expect(() => pathFilter(ROOT, [], [glob])).toThrow(JSON.stringify(glob));
  }
});

test("H86: a folder is the same scope however it is spelt, and brackets match a folder that is called so", () => {
  for (const glob of ["src", "src/", "./src", "src/**", "/abs/root/src"]) {
    const isWanted = pathFilter(ROOT, [glob], []);
    expect(["src/a.ts", "src/deep/b.ts", "lib/src.ts", "srcs/a.ts"].map(isWanted)).toEqual([true, true, false, false]);
  }
  expect(["src/[id]/page.tsx", "src/i/page.tsx"].map(pathFilter(ROOT, ["src/[id]/**"], []))).toEqual([true, true]);
});

test("H86: braces name alternatives and a leading ! leaves out", () => {
  const paths = ["a.ts", "b/a.tsx", "b/a.test.ts", "a.js"];
  expect(paths.filter(pathFilter(ROOT, ["**/*.{ts,tsx}"], []))).toEqual(["a.ts", "b/a.tsx", "b/a.test.ts"]);
  expect(paths.filter(pathFilter(ROOT, ["**/*.{ts,tsx}", "!**/*.test.ts"], []))).toEqual(["a.ts", "b/a.tsx"]);
  expect(paths.filter(pathFilter(ROOT, ["!**/*.test.ts"], []))).toEqual(["a.ts", "b/a.tsx", "a.js"]);
});

test("a glob whose stars could hold everybody up is refused, and alternatives do not add up", () => {
  for (const glob of ["*a*a*a*a*a*z", "src/*a{*b,c}*d*e/x.ts", "**/a/".repeat(7)]) {
    expect(() => globMatcher("/root", glob, "include_glob")).toThrow("at most");
  }
  expect(globMatcher("/root", "{*.ts,*.tsx,*.js,*.jsx,*.mts}", "include_glob")("src/a.jsx")).toBe(true);
  expect(globMatcher("/root", "*user*test*", "include_glob")("src/user.test.ts")).toBe(true);
});
