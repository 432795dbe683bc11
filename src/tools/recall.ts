/** The tool `recall`. */
import { z } from "zod";
import { fenced, visibleName } from "../base/visible.ts";
import { NOTE_KINDS } from "../store/note-table.ts";
import { defineTool } from "../tool/define.ts";

const KINDS = [...NOTE_KINDS, "memory"] as const;
const DAY_MS = 86_400_000;

const head = z.object({
  kind: z.enum(KINDS),
  id: z.string().describe("A note's id, or a memory's name."),
  age_days: z.int(),
  outdated: z.literal(true).optional().describe("What it is about changed since."),
});

const recalled = head.extend({
  text: z.string().describe("The note, or the part of the memory that fits best."),
  at: z.string().describe("ISO 8601, UTC."),
  by: z.string(),
  commit: z.string().optional().describe("What was checked out then."),
  tags: z.array(z.string()).optional(),
  subjects: z
    .array(z.object({ subject: z.string(), state: z.enum(["unchanged", "changed", "gone", "unknown"]) }))
    .optional(),
});

/** Of what is shown without texts. */
const HEADS_SHOWN = 20;

export default defineTool({
  name: "recall",
  title: "Recall",
  category: "memory",
  description:
    "Searches notes and memories by words and meaning, before you decide anew. Says how old each is, and whether its code changed since.",
  markers: ["core", "memory"],
  needs: ["project", "notes"],
  input: z.strictObject({
    query: z.string().min(1).max(2_000).describe("A question or words."),
    kinds: z.array(z.enum(KINDS)).max(4).optional().describe("Only these."),
    tags: z.array(z.string().min(1).max(60)).max(12).optional().describe("Only notes with one of these."),
    limit: z.int().min(1).max(20).default(5).describe("Most results."),
  }),
  output: z.object({ results: z.array(recalled) }),
  aliases: { question: "query", text: "query" },
  examples: [
    { title: "a question", input: { query: "what is known of the shop", limit: 20 } },
    { title: "pitfalls alone", input: { query: "money", kinds: ["pitfall"] } },
  ],
  narrower: "Give a lower limit, kinds or tags.",

  async run({ query, kinds, tags, limit }, { notes, signal }) {
    const { found, total, reason } = await notes.recall({ query, kinds, tags, limit }, signal);
    const now = Date.now();
    return {
      total,
      is_truncated: total > found.length,
      ...(reason === undefined ? {} : { complete: false as const, reason }),
      answer: {
        results: found.map(({ kind, id, text, at, caller, commit, tags, subjects }) => ({
          kind,
          id,
          age_days: Math.max(0, Math.floor((now - Date.parse(at)) / DAY_MS)),
          ...(subjects.some(({ state }) => state === "changed" || state === "gone") && { outdated: true as const }),
          text,
          at,
          by: caller,
          ...(commit !== undefined && { commit: commit.slice(0, 12) }),
          ...(tags.length > 0 && { tags: [...tags] }),
          ...(subjects.length > 0 && { subjects }),
        })),
      },
    };
  },

  text: ({ results }) => (results.length === 0 ? "Nothing." : results.map(blockOf).join("\n\n")),

  ladder: (stage) => [
    stage(
      "without_texts",
      z.object({ results: z.array(head), others: z.int() }),
      ({ results }) => ({
        results: results
          .slice(0, HEADS_SHOWN)
          .map(({ kind, id, age_days, outdated }) => ({ kind, id, age_days, ...(outdated && { outdated }) })),
        others: Math.max(0, results.length - HEADS_SHOWN),
      }),
      ({ results }) => results.map(lineOf).join("\n"),
    ),
    stage("count", z.object({ results: z.int() }), ({ results }) => ({ results: results.length })),
  ],
});

function lineOf({ kind, id, age_days, outdated }: z.output<typeof head>): string {
  return `${kind} ${visibleName(id)}, ${age_days} days old${outdated ? ", OUTDATED: its subject changed" : ""}`;
}

function blockOf({ text, by, tags, subjects, ...one }: z.output<typeof recalled>): string {
  const about = (subjects ?? []).map(({ subject, state }) => `${visibleName(subject)} ${state}`);
  const more = [`by ${visibleName(by)}`, ...(tags ? [`tags ${visibleName(tags.join(", "))}`] : []), ...about];
  return `${lineOf(one)}; ${more.join("; ")}\n${fenced(text)}`;
}
