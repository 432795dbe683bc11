import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { testApp } from "../fixture/app.ts";
import { listen } from "../fixture/listen.ts";
import { slowTool } from "../fixture/tools.ts";

/** Calls the slow tool, gives up after a moment, and sees that the connection still answers. */
async function giveUp(transport: Transport, era: "modern" | "legacy"): Promise<void> {
  const client = new Client(
    { name: "impatient", version: "1" },
    { versionNegotiation: { mode: era === "modern" ? "auto" : "legacy" } },
  );
  await client.connect(transport);
  expect(client.getNegotiatedProtocolVersion()).toBe(era === "modern" ? "2026-07-28" : "2025-11-25");
  const cancel = new AbortController();
  const call = client.callTool({ name: "slow_work", arguments: { seconds: 60 } }, { signal: cancel.signal });
  setTimeout(() => cancel.abort(), 300);
  await expect(call).rejects.toThrow();
  expect((await client.listTools()).tools.length).toBeGreaterThan(1);
}

describe.each(["modern", "legacy"] as const)("a %s client that cancels", (era) => {
  test("H60: stops the tool over HTTP", async () => {
    const stopped = Promise.withResolvers<unknown>();
    await using shop = await testApp({ tools: [slowTool(stopped.resolve)] });
    await using server = listen(shop.http.fetch);
    const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`));
    await giveUp(transport, era);
    await stopped.promise;
    await transport.close();
  });

  test("H60: stops the tool over stdio", async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(import.meta.dir, "../fixture/stdio-server.ts")],
      stderr: "pipe",
    });
    const stopped = new Promise<void>((resolve) => {
      transport.stderr!.on("data", (chunk) => String(chunk).includes("the tool was stopped") && resolve());
    });
    await giveUp(transport, era);
    await stopped;
    await transport.close();
  });
});
