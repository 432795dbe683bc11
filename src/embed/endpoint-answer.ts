/** Reads vectors out of the answer of an embedding service, and refuses what is none. */
import { z } from "zod";
import { vectorFault, vectorLength } from "../base/vector.ts";
import { isRefused, type PassageVector } from "./embedder.ts";
import { EndpointFault } from "./endpoint-fault.ts";

const answerSchema = z.object({
  data: z.array(
    z.object({
      index: z.int().optional(),
      // Services that write NaN as JSON write null.
      embedding: z.union([z.array(z.number().nullable()), z.string()]),
    }),
  ),
});

/** The most numbers that a vector may have. */
const MOST_DIMENSIONS = 8_192;

/**
 * One vector of length 1 for each text, in order of the texts; a refusal for a text whose vector is no direction.
 * @param body JSON as the service sent it.
 * @param count of texts.
 * @param dimensions of the vectors; undefined when that is not known yet, and then all must be alike.
 * @throws EndpointFault `input` when it cannot be read or says nothing about a text, `lasting` for another number of
 * dimensions.
 */
export function vectorsOf(
  body: string,
  count: number,
  dimensions: number | undefined,
  service: string,
): PassageVector[] {
  const found = inOrder(parsed(body, service), count, service);
  const wanted = dimensions ?? found[0]?.length ?? 0;
  if (wanted < 1 || wanted > MOST_DIMENSIONS) {
    throw new EndpointFault(
      "lasting",
      `The embedding service at ${service} gives vectors of ${wanted} numbers; 1 to ${MOST_DIMENSIONS} can be used.`,
    );
  }
  const odd = found.findIndex((vector) => vector.length !== wanted);
  if (odd !== -1) {
    throw new EndpointFault(
      "lasting",
      `The embedding service at ${service} gave ${found[odd]!.length} numbers for text ${odd + 1} of ${count}, not ${wanted}; perhaps it has another model now.`,
    );
  }
  const vectors = found.map((vector): PassageVector => {
    const fault = vectorFault(vector, wanted);
    return fault === undefined ? unit(vector) : { refused: `its vector cannot be used: ${fault}` };
  });
  const [first] = vectors;
  if (isRefused(first) && vectors.every(isRefused)) {
    throw new EndpointFault(
      "input",
      `The embedding service at ${service} gave nothing usable: ${first.refused}${count === 1 ? "" : `, and so for all ${count} texts`}.`,
    );
  }
  return vectors;
}

function parsed(body: string, service: string): z.output<typeof answerSchema>["data"] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    const holdsNan = /[[,:]\s*-?(NaN|Infinity)\b/.test(body);
    throw new EndpointFault(
      "input",
      `The answer of the embedding service at ${service} is no JSON${holdsNan ? ": it holds NaN or Infinity" : ""}.`,
    );
  }
  const answer = answerSchema.safeParse(value);
  if (answer.success) return answer.data.data;
  const [issue] = answer.error.issues;
  throw new EndpointFault(
    "input",
    `The answer of the embedding service at ${service} is not as OpenAI's: ${issue?.path.join(".") || "it"}: ${issue?.message}.`,
  );
}

/** The vectors in the order of their texts: each text exactly once. */
function inOrder(data: z.output<typeof answerSchema>["data"], count: number, service: string): Float32Array[] {
  const isNumbered = data.some(({ index }) => index !== undefined);
  const found: (Float32Array | undefined)[] = Array.from({ length: count });
  const fault = (what: string) =>
    new EndpointFault("input", `The embedding service at ${service} gave ${what}, for ${count} texts.`);
  for (const [place, { index, embedding }] of data.entries()) {
    const at = isNumbered ? index : place;
    if (at === undefined) throw fault(`a vector without its index among others with one`);
    if (at < 0 || at >= count) throw fault(`a vector with index ${at}`);
    if (found[at]) throw fault(`two vectors with index ${at}`);
    found[at] = numbersOf(embedding, service, at);
  }
  const missing = found.indexOf(undefined);
  if (missing !== -1) throw fault(`no vector with index ${missing}`);
  return found as Float32Array[];
}

function numbersOf(embedding: readonly (number | null)[] | string, service: string, at: number): Float32Array {
  if (typeof embedding !== "string") return Float32Array.from(embedding, (value) => value ?? Number.NaN);
  const fault = (why: string) =>
    new EndpointFault("input", `The vector with index ${at} of the embedding service at ${service} is ${why}.`);
  let bytes: Uint8Array;
  try {
    bytes = Uint8Array.fromBase64(embedding);
  } catch {
    throw fault("text that is not base64");
  }
  if (bytes.length % 4 !== 0) throw fault(`${bytes.length} bytes of base64, which are no whole float32 numbers`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) => view.getFloat32(index * 4, true));
}

function unit(vector: Float32Array): Float32Array {
  const scale = 1 / vectorLength(vector);
  return vector.map((value) => value * scale);
}
