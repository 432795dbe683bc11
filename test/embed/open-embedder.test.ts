/** Who gets which embedder. */
import { expect, test } from "bun:test";
import { sharingModel } from "../../src/embed/open-embedder.ts";
import type { EmbeddingTask } from "../../src/embed/task.ts";
import { TinyEmbedder } from "../fixture/tiny-embedder.ts";

const EMBEDDED: EmbeddingTask = { provider: "embedded", isStrict: false, queryTimeoutMs: 1 };

test("the embedded model is loaded once for all, and again when that failed; services are opened for each", async () => {
  let opened = 0;
  const open = sharingModel(async () => {
    if (++opened === 1) throw new Error("no memory");
    return new TinyEmbedder();
  });
  const gone = AbortSignal.abort();
  expect(open(EMBEDDED, gone)).rejects.toThrow("no memory");
  await Bun.sleep(0);
  const [one, other] = await Promise.all([open(EMBEDDED, gone), open(EMBEDDED, gone)]);
  expect(one).toBe(other);
  expect(opened).toBe(2);
  await open({ ...EMBEDDED, provider: "endpoint" }, gone);
  await open({ ...EMBEDDED, provider: "endpoint" }, gone);
  expect(opened).toBe(4);
});
