/** How a file is to be formatted, as far as its server does not know: as `.editorconfig` says, else as the file is now. */
import type { FormattingOptions } from "../lsp/formatting.ts";
import { editorStyle } from "../project/editorconfig.ts";
import type { Project } from "../project/project.ts";

/** What stands for a step of indentation in a file that shows none, in columns; editors take it so. */
const INDENT = 4;

/** A text that is longer shows it in its first lines. */
const LINES_SEEN = 5_000;

export async function formattingOptions(path: string, text: string, { files }: Project): Promise<FormattingOptions> {
  const style = await editorStyle(path, files);
  const own = indentation(text);
  const usesTabs = style?.usesTabs ?? own.usesTabs;
  const size = usesTabs ? (style?.tabWidth ?? style?.indentSize) : style?.indentSize;
  return {
    tabSize: size ?? own.size,
    insertSpaces: !usesTabs,
    ...(style?.trimsLines !== undefined && { trimTrailingWhitespace: style.trimsLines }),
    ...(style?.endsLastLine !== undefined && { insertFinalNewline: style.endsLastLine }),
  };
}

/** The step by which most lines are deeper than the line before them. */
export function indentation(text: string): { usesTabs: boolean; size: number } {
  return shownIndentation(text) ?? { usesTabs: false, size: INDENT };
}

/** Undefined for a text that shows none. */
function shownIndentation(text: string): { usesTabs: boolean; size: number } | undefined {
  let tabs = 0;
  const steps = new Map<number, number>();
  let before = 0;
  for (const line of text.split(/\r\n|\n|\r/, LINES_SEEN)) {
    const [, white = "", first] = /^([\t ]*)(\S)?/.exec(line) ?? [];
    if (first === undefined || first === "*") continue; // the inner lines of a block comment
    if (white.startsWith("\t")) tabs++;
    else if (white.length > before) steps.set(white.length - before, (steps.get(white.length - before) ?? 0) + 1);
    before = white.startsWith("\t") ? 0 : white.length;
  }
  const [size] = [...steps].filter(([step]) => step > 1).sort(([a, m], [b, n]) => n - m || a - b)[0] ?? [];
  const spaced = [...steps.values()].reduce((sum, count) => sum + count, 0);
  if (tabs > spaced) return { usesTabs: true, size: INDENT };
  return size === undefined ? undefined : { usesTabs: false, size };
}

/** What every indented line of a text begins with; undefined for a text that shows none or mixes them. */
export function onlyIndent(text: string): "tabs" | "spaces" | undefined {
  let [tabs, spaces] = [false, false];
  for (const line of text.split(/\r\n|\n|\r/, LINES_SEEN)) {
    const [, white = "", first] = /^([\t ]*)(\S)?/.exec(line) ?? [];
    if (first === undefined || first === "*" || white === "") continue;
    tabs ||= white.includes("\t");
    spaces ||= white.includes(" ");
  }
  if (tabs === spaces) return undefined;
  return tabs ? "tabs" : "spaces";
}

/** One level of indentation, as the first of some texts has it that shows one. */
export function stepOf(...texts: string[]): string {
  for (const text of texts) {
    const shown = shownIndentation(text);
    if (shown) return shown.usesTabs ? "\t" : " ".repeat(shown.size);
  }
  return "  ";
}
