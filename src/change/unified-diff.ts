/** Blocks of changed lines as a unified diff, which says how lines end where not all end alike. */
import type { Block } from "./changed-blocks.ts";

/** Lines of context around a change. */
export const CONTEXT = 3;

/** Lines of two texts, their ends included. */
interface Lines {
  before: readonly string[];
  after: readonly string[];
}

/**
 * Hunks without a file header.
 * @param lines the part of the texts in which the blocks lie, with their context.
 * @param head lines of both texts before that part.
 */
export function unifiedDiff(blocks: readonly Block[], lines: Lines, head: number): string {
  return hunksOf(blocks, lines.before.length)
    .map((hunk) => hunkText(hunk, lines, head))
    .join("");
}

interface Hunk {
  blocks: Block[];
  /** Lines of context, of both texts. */
  leading: number;
  trailing: number;
}

/** Blocks whose context would touch are in one hunk. */
function hunksOf(blocks: readonly Block[], lines: number): Hunk[] {
  const hunks: Hunk[] = [];
  let open: Hunk | undefined;
  blocks.forEach((block, index) => {
    const gap = block.before.start - (blocks[index - 1]?.before.end ?? 0);
    if (!open || gap > 2 * CONTEXT) {
      open = { blocks: [], leading: Math.min(CONTEXT, gap), trailing: 0 };
      hunks.push(open);
    }
    open.blocks.push(block);
    open.trailing = Math.min(CONTEXT, (blocks[index + 1]?.before.start ?? lines) - block.before.end);
  });
  return hunks;
}

function hunkText(hunk: Hunk, lines: Lines, head: number): string {
  const [first, last] = [hunk.blocks[0]!, hunk.blocks.at(-1)!];
  const before = { start: first.before.start - hunk.leading, end: last.before.end + hunk.trailing };
  const after = { start: first.after.start - hunk.leading, end: last.after.end + hunk.trailing };
  const shown = [...lines.before.slice(before.start, before.end), ...lines.after.slice(after.start, after.end)];
  const tellsEnds = new Set(shown.map(endOf).filter(Boolean)).size > 1;
  const parts = [`@@ -${place(before, head)} +${place(after, head)} @@\n`];
  let at = before.start;
  for (const block of hunk.blocks) {
    parts.push(
      marked(" ", lines.before.slice(at, block.before.start), false),
      marked("-", lines.before.slice(block.before.start, block.before.end), tellsEnds),
      marked("+", lines.after.slice(block.after.start, block.after.end), tellsEnds),
    );
    at = block.before.end;
  }
  parts.push(marked(" ", lines.before.slice(at, before.end), false));
  return parts.join("");
}

/** `start,count`; of no lines, the line before them. */
function place({ start, end }: { start: number; end: number }, head: number): string {
  return `${head + start + (end > start ? 1 : 0)},${end - start}`;
}

/** @param tellsEnds says how lines end, since not all ends that the hunk shows are alike. */
function marked(mark: string, lines: readonly string[], tellsEnds: boolean): string {
  let [text, run] = ["", 0];
  lines.forEach((line, index) => {
    const end = endOf(line);
    text += `${mark}${line.slice(0, line.length - end.length)}\n`;
    run++;
    if (end === "") text += "\\ No newline at end of file\n";
    else if (tellsEnds && (index === lines.length - 1 || endOf(lines[index + 1]!) !== end)) {
      const spelt = JSON.stringify(end).slice(1, -1);
      text += run === 1 ? `\\ The line above ends with ${spelt}\n` : `\\ The ${run} lines above end with ${spelt}\n`;
      run = 0;
    }
  });
  return text;
}

function endOf(line: string): string {
  return line.endsWith("\r\n") ? "\r\n" : (/[\r\n]$/.exec(line)?.[0] ?? "");
}
