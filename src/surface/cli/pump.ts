/**
 * Carries MCP between a client's stdin and stdout and a server that may end at any time: the client sees one
 * conversation. What ran in a server that is gone is answered with an error; the next request reaches the next server.
 */
import { type Duplex, finished } from "node:stream";
import { Unavailable, UserError } from "../../base/error.ts";
import { lines } from "../../base/lines.ts";
import { Conversation, type Message } from "./conversation.ts";
import type { Dialled } from "./dial.ts";
import { type KeptSession, line, type Word } from "./hello.ts";
import { drained, heeded, parsed, withLineFeed } from "./link.ts";
import { Pulse } from "./pulse.ts";

export interface PumpOptions {
  input: AsyncIterable<Uint8Array>;
  output(bytes: Uint8Array): Promise<void>;
  /** Attaches to a server, bringing what the session held in the one before. */
  reach(session: KeptSession | undefined): Promise<Dialled>;
  /** Ends the pump at once. */
  stopped: AbortSignal;
  /** Tells the user what happened. */
  say(text: string): void;
}

/** The SDK takes 10 MiB; whoever sends more is told so by it. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** Bytes of the client that wait for a server before we stop reading. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
/** How long answers may still come after the client has closed its end. */
const LAST_ANSWERS_MS = 5_000;
const ATTACH_TRIES = 3;
const REOPEN_LIMIT_MS = 10_000;
const REOPEN_ID = "waymark-reopen";
/** JSON-RPC's internal error: the codes beside it mean other things to the clients' libraries. */
const FAILED = -32603;
const UNKNOWN = "it is not known whether the call took effect. Check before you repeat a call that changes something.";
/** How a link was lost, to the user and to the calls that ran. */
const ENDED = {
  said: "The server ended",
  toCalls: `The Waymark server ended while this call was running, so there is no answer, and ${UNKNOWN}`,
};
/** A server answers pings whatever its tools do: one that does not is stopped, or cut off from us. */
const PULSE = { everyMs: 3_000, most: 5 };
const FROZEN_AFTER_S = (PULSE.everyMs * PULSE.most) / 1000;

/**
 * Runs until the client closes its end, or `stopped` fires.
 * @throws UserError when the first server refuses the client, such as for a context that it does not know.
 */
export async function pump(options: PumpOptions): Promise<void> {
  await new Pump(options).run();
}

class Pump {
  readonly #options: PumpOptions;
  readonly #conversation = new Conversation();
  readonly #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #hasEnded = false;
  /** Something happened that a loop may wait for. */
  #changed = Promise.withResolvers<void>();
  #link: Duplex | undefined;
  #linking: Promise<void> | undefined;
  /** The link whose server asked us to go when what runs has ended. */
  #leaving: Duplex | undefined;
  #session: KeptSession | undefined;
  /** Why there is no server. */
  #whyNot = "The Waymark server ends as soon as it is reached.";
  #onReopened: ((answer: Message) => void) | undefined;
  /** Of the link that is there. */
  #pulse: Pulse | undefined;
  #lostBecause = ENDED;
  /** The client does not read, so neither do we, and the server's silence says nothing. */
  #isHeldUp = false;

  constructor(options: PumpOptions) {
    this.#options = options;
  }

  get #isLeaving(): boolean {
    return this.#link !== undefined && this.#leaving === this.#link;
  }

  async run(): Promise<void> {
    const { stopped } = this.#options;
    const isOver = Promise.withResolvers<void>();
    const stop = () => isOver.resolve();
    if (stopped.aborted) stop();
    else stopped.addEventListener("abort", stop, { once: true });
    this.#linking = this.#attach();
    // A server that cannot be had is told to the client when it asks; one that refuses ends us.
    this.#linking.catch((error) => (error instanceof Unavailable ? undefined : isOver.reject(error)));
    this.#read().catch(isOver.reject);
    this.#work().then(isOver.resolve, isOver.reject);
    try {
      await isOver.promise;
    } finally {
      this.#link?.destroy();
    }
  }

  async #read(): Promise<void> {
    for await (const bytes of lines(this.#options.input, MAX_LINE_BYTES)) {
      if (this.#passesAtOnce(bytes)) continue;
      this.#waiting.push(bytes);
      this.#waitingBytes += bytes.length;
      this.#change();
      while (this.#waitingBytes > MAX_WAITING_BYTES) await this.#changed.promise;
    }
    this.#hasEnded = true;
    this.#change();
  }

  /** A cancellation must not wait behind requests that wait for the call to end. */
  #passesAtOnce(bytes: Uint8Array): boolean {
    if (!this.#isLeaving || !this.#link) return false;
    const [message] = parsed(bytes);
    const id = message?.method === "notifications/cancelled" ? message.params?.requestId : undefined;
    if (id === undefined || !this.#conversation.isRunning(id)) return false;
    this.#conversation.fromClient([message!], bytes, true);
    this.#link.write(withLineFeed(bytes));
    this.#leaveWhenQuiet();
    return true;
  }

  async #work(): Promise<void> {
    for (;;) {
      const bytes = this.#waiting.shift();
      if (bytes) {
        this.#waitingBytes -= bytes.length;
        this.#change();
        await this.#carry(bytes);
      } else if (this.#hasEnded) break;
      else await this.#changed.promise;
    }
    await this.#linking?.catch(() => undefined); // it may yet refuse us, which `run` reports
    const until = performance.now() + LAST_ANSWERS_MS;
    while (!this.#conversation.isQuiet && performance.now() < until) {
      await Promise.race([this.#changed.promise, Bun.sleep(until - performance.now())]);
    }
  }

  /** One line of the client to the server; where there is none, its requests are answered with the reason. */
  async #carry(bytes: Uint8Array): Promise<void> {
    const messages = parsed(bytes);
    const asks = messages.filter(({ id, method }) => id != null && method !== undefined);
    while (this.#isLeaving && asks.length > 0) await this.#changed.promise;
    if (!(await this.#isLinked(asks.length > 0))) for (const { id } of asks) await this.#fail(id!, this.#whyNot);
    const link = this.#link;
    if (!this.#conversation.fromClient(messages, bytes, link !== undefined) || !link) return;
    const handOver = (error?: Error | null) => void (error ?? this.#conversation.handedOver(messages));
    this.#pulse?.watch();
    if (!link.write(withLineFeed(bytes), handOver)) await drained(link);
  }

  /** Waits for a server, and where a request needs one sees to it; a server that goes at once is not the last word. */
  async #isLinked(isNeeded: boolean): Promise<boolean> {
    for (let tries = 0; !this.#link && (this.#linking || isNeeded) && tries < ATTACH_TRIES; tries++) {
      try {
        this.#linking ??= this.#attach();
        await this.#linking;
      } catch (error) {
        const isKnown = error instanceof UserError || error instanceof Unavailable;
        this.#whyNot = `The Waymark server cannot be had: ${isKnown ? describe(error) : String(error)}`;
        this.#options.say(`${this.#whyNot}\n`);
        return false;
      } finally {
        this.#linking = undefined;
      }
    }
    return this.#link !== undefined;
  }

  async #attach(): Promise<void> {
    const { stream: link, welcome } = await this.#options.reach(this.#session);
    if (this.#options.stopped.aborted) return void link.destroy();
    const reopened = this.#reopening(link);
    const pulse = welcome.pings && this.#pulseOf(link, welcome.pid);
    void this.#listen(link, pulse);
    await reopened;
    if (!link.destroyed && !link.readableEnded) {
      this.#link = link;
      this.#pulse = pulse;
    }
    this.#leaveWhenQuiet();
  }

  #pulseOf(link: Duplex, pid: number): Pulse {
    return new Pulse({
      ...PULSE,
      isAwaited: () => this.#link === link && (!this.#conversation.isQuiet || link.writableNeedDrain),
      ask: () => void (this.#isHeldUp ? this.#pulse?.heard() : link.write(line({ waymark: "ping" } satisfies Word))),
      onStopped: () => {
        const frozen = `The Waymark server (process ${pid}) has not given a sign of life for ${FROZEN_AFTER_S} s`;
        this.#lostBecause = { said: frozen, toCalls: `${frozen}, so this call was given up, and ${UNKNOWN}` };
        link.destroy();
      },
    });
  }

  /** Opens the conversation with a new server as the client opened it with the first one, which it need not notice. */
  async #reopening(link: Duplex): Promise<void> {
    const opening = this.#conversation.opening(REOPEN_ID);
    if (!opening) return;
    const answered = Promise.withResolvers<Message | undefined>();
    this.#onReopened = answered.resolve;
    const giveUp = () => answered.resolve(undefined);
    const timer = setTimeout(giveUp, REOPEN_LIMIT_MS);
    const unwatch = finished(link, giveUp);
    link.write(line(opening.request));
    const answer = await answered.promise;
    clearTimeout(timer);
    unwatch();
    this.#onReopened = undefined;
    if (!answer || answer.error !== undefined) {
      link.destroy();
      throw new Unavailable("unavailable", "The new server did not take up the conversation of the one before.");
    }
    if (opening.notification) link.write(withLineFeed(opening.notification));
  }

  /** Brings the server's lines to the client until the server goes. */
  async #listen(link: Duplex, pulse: Pulse | undefined): Promise<void> {
    try {
      for await (const bytes of lines(
        heeded(link, () => pulse?.heard()),
        MAX_LINE_BYTES,
      ))
        await this.#fromServer(bytes, link);
    } catch (error) {
      if (error instanceof UserError) this.#options.say(`${error.message}\n`);
      link.destroy();
    }
    if (this.#link === link) await this.#lost();
  }

  async #fromServer(bytes: Uint8Array, link: Duplex): Promise<void> {
    const messages = parsed(bytes);
    const word = messages[0] as Word | Message | undefined;
    if (word && "waymark" in word) {
      if (word.waymark === "session") this.#session = word.session;
      if (word.waymark === "leaving") this.#leaving = link;
      return this.#leaveWhenQuiet();
    }
    if (this.#onReopened && word?.id === REOPEN_ID && word.method === undefined) return this.#onReopened(word);
    for (const message of messages) this.#conversation.fromServer(message);
    this.#isHeldUp = true;
    await this.#options.output(withLineFeed(bytes));
    this.#isHeldUp = false;
    this.#leaveWhenQuiet();
    this.#change();
  }

  #leaveWhenQuiet(): void {
    if (!this.#isLeaving || !this.#conversation.isQuiet) return;
    const link = this.#link;
    this.#link = undefined;
    link?.end();
    this.#change();
  }

  async #lost(): Promise<void> {
    this.#link = undefined;
    this.#pulse = undefined;
    const { said, toCalls } = this.#lostBecause;
    this.#lostBecause = ENDED;
    const { failed, withdrawn, again } = this.#conversation.lost();
    for (const bytes of again.reverse()) {
      this.#waiting.unshift(bytes);
      this.#waitingBytes += bytes.length;
    }
    this.#change();
    const calls = failed.length > 0 ? ` Running calls that are lost: ${failed.length}.` : "";
    this.#options.say(`${said}.${calls} The next request looks for another one, or starts it.\n`);
    for (const id of failed) await this.#fail(id, toCalls);
    for (const requestId of withdrawn) {
      const params = { requestId, reason: "The server that asked is gone." };
      await this.#options.output(line({ jsonrpc: "2.0", method: "notifications/cancelled", params }));
    }
  }

  async #fail(id: string | number, message: string): Promise<void> {
    await this.#options.output(line({ jsonrpc: "2.0", id, error: { code: FAILED, message } }));
  }

  #change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}

function describe({ message, hint }: { message: string; hint: string | undefined }): string {
  return hint ? `${message} ${hint}` : message;
}
