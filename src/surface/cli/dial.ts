/** Reaches a server: over the local socket of a record, or over the HTTP port of a server elsewhere. */
import { connect } from "node:net";
import { Duplex } from "node:stream";
import { Unavailable, UserError } from "../../base/error.ts";
import type { ServerRecord } from "../../store/server-record.ts";
import { errorOf, firstLine, type Hello, LINK_VERSION, line, type Welcome } from "./hello.ts";

/** Within this time a server that lives has answered, however busy the machine is. */
const ANSWER_LIMIT_MS = 8_000;

/** A connection to a server that has let us in. */
export interface Dialled {
  stream: Duplex;
  welcome: Extract<Welcome, { ok: true }>;
}

/** `gone`: nobody is there, or whoever was there left without an answer, so that nothing was begun. */
export type DialOutcome = Dialled | "gone" | "silent";

/** @throws the server's refusal, as the error that it was there. */
export async function dial(
  { socket, key }: Pick<ServerRecord, "socket" | "key">,
  hello: Omit<Hello, "key" | "waymark">,
  limitMs = ANSWER_LIMIT_MS,
): Promise<DialOutcome> {
  const stream = await opened(socket, limitMs);
  return stream ? greet(stream, { waymark: LINK_VERSION, key, ...hello }, limitMs) : "gone";
}

/**
 * The same over a WebSocket on the HTTP port, for a server elsewhere.
 * @throws Unavailable when it cannot be reached, UserError when it refuses.
 */
export async function dialUrl(
  url: string,
  token: string | undefined,
  hello: Omit<Hello, "key" | "waymark">,
): Promise<Dialled> {
  const address = URL.parse("/attach", url);
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw new UserError("invalid_arguments", `"${url}" is no address of a server.`, {
      hint: "Give what `waymark serve` printed: --connect http://127.0.0.1:8765.",
    });
  }
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  socket.binaryType = "arraybuffer";
  const stream = new Duplex({
    read() {},
    write(chunk: Uint8Array<ArrayBuffer>, _encoding, done) {
      socket.send(chunk);
      done();
    },
    final(done) {
      socket.close();
      done();
    },
    destroy(error, done) {
      socket.close();
      done(error);
    },
  });
  stream.on("error", () => undefined); // its end says enough
  socket.onmessage = ({ data }) => void stream.push(Buffer.from(data as ArrayBuffer));
  socket.onclose = () => void stream.push(null);
  const unreachable = new Unavailable("unavailable", `No Waymark server lets us in at ${url}.`, {
    hint: "Check the address, and that --token-file holds what `waymark token` prints there.",
  });
  const isOpen = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_LIMIT_MS);
    const settle = (isOpen: boolean) => {
      clearTimeout(timer);
      resolve(isOpen);
    };
    socket.onopen = () => settle(true);
    socket.onerror = () => settle(false);
  });
  if (!isOpen) {
    socket.close();
    throw unreachable;
  }
  const dialled = await greet(stream, { waymark: LINK_VERSION, ...hello }, ANSWER_LIMIT_MS);
  if (typeof dialled === "string") throw unreachable;
  return dialled;
}

async function greet(stream: Duplex, hello: Hello, limitMs: number): Promise<DialOutcome> {
  const startedAt = performance.now();
  stream.write(line(hello));
  const text = await firstLine(stream, limitMs);
  if (text === undefined) {
    stream.destroy();
    return performance.now() - startedAt >= limitMs - 50 ? "silent" : "gone";
  }
  const welcome = JSON.parse(text) as Welcome;
  if (welcome.ok) return { stream, welcome };
  stream.destroy();
  throw errorOf(welcome.problem);
}

function opened(socket: string | number, limitMs: number): Promise<Duplex | undefined> {
  return new Promise((resolve) => {
    const stream =
      typeof socket === "string" ? connect({ path: socket }) : connect({ host: "127.0.0.1", port: socket });
    const timer = setTimeout(() => stream.destroy(), limitMs);
    const fail = () => {
      clearTimeout(timer);
      resolve(undefined);
    };
    stream.once("connect", () => {
      clearTimeout(timer);
      stream.off("close", fail);
      resolve(stream);
    });
    stream.once("close", fail);
    stream.on("error", () => undefined); // "close" follows, and readers see the end
  });
}
