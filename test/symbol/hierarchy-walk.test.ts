/** Walks over hierarchies without an end, with branches that meet again, and within bounds. */
import { expect, test } from "bun:test";
import { type Entry, HierarchyWalk } from "../../src/symbol/hierarchy-walk.ts";

const item = (name: string) => {
  const start = { line: name.charCodeAt(0), column: 1 };
  const range = { start, end: { ...start, column: 2 } };
  return { name, kind: "function" as const, place: { uri: "file:///a", path: "/a", range }, raw: {} };
};

/** @param edges `a: ["b"]`: b is below a. */
async function walked(edges: Record<string, string[]>, roots: string, depth: number, most = 100) {
  const asked: string[] = [];
  const walk = new HierarchyWalk([...roots].map(item), { depth, most });
  const further = async ({ name }: { name: string }) => {
    asked.push(name);
    return (edges[name] ?? []).map((one) => ({ item: item(one), ranges: [] }));
  };
  await walk.run(further, new AbortController().signal, () => undefined);
  const shown = ({ item, below, mark }: Entry): string => {
    return `${item.name}${mark ? `!${mark}` : ""}${below.length > 0 ? `(${below.map(shown).join(" ")})` : ""}`;
  };
  return { tree: walk.roots.map(shown).join(" "), asked: asked.join(""), count: walk.count, left: walk.left };
}

test("goes no deeper than asked, and asks no more than that takes", async () => {
  const chain = { a: ["b"], b: ["c"], c: ["d"] };
  expect(await walked(chain, "a", 1)).toMatchObject({ tree: "a(b)", asked: "a" });
  expect(await walked(chain, "a", 3)).toMatchObject({ tree: "a(b(c(d)))", asked: "abc" });
});

test("what stands above itself is marked and not asked about again", async () => {
  const loop = { a: ["a", "b"], b: ["a"] };
  expect(await walked(loop, "a", 5)).toMatchObject({ tree: "a(a!cycle b(a!cycle))", asked: "ab" });
});

test("branches that meet are shown in full once", async () => {
  const diamond = { a: ["b", "c"], b: ["d"], c: ["d"], d: ["e"] };
  expect(await walked(diamond, "a", 5)).toMatchObject({ tree: "a(b(d(e)) c(d!shown_elsewhere))", asked: "abcde" });
});

test("keeps no more than the most, those near the roots, and counts the others", async () => {
  const wide = { a: ["b", "c", "d"], b: ["e", "f"] };
  expect(await walked(wide, "a", 5, 5)).toMatchObject({ tree: "a(b(e) c d)", count: 5, left: 1 });
});
