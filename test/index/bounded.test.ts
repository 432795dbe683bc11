/** An index does not grow with what was, only with what is. */
import { expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { source } from "../fixture/generated-sources.ts";
import { disagreement } from "../fixture/index-law.ts";
import { IndexedProject } from "../fixture/indexed.ts";

const contents = (index: IndexedProject) => index.column("SELECT count(*) FROM contents")[0];
const allNames = (index: IndexedProject) => index.column("SELECT name FROM names ORDER BY name");

test("of contents that no file has the last ones are kept, with nothing left of the others", async () => {
  await using index = await IndexedProject.of({ "a.ts": source(0) }, { contentsKept: 3 });
  await index.scan();
  for (let at = 1; at <= 20; at++) await index.write("a.ts", source(at));
  await index.scan();
  expect(contents(index)).toBe(4);
  expect(allNames(index)).toEqual(
    [17, 18, 19, 20].flatMap((at) => [`Thing${at}`, `make${at}`, `run${at % 11}`]).sort(),
  );
  expect(disagreement(index.database)).toBeUndefined();
  expect(index.column("SELECT name FROM symbol_names WHERE symbol_names MATCH 'Thing1'").sort()).toEqual([
    "Thing17",
    "Thing18",
    "Thing19",
  ]);
});

test("of a project with more files than that as many are kept as there are files, so that a branch can be gone back to", async () => {
  const files = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`f${at}.ts`, source(at)]));
  await using index = await IndexedProject.of(files, { contentsKept: 3 });
  await index.scan();
  for (let round = 1; round <= 2; round++) {
    for (let at = 0; at < 10; at++) writeFileSync(join(index.root, `f${at}.ts`), source(at + 100 * round));
    await index.scan();
  }
  expect(contents(index)).toBe(20);
  for (let at = 0; at < 10; at++) writeFileSync(join(index.root, `f${at}.ts`), source(at + 100));
  await index.scan();
  expect(index.parsed).toHaveLength(30);
});

test("an index that only ever hears of single changes is bounded, too", async () => {
  await using index = await IndexedProject.of({ "a.ts": source(0), "b.ts": source(1) }, { contentsKept: 3 });
  await index.scan();
  for (let at = 2; at < 1_200; at++) await index.write("a.ts", `export const c${at} = 1;\n`);
  expect(contents(index)).toBeLessThan(520);
  expect(index.names).toContain("c1199");
}, 60_000);

test("a content comes back to life while it is retired, and stays as long as a file has it", async () => {
  await using index = await IndexedProject.of({ "a.ts": source(0) }, { contentsKept: 1 });
  await index.scan();
  await index.write("a.ts", source(1));
  await index.scan();
  await index.write("b.ts", source(0));
  for (let at = 2; at < 6; at++) {
    await index.write("a.ts", source(at));
    await index.scan();
  }
  expect(index.names).toContain("Thing0");
  expect(index.parsed.filter((path) => path === "b.ts")).toEqual([]);
  rmSync(join(index.root, "b.ts"));
  rmSync(join(index.root, "a.ts"));
  await index.refresh("a.ts", "b.ts");
  await index.scan();
  expect(index.names).toEqual([]);
  expect(contents(index)).toBe(1);
  expect(disagreement(index.database)).toBeUndefined();
});
