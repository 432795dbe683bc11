/** An answer as text: the tool's own form of it, then all that the envelope says. */

import type { Tool } from "./define.ts";
import type { Envelope } from "./evidence.ts";

/** Holds the same as the structured form, for callers that read text best; where no source is named, it is the disk. */
export function answerText(tool: Tool, envelope: Envelope): string {
  const { detail, answer, source, complete, reason, generation, pending_files, total, is_truncated, hint } = envelope;
  const notes = [
    ...(detail === "full" ? [] : [`shortened: ${detail}`]),
    ...(source && source !== "disk" ? [`source ${source}`] : []),
    ...(total === undefined ? [] : [`total ${total}`]),
    ...(is_truncated ? ["more were left out"] : []),
    ...(complete === undefined ? [] : [complete ? "complete" : `incomplete: ${reason}`]),
    ...(pending_files ? [`${pending_files} changed files are not in it yet`] : []),
    ...(generation === undefined ? [] : [`generation ${generation}`]),
  ];
  return [
    tool.text(detail, answer),
    ...(notes.length > 0 ? [`(${notes.join("; ")})`] : []),
    ...(hint ? [hint] : []),
  ].join("\n");
}
