/** Files whose symbols may be missing from an answer: how many, and whether that is a fault of ours. */
import { isFault } from "../base/error.ts";

/** A file that cannot be had. */
export class Failed {
  constructor(readonly error: unknown) {}
}

/** Ids of faults that an answer names. */
const FAULTS_NAMED = 3;

/** Counts them while an answer is made. */
export class Doubts {
  count: number;
  /** Ids of the first faults of ours; the log has their causes. */
  readonly faults: string[] = [];
  readonly #note: (error: unknown) => string;

  /** @param note as `CallContext.fault`. */
  constructor(note: (error: unknown) => string, count = 0) {
    this.#note = note;
    this.count = count;
  }

  add(one: Failed): void {
    this.count++;
    if (isFault(one.error) && this.faults.length < FAULTS_NAMED) this.faults.push(this.#note(one.error));
  }
}

/** In words, what of an answer may be missing. @param verb what files may do with what is asked for: `hold`. */
export function doubtText(verb: string, count: number, faults: readonly string[]): string {
  const ours = faults.length > 0 ? `, some by a fault in Waymark (id ${faults.join(", ")}; the log has the cause)` : "";
  return `${count} files that may ${verb} it do not parse in full${ours}`;
}
