/** The tool `get_recent_commits`. */
import { z } from "zod";
import { Unavailable } from "../base/error.ts";
import { visibleName } from "../base/visible.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";

/** Files named for one commit; of a larger one the rest is counted. */
const FILES_SHOWN = 30;

const commit = z.object({ hash: z.string(), date: z.string(), author: z.string(), subject: z.string() });
const counts = z.object({
  files_changed: z.int(),
  added: z.int().describe("Lines."),
  removed: z.int().describe("Lines."),
});

export default defineTool({
  name: "get_recent_commits",
  title: "Show recent commits",
  category: "search",
  description:
    "Shows the newest commits with the files and line counts they changed. Use it to see why code is as it is, or what was worked on lately.",
  markers: ["core"],
  needs: ["project"],
  input: z.strictObject({
    path: pathField("Those that touch this file or folder.").default("."),
    query: z.string().min(1).max(500).optional().describe("Text of the message, case aside."),
    author: z.string().min(1).max(200).optional().describe("Part of the author's name or address."),
    since: z.string().min(1).max(60).optional().describe("After this date, such as 2026-01-31 or `2 weeks ago`."),
    limit: z.int().min(1).max(200).default(10).describe("Most commits to return."),
  }),
  output: z.object({
    commits: z.array(
      commit.extend({
        files: z
          .array(z.object({ path: z.string(), added: z.int().nullable(), removed: z.int().nullable() }))
          .describe(`At most ${FILES_SHOWN}; null counts mean a binary file.`),
        ...counts.shape,
      }),
    ),
  }),
  aliases: { relative_path: "path", grep: "query", max_count: "limit" },
  examples: [
    { title: "the newest", input: { limit: 30 } },
    { title: "about a word, in a folder", input: { query: "cart", path: "src" } },
  ],
  narrower: "Give a path, a query or a lower limit.",

  async run({ path, query, author, since, limit }, { project, signal }) {
    const linkless = await project.files.linkless(path);
    if (!project.git) {
      throw new Unavailable("unavailable", "This project is not in a git repository, so it has no commits.", {
        hint: project.warnings.find((warning) => warning.includes("Git")) ?? "Retrying does not help.",
      });
    }
    const found = await project.git.commits({ path: linkless, query, author, since, limit }, signal);
    return {
      source: "git",
      is_truncated: found.length > limit,
      ...(found.length <= limit && { total: found.length }),
      ...(found.length === 0 && { hint: "No commit matches; leave out a filter, or check the path's spelling." }),
      answer: {
        commits: found.slice(0, limit).map(({ files, ...commit }) => ({
          ...commit,
          hash: commit.hash.slice(0, 12),
          files: files.slice(0, FILES_SHOWN),
          files_changed: files.length,
          added: files.reduce((sum, file) => sum + (file.added ?? 0), 0),
          removed: files.reduce((sum, file) => sum + (file.removed ?? 0), 0),
        })),
      },
    };
  },

  text: ({ commits }) =>
    commits
      .map(({ files, files_changed, ...commit }) => {
        const rows = files.map(
          ({ path, added, removed }) =>
            `  ${visibleName(path)}${added === null ? " (binary)" : ` +${added} -${removed}`}`,
        );
        const more = files_changed > files.length ? [`  (${files_changed - files.length} more files)`] : [];
        return [headLine(commit), ...rows, ...more].join("\n");
      })
      .join("\n") || "No commit.",

  ladder: (stage) => [
    stage(
      "counts",
      z.object({ commits: z.array(commit.extend(counts.shape)) }),
      ({ commits }) => ({ commits: commits.map(({ files: _, ...commit }) => commit) }),
      ({ commits }) =>
        commits
          .map((commit) => `${headLine(commit)} (${commit.files_changed} files, +${commit.added} -${commit.removed})`)
          .join("\n"),
    ),
    stage("count", z.object({ commits: z.int() }), ({ commits }) => ({ commits: commits.length })),
  ],
});

function headLine({ hash, date, author, subject }: z.output<typeof commit>): string {
  return `${hash} ${date.slice(0, 10)} ${visibleName(author)}: ${visibleName(subject)}`;
}
