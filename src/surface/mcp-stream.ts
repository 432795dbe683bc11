/** Event streams of MCP answers: noticing their end, and reading the answers out of them. */

const OPENING = new TextEncoder().encode(": open\n\n");

export function isEventStream(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

/**
 * The same response; `ended` is called once, when its body is written or nobody reads it any more.
 * @param gone fires when the client has left, which not every runtime tells the stream.
 */
export function onEnd(response: Response, gone: AbortSignal, ended: () => void): Response {
  if (response.body === null || !isEventStream(response)) {
    ended();
    return response;
  }
  let isOpen = true;
  const reader = response.body.getReader();
  const end = () => {
    if (!isOpen) return;
    isOpen = false;
    gone.removeEventListener("abort", leave);
    ended();
  };
  const leave = () => {
    end();
    reader.cancel().catch(() => undefined); // it has failed already, and nobody is left to be told
  };
  if (gone.aborted) leave();
  else gone.addEventListener("abort", leave, { once: true });
  const body = new ReadableStream<Uint8Array>({
    // Runtimes hold the headers back until there is a first byte, and a client would wait for them on a quiet stream.
    start: (controller) => controller.enqueue(OPENING),
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        end();
        controller.close();
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    cancel: leave,
  });
  return new Response(body, { status: response.status, headers: response.headers });
}

/** The answers in a response as JSON texts: a stream's results and errors without its notices, or the body as it is. */
export async function withoutEvents(response: Response): Promise<string[]> {
  const text = await response.text();
  if (!isEventStream(response)) return text === "" ? [] : [text];
  return [...text.matchAll(/^data: (\{.+)$/gm)].map(([, data]) => data!).filter(isAnswer);
}

function isAnswer(data: string): boolean {
  const { method } = JSON.parse(data) as { method?: string };
  return method === undefined;
}
