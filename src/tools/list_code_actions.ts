/** The tool `list_code_actions`. */
import { z } from "zod";
import { type OfferedAction, offeredActions } from "../symbol/code-actions.ts";
import { reasonsOf, reasonText } from "../symbol/lack.ts";
import { defineTool } from "../tool/define.ts";
import { WORDS_LIMIT } from "../tool/evidence.ts";
import { pathField } from "../tool/field.ts";
import { cut } from "../tool/problems.ts";

/** Actions that are given; all are counted. */
const SHOWN = 100;
const TITLE_CHARS = 300;

const line = z.int().min(1).max(10_000_000);

const action = z.object({
  action_id: z.string(),
  title: z.string(),
  kind: z.string().optional(),
  preferred: z.boolean().optional().describe("True for the one that an editor would take by itself."),
  disabled: z.string().optional().describe("Why it cannot be done here."),
  mends: z.array(z.string()).optional().describe("Problems that it mends."),
});

const schema = z.object({ actions: z.array(action) });

export default defineTool({
  name: "list_code_actions",
  title: "List what a server can do to code",
  category: "edits",
  description:
    "Lists the fixes and refactorings that language servers offer for some lines of a file, with ids for apply_code_action: missing imports, extractions, implementations. Actions for the whole file, such as organizing imports, are given for kind source.",
  markers: ["symbolic"],
  needs: ["project", "symbols", "index", "servers"],
  input: z.strictObject({
    path: pathField("File, relative to the project root."),
    start_line: line.describe("First line, 1-based."),
    end_line: line.optional().describe("Last line, inclusive; the first when left out."),
    kind: z
      .string()
      .min(1)
      .max(100)
      .regex(/^[A-Za-z0-9_.-]+$/)
      .optional()
      .describe("Only this kind and those below it: quickfix, refactor.extract, source.organizeImports."),
  }),
  output: schema,
  aliases: { relative_path: "path", file: "path", file_path: "path", line: "start_line" },
  examples: [
    { title: "of one line", input: { path: "src/drafts/draft-0.ts", start_line: 1 } },
    { title: "for the whole file", input: { path: "src/cart.ts", start_line: 1, end_line: 3, kind: "source" } },
  ],
  narrower: "Give fewer lines or a kind.",

  async run({ path, start_line, end_line, kind }, use) {
    const place = { path, startLine: start_line, endLine: end_line ?? start_line, kind };
    const { actions, lacks } = await offeredActions(place, use);
    const reason = reasonText(reasonsOf(lacks), WORDS_LIMIT);
    return {
      source: "server",
      total: actions.length,
      is_truncated: actions.length > SHOWN,
      ...(reason === undefined ? { complete: true as const } : { complete: false as const, reason }),
      ...(actions.length === 0 && {
        hint: "The servers offer nothing there. Some actions are given only for their kind, such as source or refactor.",
      }),
      answer: { actions: actions.slice(0, SHOWN).map(described) },
    };
  },

  ladder: (stage) => [
    stage("without_problems", schema, ({ actions }) => ({ actions: actions.map(({ mends: _, ...rest }) => rest) })),
    stage("titles", z.object({ titles: z.array(z.string()) }), ({ actions }) => ({
      titles: actions.map(({ title }) => title),
    })),
    stage("count", z.object({ listed: z.int() }), ({ actions }) => ({ listed: actions.length })),
  ],
});

function described({ id, title, kind, isPreferred, disabled, mends }: OfferedAction) {
  return {
    action_id: id,
    title: cut(title, TITLE_CHARS),
    ...(kind !== undefined && { kind }),
    ...(isPreferred && { preferred: true }),
    ...(disabled !== undefined && { disabled: cut(disabled, TITLE_CHARS) }),
    ...(mends.length > 0 && { mends: mends.map((one) => cut(one, TITLE_CHARS)) }),
  };
}
