/**
 * Edits that a server asks us to make: taken only while a command runs that it was asked to run, and made by nobody here.
 * At any other time they are refused.
 */
import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { Unavailable } from "../base/error.ts";
import { Mutex } from "../base/mutex.ts";
import { ServerError } from "./fault.ts";

export interface EditReply {
  applied: boolean;
  failureReason?: string;
}

export class AskedEdits {
  readonly #turns = new Mutex();
  #taken: WorkspaceEdit[] | undefined;
  /** A command was given up without the server's answer: what it asks for from then on may be that command's. */
  #isUnsure = false;

  /** Answers `workspace/applyEdit`: what is taken may still be planned, shown or refused, of which the server hears as of any change. */
  take(edit: WorkspaceEdit): EditReply {
    if (!this.#taken)
      return { applied: false, failureReason: "Edits are made only when a person or an agent asked for them." };
    this.#taken.push(edit);
    return { applied: true };
  }

  /**
   * Does something, one at a time. @returns what the server asked for meanwhile, in its order.
   * @throws Unavailable when an earlier command was given up while the server ran it; what `work` throws.
   */
  async during<T>(work: () => Promise<T>): Promise<{ value: T; edits: readonly WorkspaceEdit[] }> {
    using _turn = await this.#turns.take();
    if (this.#isUnsure) {
      throw new Unavailable("unavailable", "The language server may still be at a command that was given up.", {
        hint: "Start it anew: restart_language_server does, where your settings have it on; else restart Waymark.",
      });
    }
    const edits: WorkspaceEdit[] = [];
    this.#taken = edits;
    try {
      return { value: await work(), edits };
    } catch (error) {
      this.#isUnsure = !(error instanceof ServerError); // that one is its answer
      throw error;
    } finally {
      this.#taken = undefined;
    }
  }
}
