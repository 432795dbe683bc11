/** A server that listens on a port of this machine, in the shape of one that speaks over its pipes. */
import { Unavailable } from "../base/error.ts";
import type { ServerProcess } from "../base/server-process.ts";

const RETRY_MS = 50;

/**
 * Connects to a server that was just started, as soon as it listens.
 * @param process what it writes to stdout is let go.
 * @throws Unavailable when it ends before it listens; the signal's reason.
 */
export async function overSocket(process: ServerProcess, port: number, signal: AbortSignal): Promise<ServerProcess> {
  let exit: { code: number | null } | undefined;
  void process.exited.then((code) => {
    exit = { code };
  });
  void drained(process.stdout);
  for (;;) {
    signal.throwIfAborted();
    if (exit) {
      const what = `The server ended with ${exit.code} before it listened on port ${port}.`;
      throw new Unavailable("unavailable", what, {
        hint: "Its own log may say why; the port may be another program's.",
      });
    }
    try {
      return await connected(process, port);
    } catch (error) {
      if (!["ECONNREFUSED", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
      await Bun.sleep(RETRY_MS);
    }
  }
}

async function connected(process: ServerProcess, port: number): Promise<ServerProcess> {
  let input!: ReadableStreamDefaultController<Uint8Array>;
  const stdout = new ReadableStream<Uint8Array>({
    start(controller) {
      input = controller;
    },
  });
  let isClosed = false;
  let drain = Promise.withResolvers<void>();
  const close = () => {
    if (!isClosed) input.close();
    isClosed = true;
    drain.resolve();
  };
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data: (_, bytes) => input.enqueue(new Uint8Array(bytes)), // a copy: the socket uses its memory again
      drain: () => drain.resolve(),
      close,
      error: close,
    },
  });
  void process.exited.then(() => socket.end());
  return {
    ...process,
    stdout,
    stdin: {
      async write(bytes) {
        for (let rest = bytes; rest.length > 0; ) {
          if (isClosed)
            throw Object.assign(new Error("EPIPE: the server has closed the connection"), { code: "EPIPE" });
          drain = Promise.withResolvers<void>();
          rest = rest.subarray(socket.write(rest));
          if (rest.length > 0) await drain.promise;
        }
      },
      async end() {
        socket.end();
      },
    },
  };
}

async function drained(stream: ReadableStream<Uint8Array>): Promise<void> {
  try {
    for await (const _ of stream);
  } catch {
    // the pipe broke: it has ended
  }
}
