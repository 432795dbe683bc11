/** The listing of a bulk replacement's places: as an answer, as text, and as the words of a refusal. */
import { z } from "zod";
import { visible, visibleName } from "../base/visible.ts";
import type { Survey } from "../change/bulk-replacement.ts";
import { COUNT_LIMIT, type PassedOver } from "../change/find-occurrences.ts";

export const placeHead = z.object({
  id: z.string().describe("For occurrence_ids."),
  line: z.int().describe("1-based."),
  end_line: z.int().describe("Last line of the place."),
  ambiguous: z.boolean().optional().describe("True where it spans lines and the needle matches again inside."),
});

export const surveyedFile = z.object({
  path: z.string(),
  total: z.int().describe("Places in this file, listed or not."),
  places: z.array(
    placeHead.extend({
      before: z.array(z.string()).describe("Lines that would go."),
      after: z.array(z.string()).describe("Lines that would come."),
    }),
  ),
});

export type ListedFile = z.output<typeof surveyedFile>;
type Head = z.output<typeof placeHead>;
type Listed<Place extends Head> = Omit<ListedFile, "places"> & { places: readonly Place[] };

export function surveyAnswer({ files }: Survey): ListedFile[] {
  return files.map(({ path, total, places }) => ({
    path,
    total,
    places: places.map(({ id, line, endLine, isAmbiguous, before, after }) => ({
      id,
      line,
      end_line: endLine,
      ...(isAmbiguous && { ambiguous: true }),
      before,
      after,
    })),
  }));
}

/** `src/a.ts:0@1a2b3c4d line 12`, then what goes with `-` and what comes with `+`. */
export function surveyText(files: readonly ListedFile[]): string {
  return asText(files, (place) => [
    headText(place),
    ...place.before.map((row) => `- ${visible(row)}`),
    ...place.after.map((row) => `+ ${visible(row)}`),
  ]);
}

export function placesText(files: readonly Listed<Head>[]): string {
  return asText(files, (place) => [headText(place)]);
}

export function totalsText(files: readonly { path: string; total: number }[]): string {
  return files.map(({ path, total }) => `${visibleName(path)}: ${total}`).join("\n");
}

function asText<Place extends Head>(files: readonly Listed<Place>[], rows: (place: Place) => string[]): string {
  if (files.length === 0) return "No match.";
  return files
    .flatMap(({ path, total, places }) => [
      ...places.flatMap(rows),
      ...(total > places.length ? [`${visibleName(path)}: ${total - places.length} more`] : []),
    ])
    .join("\n");
}

function headText({ id, line, end_line, ambiguous }: Head): string {
  const where = line === end_line ? `line ${line}` : `lines ${line}-${end_line}`;
  return `${visibleName(id)} ${where}${ambiguous ? ", may be wider than is meant: the needle matches again inside" : ""}`;
}

/** The listing in at most so many characters: with lines, else ids alone, else counts of files, else the count. */
export function listingWithin(survey: Survey, chars: number): string {
  if (survey.total === 0) return "There is no place now.";
  const files = surveyAnswer(survey);
  for (const form of [surveyText, placesText, totalsText]) {
    const text = `What there is now:\n${form(files)}`;
    if (text.length <= chars) return text;
  }
  return `Now there are ${survey.total} places in ${files.length} files; narrow it by path or globs to see them.`;
}

/** Why places may be missing; undefined when none can be. */
export function missedBy({ isCountCut, passedOver }: Survey): string | undefined {
  if (isCountCut) return `counting stopped at ${COUNT_LIMIT} places`;
  const words: [keyof PassedOver, string][] = [
    ["secret", "that hold secrets by name"],
    ["binary", "binary that may hold the needle"],
    ["tooLarge", "too large"],
    ["tooSlow", "too long for this expression"],
    ["unreadable", "unreadable"],
  ];
  const parts = words.filter(([key]) => passedOver[key] > 0).map(([key, what]) => `${passedOver[key]} ${what}`);
  return parts.length > 0 ? `files passed over: ${parts.join(", ")}` : undefined;
}
