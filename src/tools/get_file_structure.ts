/** The tool `get_file_structure`. */
import { z } from "zod";
import { visibleName } from "../base/visible.ts";
import { type FolderRow, folderRows, folderTree } from "../project/structure.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";

/** Folders of the whole tree in one answer; deeper levels are left out before others. */
const FOLDERS_SHOWN = 2_000;

const folder = z.object({
  path: z.string(),
  files: z.int().describe("Files below it, at any depth."),
  languages: z.array(z.string()).describe("Most frequent first."),
});

export default defineTool({
  name: "get_file_structure",
  title: "Show the folders",
  category: "files",
  description:
    "Shows the folders of a project with the number of files and the languages in each. Use it first in a project you do not know.",
  markers: ["core"],
  needs: ["project"],
  input: z.strictObject({
    path: pathField("Folder to start with.").default("."),
    depth: z.int().min(1).max(20).default(3).describe("Levels of folders to show."),
  }),
  output: z.object({
    folders: z.array(folder).describe("The folder itself, then those below it, in the order of a tree."),
    files: z.array(z.string()).describe("Files directly in the folder."),
    depth: z.int().describe("Levels shown."),
  }),
  aliases: { relative_path: "path", dir: "path", max_depth: "depth" },
  examples: [
    { title: "the project", input: {} },
    { title: "one folder, deeper", input: { path: "src", depth: 5 } },
  ],
  narrower: "Give a deeper path or a smaller depth.",

  async run({ path, depth }, { project, signal }) {
    const paths = await project.files.paths(path, { signal });
    const prefix = path === "." ? "" : `${path}/`;
    let shown = depth;
    let folders = folderRows(await folderTree(paths, path, shown, project.catalog, signal));
    while (folders.length > FOLDERS_SHOWN && shown > 1)
      folders = folderRows(await folderTree(paths, path, --shown, project.catalog, signal));
    const files = paths.filter((file) => !file.includes("/", prefix.length));
    return {
      source: "disk",
      total: paths.length,
      is_truncated: folders.length > FOLDERS_SHOWN || files.length > FOLDERS_SHOWN,
      ...(shown < depth && { hint: `Only ${shown} of ${depth} levels are shown: deeper there are too many folders.` }),
      answer: { folders: folders.slice(0, FOLDERS_SHOWN), files: files.slice(0, FOLDERS_SHOWN), depth: shown },
    };
  },

  text: ({ folders, files }) => [...folders.map(folderText), ...files.map(visibleName)].join("\n"),

  ladder: (stage) => [
    stage(
      "top_folders",
      z.object({ folders: z.array(folder), files: z.int().describe("Files directly in the folder.") }),
      ({ folders: [top, ...others], files }) => {
        const level = (path: string) => path.split("/").length;
        const first = Math.min(...others.map(({ path }) => level(path)));
        return { folders: [top!, ...others.filter(({ path }) => level(path) === first)], files: files.length };
      },
      ({ folders, files }) => [...folders.map(folderText), `${files} files`].join("\n"),
    ),
    stage(
      "largest_folders",
      z.object({ folders: z.array(folder).describe("Those with most files."), other_folders: z.int() }),
      ({ folders }) => {
        const sorted = folders.slice(1).sort((a, b) => b.files - a.files);
        return { folders: sorted.slice(0, 12), other_folders: Math.max(0, sorted.length - 12) };
      },
      ({ folders, other_folders }) => [...folders.map(folderText), `${other_folders} more folders`].join("\n"),
    ),
    stage("count", z.object({ folders: z.int() }), ({ folders }) => ({ folders: folders.length })),
  ],
});

function folderText({ path, files, languages }: FolderRow): string {
  return `${visibleName(path)}/ ${files}${languages.length > 0 ? ` ${languages.join(" ")}` : ""}`;
}
