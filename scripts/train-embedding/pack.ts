/**
 * Packs the trained weights as resources/embedding/model.bin: `bun scripts/train-embedding/pack.ts FOLDER [--out FILE]
 * [--weights FILE]`.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { FORMAT, MAGIC, type ModelHeader, TERM_WEIGHT, WORDS_VERSION } from "../../src/embed/static-model.ts";
import { Place } from "./place.ts";
import { DIMENSIONS } from "./trainer.ts";

export const MODEL_FILE = join(import.meta.dir, "../../resources/embedding/model.bin");

/** The file of a model, from its rows of floats. */
export function packed(entries: readonly string[], table: Float32Array): Uint8Array<ArrayBuffer> {
  const vocabulary = new TextEncoder().encode(entries.join("\n"));
  const header: ModelHeader = {
    format: FORMAT,
    dimensions: DIMENSIONS,
    entries: entries.length,
    vocabularyBytes: vocabulary.length,
    vocabularySha256: createHash("sha256").update(vocabulary).digest("hex"),
    words: WORDS_VERSION,
    termWeight: TERM_WEIGHT,
  };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const scalesAt = Math.ceil((8 + text.length + vocabulary.length) / 4) * 4;
  const rowsAt = scalesAt + entries.length * 4;
  const bytes = new Uint8Array(rowsAt + table.length);
  bytes.set(new TextEncoder().encode(MAGIC));
  new DataView(bytes.buffer).setUint32(4, text.length, true);
  bytes.set(text, 8);
  bytes.set(vocabulary, 8 + text.length);
  const scales = new Float32Array(bytes.buffer, scalesAt, entries.length);
  const rows = new Int8Array(bytes.buffer, rowsAt);
  for (let row = 0; row < entries.length; row++) {
    const base = row * DIMENSIONS;
    let most = 1e-12;
    for (let at = 0; at < DIMENSIONS; at++) most = Math.max(most, Math.abs(table[base + at]!));
    scales[row] = most / 127;
    for (let at = 0; at < DIMENSIONS; at++) rows[base + at] = Math.round((table[base + at]! / most) * 127);
  }
  return bytes;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: "string", default: MODEL_FILE }, weights: { type: "string" } },
  });
  const place = new Place(positionals[0]!);
  const { entries } = JSON.parse(readFileSync(place.vocabulary, "utf8")) as { entries: string[] };
  const weights = readFileSync(values.weights ?? place.weights);
  const bytes = packed(
    entries,
    new Float32Array(weights.buffer.slice(weights.byteOffset, weights.byteOffset + weights.length)),
  );
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(values.out, bytes);
  console.log(`${values.out}: ${bytes.length} bytes, SHA-256 ${createHash("sha256").update(bytes).digest("hex")}`);
}
