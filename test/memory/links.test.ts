import { expect, test } from "bun:test";
import { linkedNames, withLinksMoved } from "../../src/memory/links.ts";

test("links are found with and without backticks, and what only looks like one is not", () => {
  const text = "`mem:a/b`, mem:core. `mem:plan 🚀` xmem:no a/mem:no `mem:x.md` (mem:end-) mem:/abs mem:..";
  expect(linkedNames(text)).toEqual(["a/b", "core", "plan 🚀", "x", "end"]);
});

test("a renamed page is linked by its new name, and no other name that begins the same", () => {
  const text = "`mem:old` `mem:old-2` `mem:old/sub` mem:old, mem:older mem:old.md `mem:old.md`.";
  expect(withLinksMoved(text, "old", "new/one")).toBe(
    "`mem:new/one` `mem:old-2` `mem:old/sub` mem:new/one, mem:older mem:new/one `mem:new/one`.",
  );
  expect(withLinksMoved("see mem:old.", "old", "a b")).toBe("see `mem:a b`.");
  expect(withLinksMoved("`mem:$&` mem:a", "a", "$1")).toBe("`mem:$&` `mem:$1`");
  expect(withLinksMoved(text, "none", "x")).toBe(text);
});
