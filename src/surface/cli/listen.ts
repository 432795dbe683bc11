/** The port of `waymark serve`: what waits for us may be silent, what we wait for may not. */
import { Unavailable } from "../../base/error.ts";
import type { ATTACH_PATH, attachRoute, attachSocket } from "./attach-route.ts";

/** A connection without a request, or with one that does not come to its end, is cut after so many silent seconds. */
const IDLE_S = 120;

export interface Serving {
  fetch(request: Request): Response | Promise<Response>;
  routes: { [ATTACH_PATH]: ReturnType<typeof attachRoute> };
  websocket: ReturnType<typeof attachSocket>;
}

export type Listener = ReturnType<typeof listen>;

/** @throws Unavailable when the port is in use, or not ours to take. */
export function listen(hostname: string, port: number, serving: Serving, idleS = IDLE_S) {
  const { fetch, ...rest } = serving;
  try {
    return Bun.serve({
      hostname,
      port,
      idleTimeout: idleS,
      async fetch(request, server) {
        server.timeout(request, 0); // calls and their streams may be silent for long: each has a deadline of its own
        const response = await fetch(request);
        if (!response.headers.get("content-type")?.startsWith("text/event-stream")) server.timeout(request, idleS);
        return response;
      },
      ...rest,
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EADDRINUSE" && code !== "EACCES" && code !== "EADDRNOTAVAIL") throw error;
    throw new Unavailable(
      "unavailable",
      `Cannot listen on ${hostname}:${port}: ${code === "EADDRINUSE" ? "the port is in use" : code}.`,
      {
        hint: "Give another port with --port; 0 takes any free one.",
        cause: error,
      },
    );
  }
}
