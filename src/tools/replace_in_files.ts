/** The tool `replace_in_files`. */
import { z } from "zod";
import { UserError } from "../base/error.ts";
import { type Planned, planned, type Survey, surveyed } from "../change/bulk-replacement.ts";
import { Replacement } from "../change/replacement.ts";
import { filesInScope, nothingFound } from "../project/scope.ts";
import { bulkSchema, bulkStages, bulkText, evidenceOf } from "../tool/bulk.ts";
import { changeAnswer } from "../tool/changed.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";
import { modeField, needleField, replacementField } from "../tool/replacement.ts";
import { listingWithin, surveyAnswer } from "../tool/survey.ts";

/** Characters of the listing that a refusal carries. */
const REFUSAL_CHARS = 6_000;

const globs = z.array(z.string().min(1).max(500)).max(20).optional();

export default defineTool({
  name: "replace_in_files",
  title: "Replace text in many files",
  category: "edits",
  description:
    "Replaces a literal text, or what a regular expression matches, in many files at once. A dry run, the default, lists each place with an id; then apply with dry_run false and the ids, or with the count for all. All or nothing; passes over ignored and binary files.\n\nAn id stands for what was listed: when the place, the lines around it or the replacement differ, a fresh listing refuses it.",
  markers: ["core", "edit"],
  needs: ["project", "changes"],
  input: z.strictObject({
    needle: needleField,
    replacement: replacementField,
    mode: modeField,
    path: pathField("File or folder.").default("."),
    include_glob: globs.describe("Only files that match one of these, such as *.ts or src/**."),
    exclude_glob: globs.describe("No files that match one of these."),
    dry_run: z.boolean().default(true).describe("Lists the places and writes nothing."),
    occurrence_ids: z
      .array(z.string().min(1).max(5_000))
      .max(1_000)
      .optional()
      .describe("Only these places, from a dry run with the same needle and replacement."),
    expected_count: z
      .int()
      .min(1)
      .max(20_000)
      .optional()
      .describe("Places there must be; needed to replace all without ids."),
  }),
  output: bulkSchema,
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
    {
      title: "a literal",
      input: { needle: "Math.round", replacement: "Math.floor", mode: "literal", include_glob: ["*.ts"] },
    },
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
      const is_truncated = survey.listed < survey.total;
      const answer = { applied: false, files: [], listing: surveyAnswer(survey) };
      return { ...evidenceOf(survey, survey.total), is_truncated, hint, answer };
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
    return { ...evidenceOf(done!.survey, done!.count), answer: changeAnswer(change) };
  },

  text: bulkText,

  ladder: bulkStages,
});

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
