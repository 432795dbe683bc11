/** The tools that take a range of lines for other lines, or for none. */
import { z } from "zod";
import { editedFile } from "../change/file-change.ts";
import { linesReplaced } from "../change/line-edit.ts";
import { LINE_LIMIT } from "../project/text-file.ts";
import { changeAnswer } from "./changed.ts";
import { pathField } from "./field.ts";
import type { CallContext, Services } from "./service.ts";

const line = z.int().min(1).max(LINE_LIMIT);

/** Input fields of such a tool. */
export const lineRangeFields = {
  path: pathField("File, relative to the project root."),
  start_line: line.describe("First line, 1-based."),
  end_line: line.describe("Last line, inclusive."),
  expected_text: z
    .string()
    .max(200_000)
    .optional()
    .describe("What the range holds now; refused when it holds other text."),
};

export const LINE_RANGE_ALIASES = {
  relative_path: "path",
  file_path: "path",
  start: "start_line",
  end: "end_line",
} as const;

interface LineRange {
  path: string;
  start_line: number;
  end_line: number;
  expected_text?: string | undefined;
}

/** @param content empty to take the lines away. @throws UserError as `linesReplaced` and `Changes.carryOut` do. */
export async function replaceLines(
  { path, start_line, end_line, expected_text }: LineRange,
  content: string,
  { project, changes, signal }: Pick<Services, "project" | "changes"> & Pick<CallContext, "signal">,
) {
  const lines = {
    fields: ["start_line", "end_line"],
    first: start_line,
    last: end_line,
    expected: expected_text,
  } as const;
  const plan = async () => {
    const before = await project.files.read(path);
    return [editedFile(path, before, [linesReplaced(path, before, lines, content)])];
  };
  return { source: "disk" as const, answer: changeAnswer(await changes.carryOut(plan, { signal })) };
}
