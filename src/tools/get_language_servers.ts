/** The tool `get_language_servers`. */
import { z } from "zod";
import type { ServerStatus } from "../lsp/status.ts";
import { languageNamed, languagesOf } from "../symbol/languages.ts";
import { type ServerRow, serverSurvey } from "../symbol/server-survey.ts";
import { defineTool } from "../tool/define.ts";

const REASON_CHARS = 1_000;

const SOURCES = ["settings", "waymark", "path", "project"] as const;

const server = z.object({
  server: z.string(),
  languages: z.array(z.string()),
  state: z
    .enum(["ready", "indexing", "starting", "failed", "stopped", "not_started", "not_found"])
    .describe(
      "not_started: it starts with the first question that needs it. indexing: it is still loading the project.",
    ),
  reason: z.string().optional().describe("What it is loading, or why it does not run."),
  remedy: z.string().optional().describe("What a person can do to have it."),
  root: z.string().optional().describe("Folder that it was started for, relative to the project."),
  folders: z
    .array(z.string())
    .optional()
    .describe("Projects of its languages that it serves, where there are several."),
  from: z.enum(SOURCES).optional().describe("Where its program was found."),
  program: z.string().optional(),
  version: z.string().optional(),
  pid: z.int().optional(),
  memory_mb: z.int().optional(),
  since: z.string().optional().describe("When that state began; ISO 8601, UTC."),
  starts: z.int().optional().describe("How often it was started."),
  open_files: z.int().optional(),
});
type Row = z.output<typeof server>;

export default defineTool({
  name: "get_language_servers",
  title: "Language servers",
  category: "languages",
  description:
    "Tells which language servers answer for the project's languages, how each goes and since when, and what would help where one is missing. Use it where answers say that a server did not answer.",
  markers: [],
  needs: ["project", "servers"],
  input: z.strictObject({
    language: z.string().min(1).max(60).optional().describe("Only this language, by id or name."),
  }),
  output: z.object({ servers: z.array(server) }),
  aliases: { lang: "language" },
  examples: [
    { title: "of all languages of the project", input: {} },
    { title: "of one language", input: { language: "typescript" } },
  ],
  narrower: "Give a language.",

  async run({ language: word }, { project, servers, signal }) {
    const { catalog } = project;
    const wanted = word === undefined ? await languagesOf(project, signal) : [languageNamed(catalog, word)];
    const rows = (await serverSurvey(servers, wanted, project.root, signal)).map(rowOf);
    return {
      complete: true,
      total: rows.length,
      ...(rows.length === 0 && { hint: "No language of this project has a language server that Waymark knows." }),
      answer: { servers: rows },
    };
  },

  ladder: (stage) => [
    stage(
      "states",
      z.object({ servers: z.array(server.pick({ server: true, languages: true, state: true })) }),
      ({ servers }) => ({ servers: servers.map(({ server, languages, state }) => ({ server, languages, state })) }),
    ),
    stage("counts", z.object({ servers: z.int(), ready: z.int(), failed: z.int() }), ({ servers }) => ({
      servers: servers.length,
      ready: servers.filter(({ state }) => state === "ready").length,
      failed: servers.filter(({ state }) => state === "failed").length,
    })),
  ],
});

function rowOf(row: ServerRow): Row {
  if (row.kind === "needed") return neededRow(row.status);
  const { id: server, languages } = row.spec;
  if (row.kind === "at_hand") {
    const { source: from, program, version } = row.origin;
    return { server, languages, state: "not_started", from, program, ...(version && { version }) };
  }
  const { remedy } = row;
  const reason = row.reason.slice(0, REASON_CHARS);
  return { server, languages, state: "not_found", reason, ...(remedy !== undefined && { remedy }) };
}

function neededRow(status: ServerStatus): Row {
  const { reason, folders, from, program, version, pid, megabytes, openFiles, stderr: _, ...rest } = status;
  return {
    ...rest,
    languages: [...rest.languages],
    ...(reason !== undefined && { reason: reason.slice(0, REASON_CHARS) }),
    ...(folders.length > 1 && { folders: [...folders] }),
    ...(from !== undefined && { from }),
    ...(program !== undefined && { program }),
    ...(version !== undefined && { version }),
    ...(pid !== undefined && { pid, open_files: openFiles }),
    ...(megabytes !== undefined && { memory_mb: megabytes }),
  };
}
