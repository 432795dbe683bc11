/** The tool `list_changes`. */
import { z } from "zod";
import { visibleName } from "../base/visible.ts";
import { defineTool } from "../tool/define.ts";

/** Most files of a change that are named. */
const FILES_NAMED = 20;

const change = z.object({
  change_id: z.string(),
  tool: z.string(),
  caller: z.string(),
  at: z.string().describe("ISO 8601, UTC."),
  state: z.enum(["applied", "undone"]),
  undoes: z.string().optional().describe("The change that this one took back."),
  changed_files: z.int(),
});

const file = z.object({
  path: z.string(),
  kind: z.enum(["created", "edited", "deleted"]),
  added: z.int().describe("Lines."),
  removed: z.int().describe("Lines."),
});

type Listed = z.output<typeof change> & { files: z.output<typeof file>[] };

export default defineTool({
  name: "list_changes",
  title: "List changes",
  category: "edits",
  description:
    "Lists what the edit tools changed in this project, the latest first, with the ids for undo_change. Changes that others made to files are not in it.",
  markers: [],
  needs: ["project", "changes"],
  input: z.strictObject({
    limit: z.int().min(1).max(200).default(20).describe("Most changes to return; all are counted."),
  }),
  output: z.object({ changes: z.array(change.extend({ files: z.array(file) })) }),
  examples: [{ title: "the latest", input: { limit: 8 } }],
  narrower: "Give a lower limit.",

  async run({ limit }, { changes }) {
    const { changes: past, total } = changes.past(limit);
    return {
      source: "disk",
      total,
      is_truncated: past.length < total,
      answer: {
        changes: past.map(({ id, undoes, files, ...rest }) => ({
          change_id: id,
          ...rest,
          ...(undoes !== undefined && { undoes }),
          changed_files: files.length,
          files: files.slice(0, FILES_NAMED),
        })),
      },
    };
  },

  text: ({ changes }) => (changes.length === 0 ? "Nothing was changed yet." : changes.map(changeText).join("\n")),

  ladder: (stage) => [
    stage(
      "without_files",
      z.object({ changes: z.array(change) }),
      ({ changes }) => ({ changes: changes.map(({ files: _, ...rest }) => rest) }),
      ({ changes }) => changes.map(headText).join("\n"),
    ),
    stage("latest", z.object({ latest: z.string().max(12).optional(), listed: z.int() }), ({ changes }) => ({
      ...(changes[0] && { latest: changes[0].change_id }),
      listed: changes.length,
    })),
  ],
});

/** `c12 replace_content, 2026-11-30T10:00:00.000Z, mcp claude-code`, then a line a file. */
function changeText(one: Listed): string {
  const files = one.files.map(
    ({ path, kind, added, removed }) => `  ${visibleName(path)} ${kind}: +${added} -${removed}`,
  );
  const more = one.changed_files > files.length ? [`  (${one.changed_files - files.length} more files)`] : [];
  return [headText(one), ...files, ...more].join("\n");
}

function headText({ change_id, tool, at, caller, state, undoes, changed_files }: z.output<typeof change>): string {
  const what = undoes === undefined ? tool : `${tool} of ${undoes}`;
  const undone = state === "undone" ? ", undone" : "";
  return `${change_id} ${what}, ${at}, ${visibleName(caller)}, files: ${changed_files}${undone}`;
}
