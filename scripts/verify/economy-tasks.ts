/**
 * Twenty editing tasks, each as an agent does it that knows what it wants and where: with Waymark, with Serena, and with plain
 * tools that search, read ranges and replace text. The list was frozen before anything was measured.
 */
import type { Definition } from "./serena-symbols.ts";

export type Means = "ours" | "theirs" | "plain";
export const MEANS: readonly Means[] = ["ours", "theirs", "plain"];

/** A symbol to work on, with the text that is there. */
export interface Target extends Definition {
  lines: readonly string[];
  /** 1-based, of the declaration. */
  start: number;
  end: number;
  /** Files with the name as a word, its own among them, and how many lines have it in each. */
  naming: ReadonlyMap<string, number>;
}

export interface Step {
  tool: string;
  input: Record<string, unknown>;
}

export type TaskKind = "line" | "body" | "after" | "before" | "delete" | "rename" | "word";

/** Which kind of task comes how often: 20 in all. */
export const TASKS: readonly { kind: TaskKind; count: number }[] = [
  { kind: "line", count: 5 },
  { kind: "body", count: 4 },
  { kind: "after", count: 3 },
  { kind: "before", count: 2 },
  { kind: "delete", count: 2 },
  { kind: "rename", count: 3 },
  { kind: "word", count: 1 },
];

const bodyOf = ({ lines, start, end }: Target) => lines.slice(start - 1, end).join("\n");

/** A line of the declaration that its file has once, the later the better. */
export function singleLine({ lines, start, end }: Target): string | undefined {
  const once = (line: string) => line.trim().length > 10 && lines.filter((other) => other.includes(line)).length === 1;
  return lines.slice(start, end).findLast((line) => once(line) && !line.includes('"""'));
}

/** Another last line, and as many lines. */
function newBody(target: Target): string {
  const indent = /^\s*/.exec(target.lines[target.end - 1]!)![0];
  return `${bodyOf(target)}\n${indent}# reviewed: nothing else is to be done here`;
}

function helper({ lines, start }: Target): string {
  const indent = /^\s*/.exec(lines[start - 1]!)![0];
  const own = indent === "" ? "" : "self, ";
  const code = [`def helper_of_this(${own}count: int) -> int:`, '    """Twice the count."""', "    return count * 2"];
  return code.map((line) => indent + line).join("\n");
}

const withoutIndent = (code: string) => code.replace(/^\s+/, "");
const nameOf = (side: "ours" | "theirs", { known, name }: Target) => known[side] ?? name;
const plainSearch = ({ name, path }: Target): Step => ({ tool: "grep", input: { pattern: `def ${name}`, path } });
const plainRead = ({ path, start, end }: Target): Step => ({
  tool: "read",
  input: { path, offset: start, limit: end - start + 1 },
});
const plainEdit = (path: string, old_string: string, new_string: string, replace_all = false): Step => ({
  tool: "edit",
  input: { path, old_string, new_string, ...(replace_all && { replace_all }) },
});
const ourRead = (target: Target): Step => ({
  tool: "find_symbol",
  input: { name_path: nameOf("ours", target), path: target.path, include_body: true },
});
const theirRead = (target: Target): Step => ({
  tool: "find_symbol",
  input: { name_path_pattern: nameOf("theirs", target), relative_path: target.path, include_body: true },
});

/** What is called for a task, in order. */
export function stepsOf(kind: TaskKind, target: Target): Record<Means, Step[]> {
  const { path, name } = target;
  const [ours, theirs] = [nameOf("ours", target), nameOf("theirs", target)];
  switch (kind) {
    case "line": {
      const line = singleLine(target)!.trim();
      const edited = `${line}  # reviewed`;
      return {
        ours: [ourRead(target), { tool: "replace_content", input: { path, needle: line, replacement: edited } }],
        theirs: [
          theirRead(target),
          { tool: "replace_content", input: { relative_path: path, needle: line, repl: edited, mode: "literal" } },
        ],
        plain: [plainSearch(target), plainRead(target), plainEdit(path, line, edited)],
      };
    }
    case "body": {
      const body = withoutIndent(newBody(target));
      return {
        ours: [ourRead(target), { tool: "replace_symbol_body", input: { name_path: ours, path, body } }],
        theirs: [
          theirRead(target),
          { tool: "replace_symbol_body", input: { name_path: theirs, relative_path: path, body } },
        ],
        plain: [plainSearch(target), plainRead(target), plainEdit(path, bodyOf(target), newBody(target))],
      };
    }
    case "after":
    case "before": {
      const body = helper(target);
      const tool = kind === "after" ? "insert_after_symbol" : "insert_before_symbol";
      const old = bodyOf(target);
      const gap = /^\s/.test(body) ? "\n\n" : "\n\n\n";
      const anchor =
        kind === "after" ? (singleLine(target) ? lastLines(target) : old) : target.lines[target.start - 1]!;
      const placed = kind === "after" ? `${anchor}${gap}${body}` : `${body}${gap}${anchor}`;
      return {
        ours: [{ tool, input: { name_path: ours, path, body } }],
        theirs: [{ tool, input: { name_path: theirs, relative_path: path, body: `${body}\n` } }],
        plain: [plainSearch(target), plainRead(target), plainEdit(path, anchor, placed)],
      };
    }
    case "delete":
      return {
        ours: [{ tool: "safe_delete_symbol", input: { name_path: ours, path } }],
        theirs: [{ tool: "safe_delete_symbol", input: { name_path_pattern: theirs, relative_path: path } }],
        plain: [
          { tool: "grep", input: { pattern: `\\b${name}\\b`, path: "." } },
          plainRead(target),
          plainEdit(path, `${bodyOf(target)}\n`, ""),
        ],
      };
    case "rename": {
      const to = `${name}_renamed`;
      return {
        ours: [{ tool: "rename_symbol", input: { name_path: ours, path, new_name: to } }],
        theirs: [{ tool: "rename_symbol", input: { name_path: theirs, relative_path: path, new_name: to } }],
        plain: [
          { tool: "grep", input: { pattern: `\\b${name}\\b`, path: "." } },
          ...[...target.naming.keys()].map((file) => plainEdit(file, name, to, true)),
        ],
      };
    }
    case "word": {
      const to = `${name}_everywhere`;
      const needle = `\\b${name}\\b`;
      const count = [...target.naming.values()].reduce((sum, lines) => sum + lines, 0);
      return {
        ours: [
          { tool: "search_for_pattern", input: { pattern: needle } },
          {
            tool: "replace_in_files",
            input: { needle, replacement: to, mode: "regex", dry_run: false, expected_count: count },
          },
        ],
        theirs: [
          { tool: "search_for_pattern", input: { substring_pattern: needle } },
          ...[...target.naming.keys()].map((file) => ({
            tool: "replace_content",
            input: { relative_path: file, needle, repl: to, mode: "regex", allow_multiple_occurrences: true },
          })),
        ],
        plain: [
          { tool: "grep", input: { pattern: needle, path: "." } },
          ...[...target.naming.keys()].map((file) => plainEdit(file, name, to, true)),
        ],
      };
    }
  }
}

/** The shortest end of the declaration that the file has once. */
function lastLines({ lines, start, end }: Target): string {
  const whole = lines.join("\n");
  for (let from = end; from > start; from--) {
    const tail = lines.slice(from - 1, end).join("\n");
    if (whole.split(tail).length === 2) return tail;
  }
  return lines.slice(start - 1, end).join("\n");
}
