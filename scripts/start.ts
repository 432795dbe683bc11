/**
 * The main job from a clone: serves a project, indexes it, asks one question about it over every surface, prints the answer,
 * and goes on serving. `npm start -- [--once] [--project DIR] [--port N] [--ask WORDS]`; `--once` ends after the answer.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const USAGE = "npm start -- [--once] [--project DIR] [--port N] [--ask WORDS]";
const START_LIMIT_MS = 30_000;
const main = resolve(import.meta.dir, "../src/main.ts");

interface Flags {
  once: boolean;
  project: string;
  port: string | undefined;
  ask: string;
}

function readFlags(): Flags {
  const { values } = parseArgs({
    options: {
      once: { type: "boolean", default: false },
      project: { type: "string", default: "." },
      port: { type: "string" },
      ask: { type: "string", default: "where does the program begin" },
    },
  });
  const cwd = process.env.WAYMARK_CWD ?? process.cwd();
  return { once: values.once, project: resolve(cwd, values.project), port: values.port, ask: values.ask };
}

/** Starts `waymark serve` and waits for its first address. */
async function startServer({ project, port, once }: Flags) {
  // With --once nobody will come back for the address, so any free port does and a server that runs already is no error.
  const flags = port === undefined ? (once ? ["--port", "0"] : []) : ["--port", port];
  const child = Bun.spawn([process.execPath, main, "serve", "--project", project, ...flags], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const address = Promise.withResolvers<string>();
  const timer = setTimeout(() => address.reject(new Error("The server printed no address.")), START_LIMIT_MS);
  void (async () => {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of child.stdout) {
      text += decoder.decode(chunk, { stream: true });
      process.stdout.write(chunk);
      const found = /http:\/\/\S+/.exec(text)?.[0];
      if (found) address.resolve(found);
    }
    address.reject(new Error("The server ended before it printed an address."));
  })();
  try {
    return { child, url: await address.promise };
  } catch (error) {
    child.kill();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function output(args: string[]): Promise<string> {
  const child = Bun.spawn([process.execPath, main, ...args], { stdout: "pipe", stderr: "inherit" });
  const [text, code] = await Promise.all([child.stdout.text(), child.exited]);
  if (code !== 0) throw new Error(`waymark ${args.join(" ")} ended with ${code}`);
  return text;
}

const TOOL = "semantic_search";

/** What REST gives; the other surfaces give it as text. */
interface Found {
  answer: { results: { path: string; start_line: number; end_line: number }[] };
  reason?: string;
}

/** The same question over each surface: as data, and as the texts that models read. */
async function askEverywhere(
  url: string,
  token: string,
  project: string,
  ask: string,
): Promise<{ found: Found; texts: { MCP: string; functions: string; CLI: string } }> {
  const input = { query: ask, limit: 5, max_answer_chars: 100_000 };
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const post = async (path: string, body: unknown) => {
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const mcp = new Client({ name: "waymark-start", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await mcp.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  const overMcp = await mcp.callTool({ name: TOOL, arguments: input });
  await mcp.close();
  const toolCall = {
    id: "call_1",
    type: "function",
    function: { name: TOOL, arguments: JSON.stringify(input) },
  };
  const reply = (await post("/functions/call?format=openai-chat", { role: "assistant", tool_calls: [toolCall] })) as {
    messages: { content: string }[];
  };
  const [content] = overMcp.content as { text: string }[];
  return {
    found: (await post(`/tools/${TOOL}`, input)) as Found,
    texts: {
      MCP: content!.text.trim(),
      functions: reply.messages[0]!.content.trim(),
      CLI: (await output(["call", TOOL, JSON.stringify(input), "--project", project])).trim(),
    },
  };
}

async function run(flags: Flags): Promise<number> {
  const { child, url } = await startServer(flags);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  try {
    const token = (await output(["token"])).trim();
    process.stdout.write(await output(["index", flags.project]));
    const { found, texts } = await askEverywhere(url, token, flags.project, flags.ask);
    const { answer, reason } = found;
    console.log(`\nQuestion to ${flags.project}: ${flags.ask}?`);
    for (const { path, start_line, end_line } of answer.results) console.log(`  ${path}:${start_line}-${end_line}`);
    if (answer.results.length === 0) console.log("  nothing; try --ask with other words");
    if (reason !== undefined) console.log(`  (${reason})`);
    for (const [surface, text] of Object.entries(texts)) {
      const isSame = text === texts.CLI && answer.results.every(({ path }) => text.includes(path));
      if (!isSame) throw new Error(`${surface} answered differently: ${text}`);
    }
    console.log(`Asked over REST, ${Object.keys(texts).join(", ")}: the same answer from each.`);
    if (flags.once) return 0;
    console.log("\nServing until Ctrl-C.");
    return await child.exited;
  } finally {
    child.kill();
    await child.exited;
  }
}

let flags: Flags;
try {
  flags = readFlags();
} catch (error) {
  console.error(`${(error as Error).message}\nUsage: ${USAGE}`);
  process.exit(2);
}
try {
  process.exit(await run(flags));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
