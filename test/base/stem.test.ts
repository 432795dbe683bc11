import { expect, test } from "bun:test";
import { stem } from "../../src/base/stem.ts";

test.each(
  [
    ["validate", "validates", "validated", "validating", "validation", "validator", "validators"],
    ["parse", "parser", "parsers", "parsing", "parsed", "parses"],
    ["query", "queries"],
    ["connect", "connects", "connection", "connections", "connecting", "connected", "connector"],
    ["serializer", "serialize", "serialization", "serializing", "serialized"],
    ["handle", "handler", "handlers", "handling", "handled"],
    ["cache", "caches", "cached", "caching"],
    ["index", "indexes", "indexing", "indexed", "indexer"],
    ["match", "matches", "matching", "matcher"],
    ["class", "classes"],
    ["deploy", "deployment", "deploys", "deploying"],
    ["running", "runned"],
  ].map((forms) => ({ forms })),
)("$forms are one", ({ forms }) => {
  expect(new Set(forms.map(stem)).size).toBe(1);
});

test.each([
  ["user", "use"],
  ["process", "proc"],
  ["status", "state"],
  ["import", "important"],
  ["port", "part"],
])("%p and %p stay two", (one, other) => {
  expect(stem(one)).not.toBe(stem(other));
});

test("short words, and words with digits or other letters, stay as they are", () => {
  for (const word of ["io", "css", "sha256", "größen", "日本"]) expect(stem(word)).toBe(word);
});
