/** A process that is killed while it makes vectors leaves those that it wrote, and the next goes on from there. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { Indexer } from "../../src/index/indexer.ts";
import { DocumentTable } from "../../src/store/document-table.ts";
import { openIndexWriter } from "../../src/store/index-database.ts";
import { passOver, vectorDisagreement, vectorDump } from "../fixture/embedded.ts";
import { writeSources } from "../fixture/generated-sources.ts";
import { parse } from "../fixture/index-law.ts";
import { projectAt } from "../fixture/project.ts";
import { TinyEmbedder } from "../fixture/tiny-embedder.ts";
import { tmp } from "../fixture/tmp.ts";

const never = new AbortController().signal;

test("H96: vectors that were made before a kill are whole, and are not made again", async () => {
  await using work = await tmp();
  const [root, folder] = [join(work.path, "project"), join(work.path, "index")];
  writeSources(root, 150);
  let kept = 0;
  for (const batches of [2, 5, 9]) {
    const child = Bun.spawn([process.execPath, join(import.meta.dir, "../fixture/embedding-writer.ts"), root, folder], {
      stdout: "pipe",
      stderr: "inherit",
    });
    let begun = 0;
    for await (const part of child.stdout) {
      begun += part.length;
      if (begun >= batches) break;
    }
    expect(begun).toBeGreaterThanOrEqual(batches);
    child.kill("SIGKILL");
    await child.exited;
    using writer = openIndexWriter(folder, "kill")!;
    expect(writer.replaced).toBeUndefined();
    expect(vectorDisagreement(writer.database)).toBeUndefined();
    const { done, total } = new DocumentTable(writer.database).counts();
    expect(done).toBeGreaterThan(kept);
    expect(done).toBeLessThan(total);
    kept = done;
  }
  using writer = openIndexWriter(folder, "kill")!;
  const { database } = writer;
  const project = await projectAt(root);
  await new Indexer({ project, database, parse }).scan(never);
  const tiny = new TinyEmbedder();
  await passOver(project, database, tiny).run(never);
  expect(tiny.seen).toHaveLength(new DocumentTable(database).counts().total - kept);
  await using other = await tmp();
  using fresh = openIndexWriter(other.path, "kill")!;
  await new Indexer({ project, database: fresh.database, parse }).scan(never);
  await passOver(project, fresh.database, new TinyEmbedder()).run(never);
  expect(vectorDump(database)).toBe(vectorDump(fresh.database));
}, 60_000);
