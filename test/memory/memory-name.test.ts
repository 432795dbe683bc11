import { expect, test } from "bun:test";
import { posix, win32 } from "node:path";
import { seeded } from "../../scripts/corpus.ts";
import { UserError } from "../../src/base/error.ts";
import { memoryName } from "../../src/memory/memory-name.ts";
import { mirrorPath } from "../../src/memory/mirror-files.ts";

test("spellings of one name are one name", () => {
  for (const written of ["a/b", "mem:a/b", "a/b.md", "mem:a/b.md", "a\\b", " a/b ", "a/b.MD"]) {
    expect(memoryName(written)).toBe("a/b");
  }
  expect(memoryName("cafe\u0301")).toBe("caf\u00e9");
  expect(memoryName("Global/x")).toBe("global/x");
  expect(memoryName("plan 🚀")).toBe("plan 🚀");
});

const REFUSED = [
  ...["../x", "/etc/x", "a//b", "a/../../x", "C:x", "a\\..\\x", "%2e%2e/x", ".", "..", "a\0b", "x".repeat(300)],
  ...["", "  ", "mem:", ".md", "a/", "global", "Global", ".git/x", "a/.hidden", "v1.", "con", "CON.txt", "nul/x"],
  ...["a.md/b", "x.md.md", "a`b", "a?b", "a*b", 'a"b', "a<b", "a|b", "a\u202eb", "a\ud800b", "a/ b"],
];

test.each(REFUSED)("H114: %j is refused with the rule", (written) => {
  let thrown: unknown;
  try {
    memoryName(written);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(UserError);
  expect((thrown as UserError).code).toBe("invalid_arguments");
  expect((thrown as UserError).hint).toContain("frontend/core");
});

test("H114: of 100,000 names made of dangerous pieces none leaves the folder, on any system, and each is its own name", () => {
  const pieces = [
    ...[
      "..",
      ".",
      "/",
      "\\",
      "//",
      "C:",
      "a",
      "b",
      "%2e",
      "%2f",
      "\0",
      "\u2024",
      "\uff0f",
      "\u2215",
      "\uff0e",
      " ",
      "~",
      "$HOME",
    ],
    ...[
      "con",
      "NUL",
      ".md",
      "mem:",
      "global",
      "global/",
      "\u202e",
      "\u200b",
      "é",
      "e\u0301",
      "🚀",
      ":",
      "*",
      "\n",
      "-",
      "|",
      "\ud800",
    ],
  ];
  const random = seeded(114);
  const below = (limit: number) => Math.floor(random() * limit);
  let accepted = 0;
  for (let round = 0; round < 100_000; round++) {
    const written = Array.from({ length: 1 + below(7) }, () => pieces[below(pieces.length)]!).join("");
    let name: string;
    try {
      name = memoryName(written);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      continue;
    }
    accepted++;
    const path = mirrorPath(name);
    for (const { join, isAbsolute, sep } of [posix, win32]) {
      const root = join("/", "root", ".waymark", "memories");
      const place = join("/", "root", path);
      if (!place.startsWith(root + sep) || isAbsolute(name))
        throw new Error(`${JSON.stringify(written)} leads to ${place}`);
      const parts = place.slice(root.length + 1).split(sep);
      if (parts.some((part) => /^\.|[. ]$|:/.test(part)))
        throw new Error(`${JSON.stringify(written)} has a part of ${parts}`);
    }
    if (memoryName(name) !== name) throw new Error(`${JSON.stringify(name)} is not its own name`);
  }
  expect(accepted).toBeGreaterThan(1_000);
});
