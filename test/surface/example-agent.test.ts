/** A small agent fixes a bug of a real program, with nothing but the tools it is given. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type TestApp, testApp } from "../fixture/app.ts";
import { type Message, type Model, mcpAgent, restAgent } from "../fixture/example-agent.ts";

/** Takes a second; a minute where the machine has other work. */
setDefaultTimeout(60_000);

const FILES = {
  "src/cart.ts": `export interface Item {
  price: number;
  count: number;
}

export class Cart {
  items: Item[] = [];

  /** What all items cost together. */
  total(): number {
    return this.items.reduce((sum, item) => sum + item.price, 0);
  }
}
`,
  "check.ts": `import { Cart } from "./src/cart.ts";
const cart = new Cart();
cart.items = [{ price: 3, count: 2 }];
if (cart.total() !== 6) throw new Error("total is " + cart.total() + ", not 6");
console.log("all is well");
`,
};

const TASK = "The total of a cart ignores how many there are of an item. Fix it.";

/** Plays a model: each of its turns is made of the answer before it, as the text of that has it. */
const model: Model = async (messages, tools) => {
  const answers = messages.filter(({ role }) => role === "tool").map(({ content }) => content!);
  const last = answers.at(-1) ?? "";
  const call = (name: string, input: object): Message => {
    expect(JSON.stringify(tools)).toContain(`"name":"${name}"`);
    const made = { name, arguments: JSON.stringify(input) };
    return { role: "assistant", tool_calls: [{ id: `call_${answers.length}`, type: "function", function: made }] };
  };
  if (answers.length === 0) return call("search_symbol", { query: "total", kinds: ["method"] });
  const path = /[\w/]+\.ts/.exec(answers[0]!)![0];
  if (answers.length === 1) return call("find_symbol", { name_path: "Cart/total", path, include_body: true });
  if (answers.length === 2) {
    const body = /```\w*\n([\s\S]*?)\n```/.exec(last)![1]!;
    const mended = body.replace("item.price", "item.price * item.count");
    return call("replace_symbol_body", { name_path: "Cart/total", path, body: mended });
  }
  return { role: "assistant", content: `Mended: ${last.split("\n")[0]}` };
};

async function checkOf(project: string): Promise<string> {
  const child = Bun.spawn([process.execPath, join(project, "check.ts")], { stdout: "pipe", stderr: "pipe" });
  const [said, failed] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return said + failed;
}

async function assertMends(work: (shop: TestApp) => Promise<Message[]>): Promise<void> {
  await using shop = await testApp({ files: FILES });
  expect(await checkOf(shop.project)).toContain("total is 3, not 6");
  const messages = await work(shop);
  expect(messages.at(-1)!.content).toStartWith("Mended: ");
  expect(await checkOf(shop.project)).toBe("all is well\n");
  const text = await Bun.file(join(shop.project, "src/cart.ts")).text();
  expect(text).toBe(FILES["src/cart.ts"].replace("item.price", "item.price * item.count"));
}

test("over function calls", async () => {
  await assertMends((shop) => restAgent(async (path, init) => shop.http.request(path, init), model, TASK));
});

test("over MCP", async () => {
  await assertMends(async (shop) => {
    const client = new Client({ name: "example", version: "1" }, { versionNegotiation: { mode: "auto" } });
    const fetch = async (url: string | URL, init?: RequestInit) => shop.http.request(String(url), init);
    await client.connect(new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), { fetch }));
    const messages = await mcpAgent(client, model, TASK);
    await client.close();
    return messages;
  });
});
