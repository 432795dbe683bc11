/** Weighs what speaks for a file: a sum, with weights that were learnt from questions whose answers are known. */
import { z } from "zod";
import rawRanking from "#resources/retrieval/ranking.yaml";
import { FEATURES, type Feature, type Features } from "./features.ts";

const weights = z.record(z.enum(FEATURES), z.number());

/** Questions that are a name want other things than those in words. */
export const rankingSchema = z.strictObject({
  name: weights,
  text: weights,
  /** What a file's next chunk counts less than the one before. */
  next_chunk: z.number().min(0),
});
export type Ranking = z.output<typeof rankingSchema>;

export const RANKING: Ranking = rankingSchema.parse(rawRanking);

/** A feature of a file with what it counts. */
export interface Reason {
  part: Feature;
  value: number;
  points: number;
}

/** What a sum is made of, the weightiest first. */
export function reasons(features: Features, weights: Readonly<Record<Feature, number>>): Reason[] {
  return FEATURES.map((part) => ({ part, value: features[part], points: weights[part] * features[part] }))
    .filter(({ points }) => points !== 0)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
}

export function worth(features: Features, weights: Readonly<Record<Feature, number>>): number {
  let sum = 0;
  for (const feature of FEATURES) sum += weights[feature] * features[feature];
  return sum;
}
