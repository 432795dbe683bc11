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

/** How often a request is sent; a server that dies of it would die of it each time. */
const MOST_TRIES = 3;

type Id = string | number;

interface Running {
  line: Uint8Array | undefined;
  tries: number;
  isOpening: boolean;
  /** False while no server can have seen it: then sending it again cannot do anything twice. */
  isHandedOver: boolean;
}

export class Conversation {
  /** Requests of the client that the server has and has not answered. */
  readonly #running = new Map<Id, Running>();
  /** Of those that will be asked again, how often they were. */
  readonly #triesBefore = new Map<Id, number>();
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
        const tries = (this.#triesBefore.get(id) ?? 0) + 1;
        this.#triesBefore.delete(id);
        this.#running.set(id, { line, tries, isOpening: OPENING.has(method), isHandedOver: false });
        if (method === "initialize" && !this.#isInitialized) this.#initialize = { id, message };
      }
    }
    return isWanted;
  }

  /** The system took the bytes of these requests, so that the server may have seen them. */
  handedOver(messages: readonly Message[]): void {
    for (const { id, method } of messages) {
      const running = id == null || method === undefined ? undefined : this.#running.get(id);
      if (!running) continue;
      running.isHandedOver = true;
      if (!running.isOpening) running.line = undefined; // it will not be needed again
    }
  }

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
    for (const [id, { line, tries, isOpening, isHandedOver }] of this.#running) {
      if (line && tries < MOST_TRIES && (isOpening || !isHandedOver)) {
        if (again.at(-1) !== line) again.push(line); // several requests may share a line
        this.#triesBefore.set(id, tries);
      } else failed.push(id);
    }
    const withdrawn = [...this.#asked];
    this.#running.clear();
    this.#asked.clear();
    return { failed, withdrawn, again };
  }
}
