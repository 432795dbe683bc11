/**
 * Writes what the packed model says of a few texts, for the tests: `bun scripts/train-embedding/golden.ts`. Run it after
 * pack.ts; a change in these numbers without a new model is a fault.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StaticModel } from "../../src/embed/static-model.ts";
import { MODEL_FILE } from "./pack.ts";

export const GOLDEN_FILE = join(import.meta.dir, "../../test/fixture/embedding-golden.json");

/** How many of a vector's numbers are written down. */
const NUMBERS = 8;

const TEXTS = [
  "parse",
  "parse a JSON document",
  "how are retries delayed after a failed request",
  "HTTPServer.handleRequest(request: Request): Promise<Response>",
  "def read_config(path): return yaml.safe_load(open(path))",
  "fn split_at_checked(&self, mid: usize) -> Option<(&[T], &[T])>",
  "open a connection to the database and keep it in the pool",
  "SELECT id, name FROM users WHERE deleted_at IS NULL",
  "for (int i = 0; i < n; ++i) sum += values[i];",
  "where is the lock file written",
  "class LruCache extends Cache",
  "convert between time zones",
  "utf8 decode base64 sha256",
  'throw new IllegalArgumentException("negative length")',
  "unparsable gobbledygook xyzzyish",
  "public async Task<int> ExecuteAsync(CancellationToken token)",
  "instance Monad m => MonadState s (StateT s m)",
  "get_user_by_id get_user_by_id src api users",
  "#!/bin/bash\nset -euo pipefail",
  "draw a rounded rectangle with a shadow",
];

export interface Golden {
  sha256: string;
  /** The first numbers of the vector of each text. */
  vectors: Record<string, number[]>;
}

if (import.meta.main) {
  const bytes = new Uint8Array(readFileSync(MODEL_FILE));
  const model = StaticModel.read(bytes);
  const vectors = Object.fromEntries(
    TEXTS.map((text) => [text, Array.from(model.embed(text)!.slice(0, NUMBERS), (value) => Number(value.toFixed(6)))]),
  );
  const golden: Golden = { sha256: Bun.SHA256.hash(bytes, "hex"), vectors };
  writeFileSync(GOLDEN_FILE, `${JSON.stringify(golden, null, 2)}\n`);
}
