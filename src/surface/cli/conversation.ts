/** What must be remembered of a client's conversation, so that it can go on with another server. Knows no streams. */

/** What we look at of a message; the rest passes unread. */
export interface Message {
  id?: string | number | null;
  method?: string;
  params?: { requestId?: string | number };
  result?: unknown;
  error?: unknown;
}

/** Requests that open a conversation: nobody has seen an answer, and asking again changes nothing. */
const OPENING = new Set(["initialize", "server/discover"]);

/** How often an opening is asked again; a server that dies of it would die of it each time. */
const OPENING_TRIES = 3;

type Id = string | number;

export class Conversation {
  /** Requests of the client that the server has and has not answered. */
  readonly #running = new Map<Id, { line: Uint8Array; tries: number } | undefined>();
  /** Requests of this server that the client has not answered. */
  readonly #asked = new Set<Id>();
  #initialize: { id: Id; message: Message } | undefined;
  #isInitialized = false;
  #initialized: Uint8Array | undefined;

  /** True when the server owes the client nothing. */
  get isQuiet(): boolean {
    return this.#running.size === 0;
  }

  isRunning(id: Id): boolean {
    return this.#running.has(id);
  }

  /** The `initialize` that was answered, under an id of ours, and the notification after it, if there was one. */
  opening(id: string): { request: Message; notification: Uint8Array | undefined } | undefined {
    if (!this.#initialize || !this.#isInitialized) return undefined;
    return { request: { ...this.#initialize.message, id }, notification: this.#initialized };
  }

  /**
   * A line of the client on its way to the server.
   * @param isSent false where there is no server; then only what belongs to the opening is kept.
   * @returns false for an answer to a server that is gone: the next one must not take it for an answer to itself.
   */
  fromClient(messages: readonly Message[], line: Uint8Array, isSent: boolean): boolean {
    let isWanted = true;
    for (const message of messages) {
      const { id, method } = message;
      if (method === undefined) isWanted = isSent && id != null && this.#asked.delete(id);
      else if (method === "notifications/initialized") this.#initialized = line;
      else if (method === "notifications/cancelled" && isSent) this.#running.delete(message.params?.requestId ?? "");
      else if (id != null && isSent) {
        const again = this.#running.get(id) ?? this.#again.get(id);
        this.#again.delete(id);
        this.#running.set(id, OPENING.has(method) ? { line, tries: (again?.tries ?? 0) + 1 } : undefined);
        if (method === "initialize" && !this.#isInitialized) this.#initialize = { id, message };
      }
    }
    return isWanted;
  }

  readonly #again = new Map<Id, { tries: number }>();

  /** A message of the server on its way to the client. */
  fromServer({ id, method, error }: Message): void {
    if (id == null) return;
    if (method !== undefined) this.#asked.add(id);
    else {
      this.#running.delete(id);
      if (id === this.#initialize?.id && error === undefined) this.#isInitialized = true;
    }
  }

  /** The server is gone: what the client must be told, and what the next server must be asked again. */
  lost(): { failed: Id[]; withdrawn: Id[]; again: Uint8Array[] } {
    const failed: Id[] = [];
    const again: Uint8Array[] = [];
    for (const [id, opening] of this.#running) {
      if (!opening || opening.tries >= OPENING_TRIES) failed.push(id);
      else {
        again.push(opening.line);
        this.#again.set(id, opening);
      }
    }
    const withdrawn = [...this.#asked];
    this.#running.clear();
    this.#asked.clear();
    return { failed, withdrawn, again };
  }
}
