/** The laws of symbols on this repository's own sources and samples; `scripts/verify/symbols.ts` checks real ones. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { repositoryFiles } from "../../scripts/corpus.ts";
import { verifySymbols } from "../../scripts/verify/symbols.ts";

test("every symbol of a repository is meant by its name path alone, and its declaration is whole", async () => {
  const { faults, torn, languages } = await verifySymbols(repositoryFiles(join(import.meta.dir, "../..")), 1, 7);
  expect(faults).toEqual([]);
  expect(torn.length).toBeLessThan(5); // a statement that stands alone in its block cannot be cut out
  expect(languages.get("typescript")!.symbols).toBeGreaterThan(1_000);
}, 240_000);
