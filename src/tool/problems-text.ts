/** What is wrong in files as text, and the shorter forms of such answers. */
import { z } from "zod";
import { visible, visibleName } from "../base/visible.ts";
import type { MakeStage, Stage } from "./define.ts";
import { counts, countsOf, cut, group, type Problem, type Problems, problem } from "./problems.ts";

const SHORT_CHARS = 80;
const FILES_SHOWN = 100;

/** A path, a line for each symbol in it, and a line for each problem there; then what was not looked at. */
export function problemsText({ files, files_checked, not_checked, without_server, server_problems }: Problems): string {
  const blocks = files.map(fileText);
  if (files.length === 0)
    blocks.push(files_checked === 0 ? "No file was checked." : `No problem in ${files_checked} files.`);
  const notes: string[] = [];
  if (not_checked) {
    const more = not_checked.files - not_checked.paths.length;
    const names = not_checked.paths.map(visibleName).join(", ");
    notes.push(`Not looked at: ${names}${more > 0 ? `, and ${more} more` : ""}`);
  }
  if (without_server)
    notes.push(
      `No language server: ${without_server.map(({ language, files }) => `${language} (${files})`).join(", ")}`,
    );
  for (const one of server_problems ?? []) notes.push(visible(one));
  return [...blocks, ...(notes.length > 0 ? [notes.join("\n")] : [])].join("\n\n");
}

type ShownProblem = Pick<Problem, "severity" | "line" | "message" | "code"> & Partial<Problem>;

interface ShownFile {
  path: string;
  symbols: { within?: string | undefined; problems: ShownProblem[] }[];
}

function fileText({ path, symbols }: ShownFile): string {
  const lines = symbols.flatMap(({ within, problems }) => [
    ...(within === undefined ? [] : [` in ${visibleName(within)}`]),
    ...problems.map(problemText),
  ]);
  return [visibleName(path), ...lines].join("\n");
}

function problemText({ severity, line, column, message, code, source, related = [] }: ShownProblem): string {
  const who = [source, code].filter((one) => one !== undefined).join(" ");
  const text = (words: string) => visible(words).replace(/\r?\n/g, "\n      ");
  const place = column === undefined ? `${line}` : `${line}:${column}`;
  const first = `  ${place} ${severity}${who && ` ${visibleName(who)}`}: ${text(message)}`;
  const rest = related.map(({ path, line, message }) => {
    return `      ${path === undefined ? "elsewhere" : `${visibleName(path)}:${line}`}: ${text(message)}`;
  });
  return [first, ...rest].join("\n");
}

const briefGroup = z.object({
  within: group.shape.within,
  problems: z.array(problem.pick({ severity: true, line: true, message: true, code: true })),
});

/** Without other places and with short messages; how many of each kind a file has; how many there are. */
export function problemsStages<Full extends Problems>(stage: MakeStage<Full>): readonly [Stage, ...Stage[]] {
  return [
    stage(
      "brief",
      z.object({ files: z.array(z.object({ path: z.string(), symbols: z.array(briefGroup) })), counts }),
      ({ files, counts }) => ({
        files: files.map(({ path, symbols }) => ({ path, symbols: symbols.map(brief) })),
        counts,
      }),
      ({ files }) => files.map(fileText).join("\n\n"),
    ),
    stage(
      "files",
      z.object({
        files: z.array(z.object({ path: z.string(), counts: counts.partial() })).describe("Those with most."),
        files_with_problems: z.int(),
      }),
      ({ files, files_with_problems }) => ({
        files: files
          .map(({ path, symbols }) => ({ path, rows: symbols.flatMap(({ problems }) => problems) }))
          .sort((a, b) => b.rows.length - a.rows.length)
          .slice(0, FILES_SHOWN)
          .map(({ path, rows }) => ({ path, counts: withoutZeros(countsOf(rows)) })),
        files_with_problems,
      }),
      ({ files }) => files.map(({ path, counts }) => `${visibleName(path)}: ${countsText(counts)}`).join("\n"),
    ),
    stage(
      "counts",
      z.object({ counts }),
      ({ counts }) => ({ counts }),
      ({ counts }) => countsText(counts),
    ),
  ];
}

function brief({ within, problems }: z.output<typeof group>): z.output<typeof briefGroup> {
  return {
    ...(within !== undefined && { within }),
    problems: problems.map(({ severity, line, message, code }) => ({
      severity,
      line,
      message: cut(message, SHORT_CHARS),
      ...(code !== undefined && { code }),
    })),
  };
}

function withoutZeros(all: Problems["counts"]): Partial<Problems["counts"]> {
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0));
}

function countsText(all: { [Severity in keyof Problems["counts"]]?: number | undefined }): string {
  return Object.entries(all)
    .map(([severity, count]) => `${severity} ${count}`)
    .join(", ");
}
