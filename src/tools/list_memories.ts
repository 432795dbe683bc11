/** The tool `list_memories`. */
import { z } from "zod";
import { defineTool } from "../tool/define.ts";
import { nameField, newsOf, newsShape, newsText } from "../tool/memory.ts";

const memory = z.object({
  name: z.string(),
  chars: z.int().optional().describe("Not there for a damaged one."),
  changed_at: z.string().describe("ISO 8601, UTC."),
  read_only: z.literal(true).optional(),
  damaged: z.literal(true).optional().describe("Its text is lost; the others are well."),
});

/** Names given by the coarser form, and their characters together: about the least budget. */
const NAMES_SHOWN = 150;

export default defineTool({
  name: "list_memories",
  title: "List memories",
  category: "memory",
  description: "Lists the memories of the project and the global ones. Start with core, if it is there.",
  markers: ["core", "memory"],
  needs: ["project", "memories"],
  input: z.strictObject({ topic: nameField.optional().describe("Only those below this, such as frontend or global.") }),
  output: z.object({ memories: z.array(memory), ...newsShape }),
  examples: [{ title: "all", input: {} }],
  narrower: "Give a topic.",

  async run({ topic }, { memories: kept, signal }) {
    const { memories, mirror } = await kept.list(topic, signal);
    return {
      total: memories.length,
      is_truncated: false,
      answer: {
        memories: memories.map(({ name, chars, changedAt, isReadOnly }) => ({
          name,
          ...(chars !== undefined && { chars }),
          changed_at: changedAt,
          ...(isReadOnly && { read_only: true as const }),
          ...(chars === undefined && { damaged: true as const }),
        })),
        ...newsOf(mirror),
      },
    };
  },

  text: ({ memories, news }) =>
    (memories.length === 0 ? "There are none." : memories.map(lineOf).join("\n")) + newsText(news),

  ladder: (stage) => [
    stage(
      "names",
      z.object({ names: z.array(z.string()), others: z.int() }),
      ({ memories }) => ({
        names: memories.slice(0, NAMES_SHOWN).map(({ name }) => name),
        others: Math.max(0, memories.length - NAMES_SHOWN),
      }),
      ({ names, others }) => `${names.join("\n")}${others > 0 ? `\n(${others} more)` : ""}`,
    ),
    stage("count", z.object({ memories: z.int() }), ({ memories }) => ({ memories: memories.length })),
  ],
});

function lineOf({ name, chars, changed_at, read_only, damaged }: z.output<typeof memory>): string {
  const marks = [read_only && "read-only", damaged && "damaged"].filter(Boolean);
  return [name, ...(chars === undefined ? [] : [`${chars} chars`]), changed_at.slice(0, 10), ...marks].join(", ");
}
