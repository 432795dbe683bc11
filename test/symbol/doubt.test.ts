/** A parser that fails by a fault of ours hides no other file, and the answer says whose fault it was. */
import { expect, test } from "bun:test";
import { findSymbols } from "../../src/symbol/find.ts";
import { findOccurrences } from "../../src/symbol/occurrences.ts";
import { Symbols } from "../../src/symbol/symbols.ts";
import { SyntaxPool } from "../../src/syntax/pool.ts";
import { projectAt } from "../fixture/project.ts";
import { projectIndexAt } from "../fixture/project-index.ts";
import { tmp } from "../fixture/tmp.ts";

const FILES = {
  "a.ts": "export function wanted() {}\n",
  "boom.ts": "export function wanted() { boom(); }\n",
  "half.ts": "export function wanted( { {\n",
  "late.ts": "wanted();\n",
};

const startWorker = () => new Worker(new URL("../fixture/failing-parse.worker.ts", import.meta.url));

test("a file that we fail at is told from one that does not parse, for definitions and for uses", async () => {
  await using project = await tmp(FILES);
  await using data = await tmp();
  await using index = await projectIndexAt(project.path, data.path, [], {
    startWorker: () => new Worker(new URL("../fixture/silent.worker.ts", import.meta.url)),
  });
  using parsers = new SyntaxPool({ log: () => undefined, startWorker });
  const noted: string[] = [];
  const use = {
    project: await projectAt(project.path),
    symbols: new Symbols(parsers),
    index, // which never answers, so that the files themselves are looked at
    signal: AbortSignal.timeout(60_000),
    progress: () => undefined,
    fault: (error: unknown) => `id${noted.push((error as Error).message)}`,
  };
  const query = { namePath: "wanted", path: ".", substring: false, kinds: undefined, excludeKinds: undefined };
  const symbols = await findSymbols(query, use);
  expect(symbols).toMatchObject({ source: "syntax", doubtful: 2, faults: ["id1"] });
  expect(symbols.found.map(({ path }) => path)).toContain("a.ts");
  const uses = await findOccurrences({ namePath: "wanted", path: ".", limit: 9 }, use);
  expect(uses).toMatchObject({ source: "syntax", unsure: 2, faults: ["id2"] });
  expect(uses.found.map(({ path }) => path)).toContain("late.ts");
  expect(noted).toHaveLength(2);
  expect(noted[0]).toContain("was not parsed");
}, 60_000);
