/** Answers of tools that list places: lines of files with the symbol around each, and their shorter forms. */
import { z } from "zod";
import { visible, visibleName } from "../base/visible.ts";
import type { MakeStage, Stage } from "./define.ts";

const FILES_SHOWN = 100;

export const placeSchema = z.object({
  path: z.string(),
  line: z.int().describe("1-based."),
  text: z.string().describe("The line; a … stands where a long one was left out."),
  within: z.string().optional().describe("Name path of the symbol around it."),
});

interface Place extends z.output<typeof placeSchema> {
  defines?: string | undefined;
  access?: string | undefined;
}

/** A path, then a line for each place in it. */
export function placesText(places: readonly Place[]): string {
  return [...Map.groupBy(places, ({ path }) => path)]
    .map(([path, rows]) => [visibleName(path), ...rows.map(placeText)].join("\n"))
    .join("\n\n");
}

/** A place in an import says so itself, and one that is read is what others are taken for. */
function placeText({ line, text, within, defines, access }: Place): string {
  const around = defines ? `defines ${visibleName(defines)}` : within ? `in ${visibleName(within)}` : "";
  const said = [around, access === "write" ? "written" : ""].filter(Boolean).join(", ");
  return `${line}: ${visible(text)}${said && `  <- ${said}`}`;
}

/** From lines without their text over files to a number. */
export function placeStages<Full extends { places: readonly Place[]; files_with_places: number }>(
  stage: MakeStage<Full>,
): readonly [Stage, ...Stage[]] {
  return [
    stage(
      "lines",
      z.object({
        files: z.array(
          z.object({ path: z.string(), lines: z.array(z.int()), defines: z.array(z.string()).optional() }),
        ),
      }),
      ({ places }) => ({
        files: [...Map.groupBy(places, ({ path }) => path)].map(([path, rows]) => {
          const defines = rows.flatMap((row) => row.defines ?? []);
          return { path, lines: rows.map(({ line }) => line), ...(defines.length > 0 && { defines }) };
        }),
      }),
      ({ files }) =>
        files
          .map(({ path, lines, defines }) => {
            const definitions = defines ? ` (defines ${defines.map(visibleName).join(", ")})` : "";
            return `${visibleName(path)}: ${lines.join(", ")}${definitions}`;
          })
          .join("\n"),
    ),
    stage(
      "files",
      z.object({
        files: z.array(z.object({ path: z.string(), places: z.int() })).describe("Those with most."),
        files_with_places: z.int(),
      }),
      ({ places, files_with_places }) => ({
        files_with_places,
        files: [...Map.groupBy(places, ({ path }) => path)]
          .map(([path, { length }]) => ({ path, places: length }))
          .sort((a, b) => b.places - a.places)
          .slice(0, FILES_SHOWN),
      }),
      ({ files }) => files.map(({ path, places }) => `${visibleName(path)}: ${places}`).join("\n"),
    ),
    stage("count", z.object({ files_with_places: z.int() }), ({ files_with_places }) => ({ files_with_places })),
  ];
}
