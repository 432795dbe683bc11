/** A scene: project + context + modes + settings, computed once per endpoint; here only its type. */

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
}
