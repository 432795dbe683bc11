import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRefused, type PassageVector } from "../../src/embed/embedder.ts";
import { embedderOf, staticEmbedder } from "../../src/embed/static-embedder.ts";
import { StaticModel } from "../../src/embed/static-model.ts";
import golden from "../fixture/embedding-golden.json";
import { axesModel } from "../fixture/static-model.ts";

const { signal } = new AbortController();
const embedder = await staticEmbedder();
const bytes = new Uint8Array(readFileSync(join(import.meta.dir, "../../resources/embedding/model.bin")));

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);

function vectorOf(vector: PassageVector): Float32Array {
  if (vector === undefined || isRefused(vector)) throw new Error("There is no vector.");
  return vector;
}

test("the embedded model is the one that was measured", () => {
  expect(Bun.SHA256.hash(bytes, "hex")).toBe(golden.sha256);
});

test.each(Object.entries(golden.vectors))("%p has the vector that it was given", async (text, numbers) => {
  const vector = (await embedder.query(text, signal))!;
  expect(vector.length).toBe(embedder.dimensions);
  expect(cosine(vector, vector)).toBeCloseTo(1, 5);
  for (const [at, number] of numbers.entries()) expect(vector[at]!).toBeCloseTo(number, 5);
});

test("a passage is embedded with the words of its path", async () => {
  const path = "src/http/retry.ts";
  const [passage, bare] = await embedder.passages(
    [
      { path, text: "export const LIMIT = 3;" },
      { path: "", text: "" },
    ],
    signal,
  );
  expect(passage).toEqual((await embedder.query("retry retry src http\nexport const LIMIT = 3;", signal))!);
  expect(bare).toBeUndefined();
});

test("what belongs together lies nearer than what does not", async () => {
  const question = (await embedder.query("how long to wait before a failed request is sent again", signal))!;
  const [retry, other] = await embedder.passages(
    [
      {
        path: "src/backoff.ts",
        text: "export function nextDelay(attempt: number) { return base * 2 ** attempt + jitter(); }",
      },
      {
        path: "src/theme.ts",
        text: "export const palette = { background: '#fff', border: 'solid 1px', font: 'Inter' };",
      },
    ],
    signal,
  );
  expect(cosine(question, vectorOf(retry))).toBeGreaterThan(cosine(question, vectorOf(other)));
});

test("the id tells models apart and stays the same for the same file", () => {
  const [one, same, other] = [axesModel(["a1"]), axesModel(["a1"]), axesModel(["b1"])].map(
    (file) => embedderOf(file).id,
  );
  expect(one).toBe(same!);
  expect(one).not.toBe(other!);
  expect(embedder.id).toMatch(/^static-[0-9a-f]{12}-256-p\d+$/);
});

test("nothing is embedded for somebody who has gone", async () => {
  const gone = AbortSignal.abort(new Error("gone"));
  await expect(embedder.passages([{ path: "a", text: "parse" }], gone)).rejects.toThrow("gone");
  await expect(embedder.query("parse", gone)).rejects.toThrow("gone");
});

test("the vocabulary holds words, and nothing like a key, an address or a name of a single project", () => {
  const { entries } = StaticModel.read(bytes).vocabulary;
  expect(new Set(entries).size).toBe(entries.length);
  const odd = entries.filter((entry) => !/^(##)?[a-z]{1,24}$|^[a-z]{1,12}\d{1,4}$|^\d{1,4}$/.test(entry));
  expect(odd).toEqual([]);
});
