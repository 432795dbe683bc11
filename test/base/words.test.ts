import { expect, test } from "bun:test";
import { words } from "../../src/base/words.ts";

test.each([
  ["parseHTTPRequest2", ["parse", "http", "request2"]],
  ["user_id, USER_ID, user-id", ["user", "id", "user", "id", "user", "id"]],
  ["URLs of IOErrors", ["url", "of", "io", "errors"]],
  ["sha256Sum utf8decode X509Cert", ["sha256", "sum", "utf8", "decode", "x509", "cert"]],
  ["v2 is not 123456789, nor abc123456", ["v2", "is", "not", "nor", "abc"]],
  ["__init__ $scope @Override ::std", ["init", "scope", "override", "std"]],
  ["A bCD", ["a", "b", "cd"]],
  ["", []],
  ["+-*/ {}", []],
])("words of %p", (text, expected) => {
  expect(words(text)).toEqual(expected);
});

test("words of other scripts are whole, and taken apart at capitals like all others", () => {
  expect(words("ÄnderungsDatum größe_max Straße2")).toEqual(["änderungs", "datum", "größe", "max", "straße2"]);
  expect(words("проверитьИмя")).toEqual(["проверить", "имя"]);
  expect(words("cafe\u0301")).toEqual(words("café"));
});

test("scripts without spaces give pairs of neighbouring letters, so that a part of a sentence is found", () => {
  expect(words("日本語")).toEqual(["日本", "本語"]);
  expect(words("本")).toEqual(["本"]);
});
