/**
 * Edits that a server asks us to make: taken only while a command runs that it was asked to run, and made by nobody here.
 * At any other time they are refused.
 */
import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { Mutex } from "../base/mutex.ts";

export interface EditReply {
  applied: boolean;
  failureReason?: string;
}

export class AskedEdits {
  readonly #turns = new Mutex();
  #taken: WorkspaceEdit[] | undefined;

  /** Answers `workspace/applyEdit`: what is taken may still be planned, shown or refused, of which the server hears as of any change. */
  take(edit: WorkspaceEdit): EditReply {
    if (!this.#taken)
      return { applied: false, failureReason: "Edits are made only when a person or an agent asked for them." };
    this.#taken.push(edit);
    return { applied: true };
  }

  /** Does something, one at a time. @returns what the server asked for meanwhile, in its order. */
  async during<T>(work: () => Promise<T>): Promise<{ value: T; edits: readonly WorkspaceEdit[] }> {
    using _turn = await this.#turns.take();
    const edits: WorkspaceEdit[] = [];
    this.#taken = edits;
    try {
      return { value: await work(), edits };
    } finally {
      this.#taken = undefined;
    }
  }
}
