/** The answer of a bulk replacement: the listing of a dry run, or the evidence of what was done; and the shorter forms. */
import { z } from "zod";
import { visibleName } from "../base/visible.ts";
import type { Survey } from "../change/bulk-replacement.ts";
import { changeSchema, changeText } from "./changed.ts";
import type { MakeStage } from "./define.ts";
import { missedBy, placeHead, placesText, surveyedFile, surveyText, totalsText } from "./survey.ts";

const FILES_SHOWN = 100;

export const bulkSchema = z.object({
  listing: z.array(surveyedFile).optional().describe("What a dry run found."),
  change: changeSchema.optional().describe("What was done."),
});

export type BulkAnswer = z.output<typeof bulkSchema>;

/** @param total places that were found, or replaced. */
export function evidenceOf(survey: Survey, total: number) {
  const reason = missedBy(survey);
  return {
    source: "disk" as const,
    total,
    ...(reason === undefined ? {} : { complete: false as const, reason }),
  };
}

export function bulkText({ listing, change }: BulkAnswer): string {
  return change ? changeText(change) : surveyText(listing ?? []);
}

const changedPaths = changeSchema.extend({ files: z.array(z.object({ path: z.string() })) });

/** Without the lines; then files and how many places each has; then counts. */
export const bulkStages = (stage: MakeStage<BulkAnswer>) =>
  [
    stage(
      "places",
      z.object({
        listing: z.array(surveyedFile.extend({ places: z.array(placeHead) })).optional(),
        change: changeSchema.optional(),
      }),
      ({ listing, change }) => ({
        ...(listing && {
          listing: listing.map(({ places, ...file }) => ({
            ...file,
            places: places.map(({ before: _, after: __, ...head }) => head),
          })),
        }),
        ...(change && { change }),
      }),
      ({ listing, change }) => (change ? changeText(change) : placesText(listing ?? [])),
    ),
    stage(
      "files",
      z.object({
        listing: z
          .array(z.object({ path: z.string(), total: z.int() }))
          .optional()
          .describe("Those with most places."),
        change: changedPaths.optional(),
      }),
      ({ listing, change }) => ({
        ...(listing && { listing: mostPlaces(listing) }),
        ...(change && { change: { ...change, files: change.files.map(({ path }) => ({ path })) } }),
      }),
      ({ listing, change }) =>
        change ? change.files.map(({ path }) => visibleName(path)).join("\n") : totalsText(listing ?? []),
    ),
    stage(
      "counts",
      z.object({ change_id: z.string().max(12).optional(), applied: z.boolean(), files: z.int() }),
      ({ listing, change }) => ({
        ...(change?.change_id !== undefined && { change_id: change.change_id }),
        applied: change?.applied ?? false,
        files: (change?.files ?? listing ?? []).length,
      }),
    ),
  ] as const;

function mostPlaces(files: readonly { path: string; total: number }[]) {
  return files
    .map(({ path, total }) => ({ path, total }))
    .sort((a, b) => b.total - a.total)
    .slice(0, FILES_SHOWN);
}
