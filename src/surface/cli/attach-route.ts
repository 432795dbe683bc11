/** `/attach`: the way in for `waymark mcp --connect`, a WebSocket on the HTTP port behind the same guards as all routes. */
import { Duplex } from "node:stream";
import type { Server, ServerWebSocket, WebSocketHandler } from "bun";
import { Hono } from "hono";
import type { Log } from "../../base/log.ts";
import { type GuardOptions, guard } from "../guard.ts";
import { Login } from "../login.ts";
import { problemOf, problemResponse } from "../problem.ts";

/** A route of the socket, not of the application: only the runtime can make a WebSocket of a request. */
export const ATTACH_PATH = "/attach";

interface Connection {
  stream?: Duplex;
  /** Set while the socket takes no more. */
  onDrain?: (() => void) | undefined;
}

const PASSED = 204;

/** Answers requests for `/attach`: a refusal, or nothing once the connection became a WebSocket. */
export function attachRoute(guards: GuardOptions, log: Log) {
  const guarded = new Hono();
  guarded.onError((error, { req }) => problemResponse(problemOf(error, req.path, log), req.path, {}));
  guarded.use(guard(guards, new Login(guards.token)));
  guarded.all("*", () => new Response(null, { status: PASSED }));
  return async (request: Request, server: Server<Connection>): Promise<Response | undefined> => {
    const answer = await guarded.fetch(request);
    if (answer.status !== PASSED) return answer;
    if (server.upgrade(request, { data: {} })) return undefined;
    return new Response("`waymark mcp --connect` opens a WebSocket here.\n", { status: 426 });
  };
}

/** Hands each WebSocket over as a stream. */
export function attachSocket(onClient: (stream: Duplex) => void): WebSocketHandler<Connection> {
  return {
    open(socket) {
      socket.data.stream = streamOver(socket);
      onClient(socket.data.stream);
    },
    message({ data }, message) {
      data.stream?.push(typeof message === "string" ? Buffer.from(message) : message);
    },
    drain({ data }) {
      const { onDrain } = data;
      data.onDrain = undefined;
      onDrain?.();
    },
    close({ data }) {
      data.stream?.push(null);
      data.stream?.destroy();
    },
    idleTimeout: 0, // a client may think for hours
    sendPings: true,
    maxPayloadLength: 16 * 1024 * 1024,
  };
}

function streamOver(socket: ServerWebSocket<Connection>): Duplex {
  return new Duplex({
    read() {},
    write(chunk: Uint8Array, _encoding, done) {
      // -1: taken, but wait before the next; 0: the connection is gone, which "close" tells.
      if (socket.send(chunk) === -1) socket.data.onDrain = done;
      else done();
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
}
