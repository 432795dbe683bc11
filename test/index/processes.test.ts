/** One process writes an index, many read it. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { openIndexWriter } from "../../src/store/index-database.ts";
import { writeSources } from "../fixture/generated-sources.ts";
import { startWriter } from "../fixture/index-kill.ts";
import { tmp } from "../fixture/tmp.ts";

const READER = join(import.meta.dir, "../fixture/index-reader.ts");
const READERS = 10;

test("ten processes read whole files while one writes; when it is killed, the next one writes at once", async () => {
  await using work = await tmp();
  const [root, folder] = [join(work.path, "project"), join(work.path, "index")];
  writeSources(root, 300);
  const readers = Array.from({ length: READERS }, () =>
    Bun.spawn([process.execPath, READER, folder], { stdin: "pipe", stdout: "pipe", stderr: "inherit" }),
  );
  const { child, says } = await startWriter(root, folder, 1);
  try {
    expect(says).toBe("writing");
    expect(openIndexWriter(folder, "kill")).toBeUndefined();
    const second = await startWriter(root, folder, 2);
    expect(second.says).toBe("busy");
    const outputs = readers.map(({ stdout }) => linesOf(stdout));
    for (const output of outputs) expect((await output.next()).value).toBe("reading");
    await Bun.sleep(1_000); // all of them read, one writes
    child.kill("SIGKILL");
    await child.exited;
    using next = openIndexWriter(folder, "kill");
    expect(next).toBeDefined();
    expect(next?.replaced).toBeUndefined();
    for (const { stdin } of readers) void stdin.end();
    for (const output of outputs) {
      const { reads, files, faults } = JSON.parse((await output.next()).value!);
      expect(faults).toEqual([]);
      expect(reads).toBeGreaterThan(0);
      expect(files).toBeGreaterThan(0);
    }
  } finally {
    child.kill("SIGKILL");
    for (const reader of readers) reader.kill("SIGKILL");
  }
}, 60_000);

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}
