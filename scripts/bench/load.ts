/**
 * A load generator in a process of its own: each connection sends a request, waits for its answer and sends the next.
 * Raw sockets, because `fetch` costs as much as the server that it measures. `bun scripts/bench/load.ts '<Load as JSON>'`
 * prints a LoadResult.
 */

export interface Load {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  path: string;
  token: string;
  /** The JSON body of every request. */
  body: string;
  connections: number;
  milliseconds: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  /** Share of one core that this process used: near 1, the generator is what was measured. */
  busy: number;
}

const HEAD_END = "\r\n\r\n";

async function run({ origin, path, token, body, connections, milliseconds }: Load): Promise<LoadResult> {
  const { host, hostname, port } = new URL(origin);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    "Accept: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  const request = Buffer.from(`${head.join("\r\n")}${HEAD_END}${body}`);
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  let answered = 0;

  await Promise.all(
    Array.from({ length: connections }, async () => {
      const ended = Promise.withResolvers<void>();
      let received: Buffer | undefined;
      const socket = await Bun.connect({
        hostname,
        port: Number(port),
        socket: {
          data(socket, chunk) {
            received = received ? Buffer.concat([received, chunk]) : chunk;
            const size = responseSize(received);
            if (size === undefined || received.length < size) return;
            received = undefined;
            answered++;
            if (performance.now() - startedAt < milliseconds) socket.write(request);
            else socket.end();
          },
          error: (_, error) => ended.reject(error),
          close: () => ended.resolve(),
        },
      });
      socket.write(request);
      await ended.promise;
    }),
  );

  const elapsed = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { requestsPerSecond: (answered / elapsed) * 1000, busy: (user + system) / 1000 / elapsed };
}

/** Bytes of the response that starts here, or undefined while its head is incomplete. Anything but 200 stops the run. */
function responseSize(received: Buffer): number | undefined {
  const end = received.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const head = received.toString("latin1", 0, end);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (!head.startsWith("HTTP/1.1 200 ") || length === undefined) throw new Error(`Unexpected response: ${received}`);
  return end + HEAD_END.length + Number(length);
}

if (import.meta.main) console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? "") as Load)));
