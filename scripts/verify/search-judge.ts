/** Puts one search to Waymark, to ripgrep and to `git grep`, and tells where they name different lines. */
import { pathFilter } from "../../src/project/glob.ts";
import { requiredTexts } from "../../src/project/narrow.ts";
import { Pattern } from "../../src/project/pattern.ts";
import type { Project } from "../../src/project/project.ts";
import { COUNT_LIMIT, searchFiles } from "../../src/project/search.ts";
import type { Query } from "./search-query.ts";

/** Files of a repository on which the three can be expected to agree. */
export interface Subject {
  project: Project;
  /** Text in valid UTF-8 whose lines all three count alike. */
  paths: string[];
  /** Those of `paths` without `\r`, which `git grep` takes for a part of the line. */
  plain: ReadonlySet<string>;
  /** Why the other files are left out, counted. */
  setAside: Record<string, number>;
}

export interface Verdict {
  lines: number;
  /** Who was asked besides ripgrep. */
  asked: { git: boolean; narrowing: boolean };
  faults: string[];
}

/** @param text of a listed path, or undefined when it is no text of ours. */
export function subjectOf(project: Project, paths: readonly string[]): Subject {
  const subject: Subject = { project, paths: [], plain: new Set(), setAside: {} };
  const plain = new Set<string>();
  for (const path of paths) {
    const why = reasonAside(project, path);
    if (why === undefined || why === "crlf") subject.paths.push(path);
    else subject.setAside[why] = (subject.setAside[why] ?? 0) + 1;
    if (why === undefined) plain.add(path);
  }
  return { ...subject, plain };
}

function reasonAside({ files }: Project, path: string): string | undefined {
  if (files.holdsSecrets(path)) return "secret by name";
  if (!files.isRegular(path)) return "a link";
  using file = files.openListed(path);
  if (!file) return "not a file";
  const decoded = files.decode(file.read(0, file.size));
  if (!decoded) return "binary";
  if (decoded.encoding !== "utf-8") return "another encoding";
  if (/\r(?!\n)/.test(decoded.text)) return "lone returns";
  return decoded.text.includes("\r") ? "crlf" : undefined;
}

/** @param paths those of the subject to search. */
export async function judged(
  { project, plain }: Subject,
  paths: readonly string[],
  query: Query,
  ripgrep: string,
): Promise<Verdict> {
  const pattern = new Pattern(query.source, query);
  const isWanted = pathFilter(project.root, query.globs, []);
  // In ripgrep's globs `?` is a byte, in ours a character.
  const readsAlike = (path: string) => !query.globs.join().includes("?") || /^[\x20-\x7e]*$/.test(path);
  const globbable = paths.filter(readsAlike);
  const wanted = globbable.filter(isWanted);
  const [ours, whole] = [
    await searched(project, wanted, pattern, true),
    await searched(project, wanted, pattern, false),
  ];
  const faults: string[] = [];
  for (const line of difference(whole.lines, ours.lines)) faults.push(`narrowing loses ${line}`);
  for (const line of difference(ours.lines, whole.lines)) faults.push(`narrowing invents ${line}`);

  const globbed = query.globs.length === 0 ? wanted : ripgrepFiles(ripgrep, project.root, query.globs, globbable);
  for (const path of difference(new Set(globbed), new Set(wanted))) faults.push(`globs leave out ${path}`);
  for (const path of difference(new Set(wanted), new Set(globbed))) faults.push(`globs let through ${path}`);

  const theirs = ripgrepLines(ripgrep, project.root, wanted, query);
  for (const line of difference(theirs, ours.lines)) if (!ours.isCut) faults.push(`only ripgrep finds ${line}`);
  for (const line of difference(ours.lines, theirs)) faults.push(`ripgrep does not find ${line}`);

  const byGit = gitLines(
    project.root,
    wanted.filter((path) => plain.has(path)),
    query,
  );
  if (byGit) {
    const own = new Set([...ours.lines].filter((line) => plain.has(line.slice(0, line.lastIndexOf(":")))));
    for (const line of difference(byGit, own)) if (!ours.isCut) faults.push(`only git grep finds ${line}`);
    for (const line of difference(own, byGit)) faults.push(`git grep does not find ${line}`);
  }
  const asked = { git: byGit !== undefined, narrowing: requiredTexts(pattern) !== undefined };
  return { lines: ours.lines.size, asked, faults };
}

async function searched(project: Project, paths: readonly string[], pattern: Pattern, narrows: boolean) {
  const found = await searchFiles(project.files, paths, pattern, {
    limit: COUNT_LIMIT,
    contextLines: 0,
    signal: AbortSignal.timeout(120_000),
    narrower: { ...project.narrower, ...(!narrows && { program: undefined }) },
  });
  const lines = new Set(found.files.flatMap(({ path, places }) => places.map(({ line }) => `${path}:${line}`)));
  return { lines, isCut: found.isCountCut };
}

/** Expressions that can match over a line end; ripgrep is then asked to look at whole files, as we do. */
const CROSSES = /\\s|\\S|\[\^|\\[WD]/;

/**
 * Lines on which ripgrep's matches start. Its flags, one reason each: `--text` since what is text was settled before;
 * `--crlf` since our line ends include `\r\n`; `--multiline` where a match may span lines; the rest of our dialect is
 * spelt out in the query.
 */
function ripgrepLines(ripgrep: string, root: string, paths: readonly string[], query: Query): Set<string> {
  const flags = [
    "--no-config",
    "--json",
    "--text",
    "--crlf",
    ...(query.mode === "literal" ? ["--fixed-strings"] : []),
    ...(query.mode === "regex" && CROSSES.test(query.source) ? ["--multiline"] : []),
    ...(query.ignoreCase ? ["--ignore-case"] : ["--case-sensitive"]),
    ...(query.wholeWord ? ["--word-regexp"] : []),
  ];
  const lines = new Set<string>();
  for (const part of parts(paths)) {
    let file = "";
    let lastLine = 0;
    for (const event of program([ripgrep, ...flags, "-e", query.rust, "--", ...part], root).split("\n")) {
      if (!event.startsWith('{"type":"match"')) continue;
      const { data } = JSON.parse(event) as RipgrepMatch;
      if (data.path.text !== file) [file, lastLine] = [data.path.text, 0];
      const bytes = Buffer.from(data.lines.text ?? Buffer.from(data.lines.bytes ?? "", "base64"));
      for (const { start, end } of data.submatches) {
        // As our places are counted: one for the line it starts on, none for lines that an earlier one covers.
        const first = data.line_number + newlines(bytes.subarray(0, start));
        const last = end > start ? data.line_number + newlines(bytes.subarray(0, end - 1)) : first;
        if (first > lastLine) lines.add(`${file}:${first}`);
        lastLine = Math.max(lastLine, last);
      }
    }
  }
  return lines;
}

interface RipgrepMatch {
  data: {
    path: { text: string };
    lines: { text?: string; bytes?: string };
    line_number: number;
    submatches: { start: number; end: number }[];
  };
}

function newlines(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === 0x0a) count++;
  return count;
}

/** Those of the paths that ripgrep's own walk gives for the globs. */
function ripgrepFiles(ripgrep: string, root: string, globs: readonly string[], paths: readonly string[]): string[] {
  const flags = [
    "--no-config",
    "--files",
    "--no-ignore",
    "--hidden",
    "--null",
    ...globs.flatMap((glob) => ["-g", glob]),
  ];
  const found = new Set(program([ripgrep, ...flags], root).split("\0"));
  return paths.filter((path) => found.has(path));
}

/** Lines that `git grep` finds, where it can be asked the same: no case rules beyond ASCII, no matches over line ends. */
function gitLines(root: string, paths: readonly string[], query: Query): Set<string> | undefined {
  const isAscii = /^[\x20-\x7e]*$/.test(query.source);
  const isAsked = query.posix !== undefined && isAscii && !query.ignoreCase && !CROSSES.test(query.source);
  if (!isAsked || query.posix === "" || query.wholeWord) return undefined;
  const mode = query.mode === "literal" ? "--fixed-strings" : "--extended-regexp";
  const flags = ["--no-index", "--line-number", "--null", "--text", "--no-color", mode];
  const lines = new Set<string>();
  for (const part of parts(paths)) {
    const command = ["git", "grep", ...flags, "-e", query.posix!, "--", ...part.map((path) => `:(literal)${path}`)];
    for (const row of program(command, root).split("\n")) {
      const [path, line] = row.split("\0");
      if (line !== undefined) lines.add(`${path}:${line}`);
    }
  }
  return lines;
}

function* parts(paths: readonly string[]): Generator<string[]> {
  for (let at = 0; at < paths.length; at += 500) yield paths.slice(at, at + 500);
}

function program(command: string[], cwd: string): string {
  const done = Bun.spawnSync(command, { cwd, env: { ...process.env, LC_ALL: "C.UTF-8" } });
  if (done.exitCode > 1) throw new Error(`${command.slice(0, 12).join(" ")}: ${done.stderr.toString().slice(0, 500)}`);
  return done.stdout.toString();
}

export function difference(from: ReadonlySet<string>, without: ReadonlySet<string>): string[] {
  return [...from].filter((item) => !without.has(item));
}
