/** The tool `replace_in_files`. */
import { z } from "zod";
import { UserError } from "../base/error.ts";
import { visibleName } from "../base/visible.ts";
import { type Planned, planned, type Survey, surveyed } from "../change/bulk-replacement.ts";
import { Replacement } from "../change/replacement.ts";
import { filesInScope, nothingFound } from "../project/scope.ts";
import { changeAnswer, changeSchema, changeText } from "../tool/changed.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";
import { modeField, needleField, replacementField } from "../tool/replacement.ts";
import {
  listingWithin,
  missedBy,
  placeHead,
  placesText,
  surveyAnswer,
  surveyedFile,
  surveyText,
  totalsText,
} from "../tool/survey.ts";

/** Characters of the listing that a refusal carries. */
const REFUSAL_CHARS = 6_000;
const FILES_SHOWN = 100;

const globs = z.array(z.string().min(1).max(500)).max(20).optional();

const changedPaths = changeSchema.extend({ files: z.array(z.object({ path: z.string() })) });

export default defineTool({
  name: "replace_in_files",
  title: "Replace text in many files",
  category: "edits",
  description:
    "Replaces a literal text, or what a regular expression matches, in many files at once. A dry run, the default, lists each place with an id; then apply with dry_run false and the ids, or with the count for all. All or nothing; passes over ignored and binary files.\n\nAn id stands for what was listed: when the place, the lines around it, or the replacement is another, it is refused with a fresh listing.",
  markers: ["core", "edit"],
  needs: ["project", "changes"],
  input: z.strictObject({
    needle: needleField,
    replacement: replacementField,
    mode: modeField,
    path: pathField("File or folder, relative to the project root.").default("."),
    include_glob: globs.describe("Only files that match one of these, such as *.ts or src/**."),
    exclude_glob: globs.describe("No files that match one of these."),
    dry_run: z.boolean().default(true).describe("Lists the places and writes nothing."),
    occurrence_ids: z
      .array(z.string().min(1).max(5_000))
      .max(1_000)
      .optional()
      .describe("Replaces these places only, as a dry run with the same needle and replacement listed them."),
    expected_count: z
      .int()
      .min(1)
      .max(20_000)
      .optional()
      .describe("Places that there must be; needed to replace all of them without ids."),
  }),
  output: z.object({
    listing: z.array(surveyedFile).optional().describe("What a dry run found."),
    change: changeSchema.optional().describe("What was done."),
  }),
  aliases: {
    relative_path: "path",
    pattern: "needle",
    repl: "replacement",
    ids: "occurrence_ids",
    paths_include_glob: "include_glob",
    paths_exclude_glob: "exclude_glob",
  },
  examples: [
    {
      title: "what would be replaced",
      input: {
        needle: "article = (\\d+)",
        replacement: "item = $!1",
        mode: "regex",
        include_glob: ["src/department-1*/**"],
      },
    },
    {
      title: "all places of a literal",
      input: {
        needle: "before",
        replacement: "after",
        mode: "literal",
        path: "notes/plan.md",
        dry_run: false,
        expected_count: 1,
      },
    },
    { title: "a literal", input: { needle: "Math.round", replacement: "Math.floor", mode: "literal", path: "src" } },
  ],
  narrower: "Give a path, a glob or a longer needle.",

  async run(input, { project, changes, signal, progress, budget }) {
    const { needle, replacement, mode, path, include_glob, exclude_glob, dry_run, occurrence_ids, expected_count } =
      input;
    if (dry_run && occurrence_ids) throw idsInDryRun();
    const wanted = new Replacement({ needle, mode, replacement });
    const { files, narrower } = project;
    const inScope = () => filesInScope(files, { path, include: include_glob, exclude: exclude_glob }, signal);
    const use = { files, narrower, signal, progress };
    if (dry_run) {
      const scope = await inScope();
      const survey = await surveyed({ paths: scope.paths, replacement: wanted, use });
      const hint = survey.total === 0 ? nothingFound(scope, path) : howToApply(survey, expected_count);
      return { ...evidenceOf(survey, survey.total), hint, answer: { listing: surveyAnswer(survey) } };
    }
    const listing = (survey: Survey) => listingWithin(survey, Math.min(budget, REFUSAL_CHARS));
    let done: Planned | undefined;
    const plan = async () => {
      const { paths } = await inScope();
      const choice = { ids: occurrence_ids, expected: expected_count };
      done = await planned({ paths, replacement: wanted, use, listing }, choice);
      return done.changes;
    };
    const change = await changes.carryOut(plan, { signal });
    return { ...evidenceOf(done!.survey, done!.count), answer: { change: changeAnswer(change) } };
  },

  text: ({ listing, change }) => (change ? changeText(change) : surveyText(listing ?? [])),

  ladder: (stage) => [
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
  ],
});

function mostPlaces(files: readonly { path: string; total: number }[]) {
  return files
    .map(({ path, total }) => ({ path, total }))
    .sort((a, b) => b.total - a.total)
    .slice(0, FILES_SHOWN);
}

/** @param total places that were found, or replaced. */
function evidenceOf(survey: Survey, total: number) {
  const reason = missedBy(survey);
  return {
    source: "disk" as const,
    total,
    is_truncated: survey.listed < survey.total,
    ...(reason === undefined ? {} : { complete: false as const, reason }),
  };
}

function howToApply({ total, isCountCut }: Survey, expected: number | undefined): string {
  if (isCountCut) return "Nothing was written. Narrow it by path or globs.";
  const other =
    expected === undefined || expected === total ? "" : ` ${expected} were expected, and there are ${total}.`;
  return `Nothing was written.${other} Apply with dry_run false: some by their occurrence_ids, or all with expected_count ${total}.`;
}

function idsInDryRun(): UserError {
  const message = "occurrence_ids are for applying, but dry_run is true; nothing was written.";
  return new UserError("invalid_arguments", message, {
    errors: [{ pointer: "/occurrence_ids", message }],
    hint: "Set dry_run to false to replace these places, or leave the ids out to list all.",
  });
}
