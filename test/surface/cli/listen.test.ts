import { expect, test } from "bun:test";
import { connect } from "node:net";
import { listen, type Serving } from "../../../src/surface/cli/listen.ts";

/** Serves `/slow`, which says nothing for longer than a silent connection is kept, and everything else at once. */
function slowServer(idleS: number, silentMs: number) {
  const serving = {
    routes: {},
    websocket: { message() {} },
    async fetch(request: Request) {
      if (new URL(request.url).pathname === "/slow") await Bun.sleep(silentMs);
      return new Response("done");
    },
  } as unknown as Serving;
  const server = listen("127.0.0.1", 0, serving, idleS);
  return { port: server.port!, [Symbol.asyncDispose]: () => server.stop(true) };
}

/** Sends a text; gives what came back when the server closed the connection. */
function closedAfter(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let got = "";
    const socket = connect(port, "127.0.0.1", () => void socket.write(text));
    socket.on("data", (chunk) => {
      got += chunk;
    });
    socket.on("close", () => resolve(got));
    socket.on("error", reject);
  });
}

test("connections that send nothing, half a request, or no further one are cut; a long silent call is answered", async () => {
  await using server = slowServer(2, 14_000);
  const head = "HTTP/1.1\r\nHost: x\r\n";
  const answers = await Promise.all([
    closedAfter(server.port, ""),
    closedAfter(server.port, `GET / ${head}`),
    closedAfter(server.port, `GET / ${head}\r\n`),
    closedAfter(server.port, `GET /slow ${head}\r\n`),
  ]);
  const isAnswered = answers.map((answer) => answer.endsWith("\r\n\r\ndone"));
  expect(isAnswered).toEqual([false, false, true, true]);
}, 60_000);
