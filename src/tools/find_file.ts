/** The tool `find_file`. */
import { z } from "zod";
import { Turn } from "../base/turn.ts";
import { nameScorer } from "../project/name-match.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";

/** Folders named by the coarser stage. */
const FOLDERS_SHOWN = 40;

/** Below this score a path only holds the query's letters in order: worth showing when nothing holds it in one piece. */
const WHOLE_QUERY = 4;

export default defineTool({
  name: "find_file",
  title: "Find files by name",
  category: "files",
  description:
    "Finds files by name when you know part of it: a glob such as `*.test.ts` or `src/**/api*`, or letters of the name in order such as `usrctl`. Best matches first.",
  markers: ["core"],
  needs: ["project"],
  input: z.strictObject({
    query: z.string().min(1).max(512).describe("Glob (with one of * ? [ ] { } !) or part of the name or path."),
    path: pathField("Folder to look in.").default("."),
    include_ignored: z
      .boolean()
      .default(false)
      .describe("Also in ignored folders, such as dependencies and build output."),
    limit: z.int().min(1).max(1_000).default(100).describe("Most paths to return."),
  }),
  output: z.object({ paths: z.array(z.string()).describe("Relative to the project root, best first.") }),
  aliases: { pattern: "query", file_mask: "query", name: "query", relative_path: "path", folder: "path" },
  examples: [
    { title: "by glob", input: { query: "**/*.ts" } },
    { title: "by letters", input: { query: "cart" } },
    { title: "in a folder", input: { query: "*", path: "src", limit: 20 } },
  ],
  narrower: "Give a longer query, a path or a lower limit.",

  async run({ query, path, include_ignored, limit }, { project, signal }) {
    const score = nameScorer(query);
    const paths = await project.files.paths(path, { includeIgnored: include_ignored, signal });
    const found: { path: string; score: number }[] = [];
    const turn = new Turn(signal);
    for (const candidate of paths) {
      if (turn.isOver) await turn.pause();
      const points = score(candidate);
      if (points > 0) found.push({ path: candidate, score: points });
    }
    found.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
    const isExact = (found[0]?.score ?? 0) >= WHOLE_QUERY;
    const matches = isExact ? found.filter((match) => match.score >= WHOLE_QUERY) : found;
    return {
      source: "disk",
      total: matches.length,
      is_truncated: matches.length > limit,
      answer: { paths: matches.slice(0, limit).map((match) => match.path) },
      ...(matches.length > limit && {
        hint: `The best ${limit} of ${matches.length} are shown: give a longer query, a path or a higher limit.`,
      }),
      ...(matches.length === 0 && {
        hint: `None of the ${paths.length} files there matches; names are matched without regard to case.`,
      }),
    };
  },

  ladder: (stage) => [
    stage(
      "folders",
      z.object({
        folders: z.array(z.object({ path: z.string(), files: z.int() })).describe("Those with most matches."),
        other_folders: z.int().describe("How many more folders hold matches."),
      }),
      ({ paths }) => {
        const counts = new Map<string, number>();
        for (const path of paths) {
          const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ".";
          counts.set(folder, (counts.get(folder) ?? 0) + 1);
        }
        const folders = [...counts].map(([path, files]) => ({ path, files })).sort((a, b) => b.files - a.files);
        return { folders: folders.slice(0, FOLDERS_SHOWN), other_folders: Math.max(0, folders.length - FOLDERS_SHOWN) };
      },
    ),
    stage("count", z.object({ files: z.int().describe("Matches that would have been shown.") }), ({ paths }) => ({
      files: paths.length,
    })),
  ],
});
