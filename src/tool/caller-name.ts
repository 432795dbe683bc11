/** What callers are called in records, so that each finds its own again. */
import type { Caller, Session } from "./service.ts";

export class CallerNames {
  readonly #sessions = new WeakMap<Session, string>();

  /** `mcp claude-code`, with a mark of its own for a connection that lasts. */
  name({ surface, client, session }: Caller): string {
    const name = client === undefined ? surface : `${surface} ${client}`;
    return session ? `${name} ${this.#mark(session)}` : name;
  }

  #mark(session: Session): string {
    const known = this.#sessions.get(session) ?? crypto.randomUUID().slice(0, 8);
    this.#sessions.set(session, known);
    return known;
  }
}
