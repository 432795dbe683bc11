/** The clients that are attached to this server: greets each, serves MCP to it, and asks it to leave when the server goes. */
import type { Duplex } from "node:stream";
import { Unavailable, UserError } from "../../base/error.ts";
import { projectRoot } from "../../project/project.ts";
import type { Session } from "../../tool/service.ts";
import { type App, DEFAULT_MCP_CONTEXT } from "../app.ts";
import {
  firstLine,
  type Hello,
  isSame,
  type KeptSession,
  LINK_VERSION,
  line,
  refusal,
  type ServerStatus,
  type Welcome,
  type Word,
} from "./hello.ts";
import { withoutPings } from "./ping.ts";
import { warmLater } from "./warm.ts";

/** A client that has connected says at once what it wants. */
const HELLO_LIMIT_MS = 5_000;
/** Connections that have not said it yet; further ones are cut. */
const MAX_GREETING = 128;
/** Clients at once, each with a session of its own. */
const MAX_CLIENTS = 256;

export interface AttachedOptions {
  app: App;
  /** What clients on the local socket must say. */
  key: string;
  /** Settings from outside the data folder that this server works under. */
  settings: string;
  /** What the process knows of itself beside the clients. */
  status(): Omit<ServerStatus, "clients">;
  /** Somebody asks the server to end; what it returns has happened before the answer is sent. */
  onLeave(reason: "stop" | "replace"): Promise<void>;
  limits?: { greeting: number; clients: number };
}

export class Attached {
  readonly #options: AttachedOptions;
  readonly #streams = new Set<Duplex>();
  #greeting = 0;
  #isLeaving = false;

  constructor(options: AttachedOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#streams.size;
  }

  /**
   * Takes a new connection to its end.
   * @param isTrusted true where the way in has checked a token; else the first line must carry the key.
   */
  async take(stream: Duplex, isTrusted: boolean): Promise<void> {
    stream.on("error", (error) => this.#options.app.log("debug", "a client's connection broke", { error }));
    const { greeting = MAX_GREETING } = this.#options.limits ?? {};
    if (this.#greeting >= greeting) return void stream.destroy();
    this.#greeting++;
    const text = await firstLine(stream, HELLO_LIMIT_MS).finally(() => this.#greeting--);
    if (text === undefined) return void stream.destroy();
    try {
      const hello = this.#read(text, isTrusted);
      if (hello.ask === "mcp") return await this.#serve(stream, hello);
      if (hello.ask !== "status") await this.#options.onLeave(hello.ask);
      const status = { ...this.#options.status(), clients: this.size };
      stream.end(line({ ok: true, pid: process.pid, status } satisfies Welcome));
    } catch (error) {
      const { log } = this.#options.app;
      stream.end(line(refusal(error, (id, cause) => log("error", `internal error ${id}`, { error: cause }))));
    }
  }

  /** Asks the clients to finish what runs and to go; new ones are refused. */
  leave(): void {
    this.#isLeaving = true;
    for (const stream of this.#streams) stream.write(line({ waymark: "leaving" } satisfies Word));
  }

  /** Cuts off those who stayed. */
  close(): void {
    for (const stream of this.#streams) stream.destroy();
  }

  /** @throws UserError when it is not a client of ours. */
  #read(text: string, isTrusted: boolean): Hello {
    const hello = parsed(text);
    if (!isTrusted && !isSame(hello?.key ?? "", this.#options.key)) {
      throw new UserError("unauthorized", "The key of this server is missing or wrong.");
    }
    if (hello?.waymark !== LINK_VERSION) {
      throw new UserError("refused", "This server and this program do not understand each other.", {
        hint: "Both must be of about the same version: stop the older server with `waymark stop`.",
      });
    }
    return hello;
  }

  async #serve(stream: Duplex, hello: Hello): Promise<void> {
    if (this.#isLeaving) throw new Unavailable("unavailable", "This server is about to end.");
    if (hello.settings !== undefined && hello.settings !== this.#options.settings) {
      throw new Unavailable("unavailable", "The server that runs now has other WAYMARK_* settings than this client.", {
        hint: "Start the client again: it then serves by itself.",
      });
    }
    const { clients = MAX_CLIENTS } = this.#options.limits ?? {};
    if (this.#streams.size >= clients) {
      throw new Unavailable("busy", `${clients} clients are attached, which is as many as this server takes.`, {
        hint: "End one of them, or serve by yourself with `waymark mcp --standalone`.",
      });
    }
    this.#streams.add(stream); // from here on the server is not idle
    stream.once("close", () => this.#streams.delete(stream));
    const { app } = this.#options;
    const [scene, book, { serveMcpOn }] = await Promise.all([
      this.#scene(hello),
      app.promptBook(),
      import("../stdio.ts"),
    ]);
    const session = keptSession(hello.session ?? {}, (session) => {
      if (stream.writable) stream.write(line({ waymark: "session", session } satisfies Word));
    });
    stream.write(line({ ok: true, pid: process.pid, pings: true } satisfies Welcome));
    const input = withoutPings(stream, () => {
      if (stream.writable) stream.write(line({ waymark: "pong" } satisfies Word));
    });
    const connection = serveMcpOn(input, stream, app, book, scene, session);
    const warm = warmLater(app, scene);
    stream.once("close", () => {
      warm[Symbol.dispose]();
      void connection.close();
    });
    if (this.#isLeaving) stream.write(line({ waymark: "leaving" } satisfies Word));
  }

  async #scene({ project, folder, unbound, context, modes }: Hello) {
    const named = project ?? (folder === undefined || unbound ? undefined : await projectRoot(folder));
    const query = { context, modes: modes ?? [], project: named, ...(unbound && { unbound }) };
    return this.#options.app.scene(query, DEFAULT_MCP_CONTEXT);
  }
}

function parsed(text: string): Hello | undefined {
  try {
    return JSON.parse(text) as Hello;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A session that tells what it holds each time it changes, so that the client can bring it to the next server. */
function keptSession(kept: KeptSession, onChange: (session: KeptSession) => void): Session {
  const session: Session = { ...kept };
  return new Proxy(session, {
    set(target, key, value) {
      const isSet = Reflect.set(target, key, value);
      onChange({ ...target });
      return isSet;
    },
  });
}
