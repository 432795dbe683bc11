/** The tool `get_index_status`. */
import { z } from "zod";
import { type IndexStatus, indexStatus } from "../index/status.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";

const JOBS_SHOWN = 5;
const FAULT_CHARS = 1_000;

const state = z.enum(["ready", "indexing", "refreshing", "failed"]);

const worth = z.object({
  state: state.describe("ready: questions are answered from the index now."),
  phase: z.enum(["idle", "listing", "indexing", "embedding"]).describe("What is being done."),
  files_done: z.int().describe("Of the work under way."),
  files_to_do: z.int().describe("All files of the work under way."),
  files_per_second: z.number().optional(),
  files: z.int().describe("Files in the index, below `path`."),
  symbols: z.int(),
  last_fault: z.object({ message: z.string(), at: z.string().describe("ISO 8601, UTC.") }).optional(),
});

export default defineTool({
  name: "get_index_status",
  title: "State of the index",
  category: "search",
  description:
    "Tells whether the index answers now, how far it is, what it holds and what it left out and why. Use it where answers say that they are incomplete.",
  markers: [],
  needs: ["project", "index"],
  input: z.strictObject({
    path: pathField("File or folder to count; the whole project by default.").default("."),
  }),
  output: worth.extend({
    languages: z.array(z.object({ language: z.string(), files: z.int() })),
    skipped: z
      .array(z.object({ reason: z.string(), files: z.int() }))
      .describe("Files that are listed and not read, or not parsed, by reason."),
    files_with_errors: z.int().describe("Files that their parser could not follow everywhere."),
    database_bytes: z.int(),
    watcher: z.object({
      state: z.enum(["watching", "degraded", "stopped"]),
      folders: z.int(),
      reason: z.string().optional(),
    }),
    is_writer: z.boolean().describe("Whether this process writes the index; else another one does."),
    embedding: z
      .object({
        state: z
          .enum(["ready", "embedding", "waiting", "off"])
          .describe("ready: search by intent knows every part of every file. Words alone decide until then."),
        provider: z.enum(["embedded", "endpoint", "off"]),
        leaves_machine: z.boolean().describe("Whether text of the project is sent to another machine."),
        model: z.string().optional(),
        dimensions: z.int().optional(),
        parts_done: z.int(),
        parts: z.int().describe("Parts of files that are embedded one by one."),
        parts_without_vector: z.int().describe("Parts that the model cannot take, or that have no words."),
        parts_per_second: z.number().optional(),
        last_fault: z.object({ message: z.string(), at: z.string(), next_try: z.string().optional() }).optional(),
      })
      .describe("The vectors of search by intent."),
    head_commit: z.string().optional().describe("The commit that is checked out."),
    replaced: z.string().optional().describe("Why an older index was set aside."),
    refreshes: z
      .array(
        z.object({
          job: z.string(),
          path: z.string(),
          state: z.enum(["running", "done", "failed"]),
          started_at: z.string(),
          ended_at: z.string().optional(),
        }),
      )
      .describe("Refreshes that were asked for, the last first."),
  }),
  aliases: { relative_path: "path", folder: "path" },
  examples: [
    { title: "of the project", input: {} },
    { title: "of a folder", input: { path: "src" } },
  ],
  narrower: "The shorter form leaves out languages, reasons and jobs.",

  async run({ path }, { project, index, signal }) {
    const status = await indexStatus(index, project, path, signal);
    const { progress, counts, watcher, fault, refreshes, reason, pending, embedding } = status;
    return {
      source: "index",
      generation: status.generation,
      ...(pending !== undefined && pending > 0 && { pending_files: pending }),
      ...(reason !== undefined && { complete: false, reason: reason.slice(0, 160) }),
      ...hintFor(status),
      answer: {
        state: status.state,
        phase: progress.phase === "idle" && embedding.state === "embedding" ? ("embedding" as const) : progress.phase,
        files_done: progress.done,
        files_to_do: progress.total,
        ...(status.filesPerSecond !== undefined && { files_per_second: status.filesPerSecond }),
        files: counts.files,
        symbols: counts.symbols,
        ...(fault && { last_fault: { ...fault, message: fault.message.slice(0, FAULT_CHARS) } }),
        languages: counts.languages,
        skipped: counts.skipped,
        files_with_errors: counts.filesWithErrors,
        database_bytes: status.bytes,
        watcher,
        is_writer: status.isWriter,
        embedding: {
          state: embedding.state,
          provider: embedding.provider,
          leaves_machine: embedding.leavesMachine,
          ...(embedding.model !== undefined && { model: embedding.model }),
          ...(embedding.dimensions !== undefined && { dimensions: embedding.dimensions }),
          parts_done: embedding.done,
          parts: embedding.total,
          parts_without_vector: embedding.refused,
          ...(embedding.perSecond !== undefined && { parts_per_second: embedding.perSecond }),
          ...(embedding.fault && {
            last_fault: {
              message: embedding.fault.message.slice(0, FAULT_CHARS),
              at: embedding.fault.at,
              ...(embedding.fault.retryAt !== undefined && { next_try: embedding.fault.retryAt }),
            },
          }),
        },
        ...(status.head !== undefined && { head_commit: status.head }),
        ...(status.replaced !== undefined && { replaced: status.replaced }),
        refreshes: refreshes.slice(0, JOBS_SHOWN).map(({ id, path, state, startedAt, endedAt }) => ({
          job: id,
          path,
          state,
          started_at: startedAt,
          ...(endedAt !== undefined && { ended_at: endedAt }),
        })),
      },
    };
  },

  ladder: (stage) => [
    stage("counts", worth.pick({ state: true, phase: true, files: true, symbols: true }), (full) => ({
      state: full.state,
      phase: full.phase,
      files: full.files,
      symbols: full.symbols,
    })),
  ],
});

function hintFor({ state, counts, watcher, embedding }: IndexStatus): { hint?: string } {
  if (state === "failed") return { hint: "The log holds the cause; refresh tries again." };
  if (state === "ready" && counts.files === 0) {
    return { hint: "There is no file to index there: the folder is empty, or all in it is ignored." };
  }
  if (state === "ready" && counts.languages.length === 0) {
    return { hint: "No file there is text in a known language; skipped tells why." };
  }
  if (watcher.state === "degraded")
    return { hint: "Not all folders are watched, so every question looks at all files." };
  if (embedding.fault) {
    return { hint: "Search by intent goes by words alone until vectors can be made; embedding.last_fault tells why." };
  }
  return {};
}
