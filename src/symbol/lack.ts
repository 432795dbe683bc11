/** Why something may be missing in an answer: in a few words of our own, and in full where there is more to say. */
import type { Unavailable } from "../base/error.ts";
import { ProtocolFault, ServerCrashed, ServerError, ServerFault, ServerStarting, ServerTimeout } from "../lsp/fault.ts";
import { MissingServer, NoServer } from "../lsp/no-origin.ts";

export interface Lack {
  /** Without names from the repository. */
  reason: string;
  /** What happened, and what would help. */
  problem?: string;
}

const PROBLEM_CHARS = 600;

/** What a server lacks that could not answer. */
export function lackOf(fault: Unavailable): Lack {
  return { reason: reasonOf(fault), problem: `${fault.message} ${fault.hint ?? ""}`.trim().slice(0, PROBLEM_CHARS) };
}

function reasonOf(fault: Unavailable): string {
  if (fault instanceof NoServer) return `no language server for ${fault.language ?? "this kind of file"}`;
  if (fault instanceof MissingServer) return `language server "${fault.missing.spec.id}" is not installed`;
  if (!(fault instanceof ServerFault)) return "a language server ended too often and is not started for a while";
  const server = `language server "${fault.server}"`;
  if (fault instanceof ServerCrashed) return `${server} crashed`;
  if (fault instanceof ServerStarting) return `${server} is still starting`;
  if (fault instanceof ServerTimeout) return `${server} did not answer within ${fault.seconds} s`;
  if (fault instanceof ServerError) return `${server} answered with an error`;
  if (fault instanceof ProtocolFault) return `${server} does not speak the protocol`;
  return `${server} gives no diagnostics`;
}

/** Each reason once, with the number of times where it is more than one. */
export function reasonsOf(lacks: readonly Lack[]): string[] {
  return [...Map.groupBy(lacks, ({ reason }) => reason)].map(([reason, { length }]) =>
    length === 1 ? reason : `${reason} (${length} files)`,
  );
}

/** As many reasons as fit, and how many more there are. */
export function reasonText(reasons: readonly string[], limit: number): string | undefined {
  for (let count = reasons.length; count > 0; count--) {
    const more = reasons.length - count;
    const text = reasons.slice(0, count).join("; ") + (more > 0 ? `; and ${more} more reasons` : "");
    if (text.length <= limit) return text;
  }
  return reasons[0]?.slice(0, limit);
}
