/** The last messages of a session's streams, so that a client that lost its connection can ask for what it missed. */
import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

/** What one session may keep; the newest message is kept whatever its size. */
const EVENTS_KEPT = 256;
const CHARS_KEPT = 1024 * 1024;

interface Event {
  stream: string;
  message: JSONRPCMessage;
  chars: number;
}

export class RecentEvents implements EventStore {
  readonly #events = new Map<string, Event>(); // in the order in which they were stored
  readonly #limits: { events: number; chars: number };
  #count = 0;
  #chars = 0;

  constructor(limits = { events: EVENTS_KEPT, chars: CHARS_KEPT }) {
    this.#limits = limits;
  }

  async storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    const id = String(++this.#count);
    const chars = JSON.stringify(message).length;
    this.#events.set(id, { stream, message, chars });
    this.#chars += chars;
    for (const [oldest, event] of this.#events) {
      if (oldest === id || (this.#events.size <= this.#limits.events && this.#chars <= this.#limits.chars)) break;
      this.#events.delete(oldest);
      this.#chars -= event.chars;
    }
    return id;
  }

  /** Undefined for an event that is kept no more: the client is then told, instead of missing something. */
  async getStreamIdForEventId(id: string): Promise<string | undefined> {
    return this.#events.get(id)?.stream;
  }

  async replayEventsAfter(
    last: string,
    { send }: { send(id: string, message: JSONRPCMessage): Promise<void> },
  ): Promise<string> {
    const stream = this.#events.get(last)?.stream;
    if (stream === undefined) throw new Error(`Event ${JSON.stringify(last)} is kept no more.`);
    let isAfter = false;
    for (const [id, event] of [...this.#events]) {
      // The event that opens a stream has no message; it only gives the client an id to come back with.
      if (isAfter && event.stream === stream && "jsonrpc" in event.message) await send(id, event.message);
      if (id === last) isAfter = true;
    }
    return stream;
  }
}
