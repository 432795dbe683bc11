/** What a model was trained to find before questions and before passages. */
import { z } from "zod";
import rawPrefixes from "#resources/embedding/prefixes.yaml";

const prefixesSchema = z.array(
  z.strictObject({ words: z.array(z.string().min(1)).min(1), query: z.string(), document: z.string() }),
);

export interface Prefixes {
  query: string;
  document: string;
}

/** Of a model by its name, as `resources/embedding/prefixes.yaml` knows it; empty ones for any other. */
export function prefixesOf(model: string, presets: unknown = rawPrefixes): Prefixes {
  const name = model.toLowerCase();
  const known = prefixesSchema.parse(presets).find(({ words }) => words.some((word) => name.includes(word)));
  return { query: known?.query ?? "", document: known?.document ?? "" };
}
