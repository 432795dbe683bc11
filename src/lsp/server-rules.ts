/** What the client needs of a server's spec. */
import type { Encoding } from "./position.ts";

export type ReadyRule =
  | { rule: "none" }
  | {
      rule: "progress";
      title?: string | undefined;
      token?: string | undefined;
      quiet_ms: number;
      grace_ms: number;
      timeout_s: number;
    }
  | { rule: "notification"; method: string; match: Readonly<Record<string, unknown>>; timeout_s: number }
  | { rule: "log"; pattern: string; timeout_s: number }
  | { rule: "probe"; method: string; timeout_s: number };

export interface ServerRules {
  readonly id: string;
  readonly initialization_options: Readonly<Record<string, unknown>>;
  readonly client_capabilities: Readonly<Record<string, unknown>>;
  readonly position_encodings?: readonly Encoding[] | undefined;
  readonly ready: ReadyRule;
  readonly needs_open: "none" | "one_file" | "the_file" | "text_matches";
  readonly outside_changes: "watched_files" | "reopen" | "itself";
  readonly diagnostics: "push" | "pull" | "both" | "none";
  readonly diagnostics_on_save: boolean;
  readonly settle_ms?: number | undefined;
  readonly names: readonly { match: string; replace: string }[];
  readonly exit: "normal" | "stdin" | "kill";
  readonly concurrency?: number | undefined;
}
