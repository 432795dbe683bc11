/** The answer of a bulk replacement: the listing of a dry run, or the evidence of what was done; and the shorter forms. */
import { z } from "zod";
import { visibleName } from "../base/visible.ts";
import type { Survey } from "../change/bulk-replacement.ts";
import { changeSchema, changeText } from "./changed.ts";
import type { MakeStage } from "./define.ts";
import { type ListedFile, missedBy, placeHead, placesText, surveyedFile, surveyText, totalsText } from "./survey.ts";

const FILES_SHOWN = 100;

export const bulkSchema = changeSchema.extend({
  listing: z.array(surveyedFile).optional().describe("What a dry run found; nothing was written then."),
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

export function bulkText({ listing, ...change }: BulkAnswer): string {
  return listing ? surveyText(listing) : changeText(change);
}

const places = changeSchema.extend({
  listing: z.array(surveyedFile.extend({ places: z.array(placeHead) })).optional(),
});

const totals = z.array(z.object({ path: z.string(), total: z.int() })).describe("Those with most places.");
const paths = changeSchema.extend({ files: z.array(z.object({ path: z.string() })), listing: totals.optional() });

const counts = z.object({ change_id: z.string().max(12).optional(), applied: z.boolean(), files: z.int() });

/** Without the lines; then files and how many places each has; then counts. */
export const bulkStages = (stage: MakeStage<BulkAnswer>) =>
  [
    stage(
      "places",
      places,
      ({ listing, ...change }) => ({ ...change, ...(listing && { listing: listing.map(withoutLines) }) }),
      ({ listing, ...change }) => (listing ? placesText(listing) : changeText(change)),
    ),
    stage(
      "files",
      paths,
      ({ listing, files, ...change }) => ({
        ...change,
        files: files.map(({ path }) => ({ path })),
        ...(listing && { listing: mostPlaces(listing) }),
      }),
      ({ listing, files }) => (listing ? totalsText(listing) : files.map(({ path }) => visibleName(path)).join("\n")),
    ),
    stage("counts", counts, ({ change_id, applied, files, listing }) => ({
      ...(change_id !== undefined && { change_id }),
      applied,
      files: (listing ?? files).length,
    })),
  ] as const;

function withoutLines({ places, ...file }: ListedFile) {
  return { ...file, places: places.map(({ before: _, after: __, ...head }) => head) };
}

function mostPlaces(files: readonly ListedFile[]) {
  return files
    .map(({ path, total }) => ({ path, total }))
    .sort((a, b) => b.total - a.total)
    .slice(0, FILES_SHOWN);
}
