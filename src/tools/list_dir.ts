/** The tool `list_dir`. */
import { z } from "zod";
import { visibleName } from "../base/visible.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";

/** Most entries of one answer; the others are counted. */
const ENTRIES_SHOWN = 5_000;
const FOLDERS_SHOWN = 40;

export default defineTool({
  name: "list_dir",
  title: "List a folder",
  category: "files",
  description:
    "Lists the files and folders in a folder. For a first look at a project, get_file_structure says more in fewer tokens.",
  markers: [],
  needs: ["project"],
  input: z.strictObject({
    path: pathField("Folder, relative to the project root.").default("."),
    recursive: z.boolean().default(false).describe("Lists all files below it instead of its own entries."),
    include_ignored: z.boolean().default(false).describe("Also lists what ignore rules pass over."),
  }),
  output: z.object({
    folders: z.array(z.object({ path: z.string(), files: z.int().describe("Files below it.") })),
    files: z.array(z.string()),
  }),
  aliases: { relative_path: "path", dir: "path", folder: "path" },
  examples: [
    { title: "the root", input: {} },
    { title: "all files of a folder", input: { path: "src", recursive: true } },
  ],
  narrower: "Give a deeper path.",

  async run({ path, recursive, include_ignored }, { project, signal }) {
    const prefix = path === "." ? "" : `${path}/`;
    const paths = await project.files.paths(path, { includeIgnored: include_ignored, signal });
    const folders = new Map<string, number>();
    const files: string[] = [];
    for (const file of paths) {
      const slash = recursive ? -1 : file.indexOf("/", prefix.length);
      if (slash === -1) files.push(file);
      else folders.set(file.slice(0, slash), (folders.get(file.slice(0, slash)) ?? 0) + 1);
    }
    const total = folders.size + files.length;
    const shownFolders = [...folders].slice(0, ENTRIES_SHOWN);
    const shownFiles = files.slice(0, ENTRIES_SHOWN - shownFolders.length);
    return {
      source: "disk",
      total,
      is_truncated: shownFolders.length + shownFiles.length < total,
      ...(total === 0 && { hint: "The folder holds no file that is not ignored; include_ignored lists the others." }),
      answer: { folders: shownFolders.map(([path, files]) => ({ path, files })), files: shownFiles },
    };
  },

  text: ({ folders, files }) =>
    [...folders.map(({ path, files }) => `${visibleName(path)}/ (${files})`), ...files.map(visibleName)].join("\n") ||
    "Nothing.",

  ladder: (stage) => [
    stage(
      "folders",
      z.object({
        folders: z.array(z.object({ path: z.string(), files: z.int() })).describe("Those with most files."),
        other_folders: z.int(),
        files: z.int().describe("Files that would have been listed."),
      }),
      ({ folders, files }) => {
        const counts = new Map(folders.map(({ path, files }) => [path, files]));
        for (const file of files) {
          const folder = file.includes("/") ? file.slice(0, file.lastIndexOf("/")) : ".";
          counts.set(folder, (counts.get(folder) ?? 0) + 1);
        }
        const sorted = [...counts].map(([path, files]) => ({ path, files })).sort((a, b) => b.files - a.files);
        return {
          folders: sorted.slice(0, FOLDERS_SHOWN),
          other_folders: Math.max(0, sorted.length - FOLDERS_SHOWN),
          files: files.length,
        };
      },
      ({ folders, other_folders, files }) =>
        [
          ...folders.map(({ path, files }) => `${visibleName(path)}/ (${files})`),
          `${other_folders} more folders; ${files} files`,
        ].join("\n"),
    ),
    stage("count", z.object({ folders: z.int(), files: z.int() }), ({ folders, files }) => ({
      folders: folders.length,
      files: files.length,
    })),
  ],
});
