/** A scene: project + context + modes + settings, computed once per endpoint; here only its type. */

/** How definitions of tools are published. */
export const SCHEMA_PROFILES = {
  usual: "All fields; on MCP and in function calls without what a model need not read each time.",
  bare: "As usual, without the fields that every tool takes: they are accepted all the same.",
  actions: "OpenAPI 3.0.3 whichever version is asked for, with the first paragraph of each description.",
} as const;
export type SchemaProfile = keyof typeof SCHEMA_PROFILES;

export interface Scene {
  /** Root of the project that the endpoint is bound to; an unbound endpoint's tools take a `project` field. */
  readonly project: string | undefined;
  readonly context: string;
  readonly modes: readonly string[];
  /** Names of the tools that are on. */
  readonly tools: ReadonlySet<string>;
  /** Budget of an answer when the call names none, in characters. */
  readonly maxAnswerChars: number;
  readonly timeoutSeconds: number;
  /** Texts that tools have here in place of their own, by name. */
  readonly descriptions: Readonly<Record<string, string>>;
  /** The form of every answer over MCP and function calls; undefined where each tool has its own. */
  readonly result: "text" | "structured" | undefined;
  readonly schemas: SchemaProfile;
}
