/** A writer that is killed leaves an index that is right so far; scripts/verify/index-kill.ts kills more often. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { writeSources } from "../fixture/generated-sources.ts";
import { killedOnce } from "../fixture/index-kill.ts";
import { tmp } from "../fixture/tmp.ts";

test("H96: a killed writer leaves a whole index, and the next one completes it", async () => {
  await using work = await tmp();
  const [root, folder] = [join(work.path, "project"), join(work.path, "index")];
  writeSources(root, 300);
  for (const [seed, afterMs] of [150, 500, 1_100].entries()) {
    expect((await killedOnce(root, folder, seed, afterMs)).fault).toBeUndefined();
  }
}, 60_000);
