/** The two programs that are compared, each as an agent has it: an MCP client over the standard streams of a process. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { readServerRecord } from "../../src/store/server-record.ts";
import { COMMAND, waymark } from "../../test/fixture/subject.ts";

const CALL_LIMIT_MS = 300_000;

export type SideName = "ours" | "theirs";
export const SIDES: readonly SideName[] = ["ours", "theirs"];

/** A project and the language server that both sides, and the judge, use for it. */
export interface Subject {
  /** Absolute path of the folder. */
  root: string;
  language: Language;
  server: readonly string[];
}

/** What the sides call the server of a language, and which files have it. */
export const LANGUAGES = {
  python: { ours: "pyright", theirs: "python", files: /\.pyi?$/ },
  typescript: { ours: "typescript-language-server", theirs: "typescript", files: /\.[cm]?[jt]sx?$/ },
  go: { ours: "gopls", theirs: "go", files: /\.go$/ },
} as const;
export type Language = keyof typeof LANGUAGES;

/** What came back, as the agent sees it, and how long it took. */
export interface Reply {
  /** All of the text that is given to the model. */
  text: string;
  isError: boolean;
  ms: number;
}

export interface Side extends AsyncDisposable {
  readonly tools: ReadonlySet<string>;
  call(tool: string, input: Record<string, unknown>): Promise<Reply>;
  /** The whole answer as data, for the comparison; undefined where it is an error or the program has no such thing. */
  data(tool: string, input: Record<string, unknown>): Promise<unknown>;
  /** Proportional memory of all its processes, in megabytes. */
  memory(): Promise<number>;
}

interface Started {
  command: readonly string[];
  env: Record<string, string>;
  subject: Subject;
  /** Words of a command line that tell further processes of this side, which are no children of ours. */
  mark: string;
  data: Side["data"];
  stop(): Promise<unknown>;
}

/** @param home a folder for the data and settings of this run; what is in it is used again. */
export async function startWaymark(subject: Subject, home: string): Promise<Side> {
  const { ours } = LANGUAGES[subject.language];
  const [config, data] = [join(home, "settings.yaml"), join(home, "data")];
  const settings = {
    port: 0,
    "embedding.provider": "off",
    servers: { [ours]: { command: subject.server } },
    language_servers: { [subject.language]: [ours] },
  };
  await mkdir(home, { recursive: true });
  await writeFile(config, JSON.stringify(settings));
  const own = { WAYMARK_CONFIG: config, WAYMARK_DATA_DIR: data };
  const env = { ...environment(subject), ...own };
  const stop = () => waymark(["stop"], { home, env: own });
  let token: Promise<string> | undefined;
  return await connected({
    command: [...COMMAND, "mcp"],
    env,
    subject,
    mark: data,
    stop,
    async data(tool, input) {
      token ??= waymark(["token"], { home, env: own }).then(({ stdout }) => stdout.trim());
      const response = await fetch(`${readServerRecord(data)!.url}/tools/${tool}`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${await token}` },
        body: JSON.stringify({ ...input, project: subject.root, max_answer_chars: 400_000 }),
      });
      return response.ok ? await response.json() : undefined;
    },
  });
}

/**
 * Serena without its dashboard, its news and its state in the project.
 * @param command such as `serena`, of version 1.
 */
export async function startSerena(subject: Subject, home: string, command: readonly string[]): Promise<Side> {
  const [program, ...args] = subject.server;
  const settings = {
    web_dashboard: false,
    web_dashboard_open_on_launch: false,
    gui_log_window: false,
    project_serena_folder_location: join(home, "projects", "$projectFolderName"),
    ls_specific_settings: {
      [LANGUAGES[subject.language].theirs]: {
        ls_base_cmd: [program, ...args.filter((word) => word !== "--stdio")],
        ls_args: args.filter((word) => word === "--stdio"),
      },
    },
    projects: [],
  };
  // Told which server to use: it would take others for some projects, such as Vue's for TypeScript.
  const name = basename(subject.root);
  const project = { project_name: name, language_servers: [LANGUAGES[subject.language].theirs] };
  await mkdir(join(home, "projects", name), { recursive: true });
  await writeFile(join(home, "projects", name, "project.yml"), JSON.stringify(project));
  await writeFile(join(home, "serena_config.yml"), JSON.stringify(settings));
  const options = ["--project", subject.root, "--context", "desktop-app", "--enable-web-dashboard", "false"];
  const env = { ...environment(subject), SERENA_HOME: home, SERENA_USAGE_REPORTING: "false" };
  const whole = [...command, "start-mcp-server", ...options];
  return await connected({ command: whole, env, subject, mark: home, data: nothing, stop: nothing });
}

const nothing = async () => undefined;

/** Programs find the server on the PATH, too: Serena knows no other way for Go's. */
function environment({ server }: Subject): Record<string, string> {
  const known = Object.entries(process.env).filter(([name]) => !/^(WAYMARK|SERENA)_/.test(name)) as [string, string][];
  const env = Object.fromEntries(known);
  const folder = isAbsolute(server[0]!) ? [dirname(server[0]!)] : [];
  return { ...env, PATH: [...folder, env.PATH ?? ""].join(delimiter) };
}

async function connected({ command, env, subject, mark, data, stop }: Started): Promise<Side> {
  const [program, ...args] = command;
  const transport = new StdioClientTransport({ command: program!, args, env, cwd: subject.root, stderr: "pipe" });
  let said = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000);
  });
  const client = new Client({ name: "compare", version: "1" });
  try {
    await client.connect(transport, { timeout: CALL_LIMIT_MS });
  } catch (error) {
    throw new Error(`${command.join(" ")} did not start in ${basename(subject.root)}: ${said}`, { cause: error });
  }
  const { pid } = transport;
  const { tools } = await client.listTools();
  return {
    tools: new Set(tools.map(({ name }) => name)),
    async call(name, input) {
      const startedAt = performance.now();
      const result = await client.callTool({ name, arguments: input }, undefined, { timeout: CALL_LIMIT_MS });
      const ms = performance.now() - startedAt;
      const content = result.content as { type: string; text?: string }[];
      const text = content.map((part) => part.text ?? "").join("\n");
      return { text, isError: result.isError === true, ms };
    },
    data,
    memory: () => treeMemory(pid!, mark),
    async [Symbol.asyncDispose]() {
      await client.close();
      await stop();
    },
  };
}

/** Megabytes of a process, of those that bear the mark, and of all below them. */
async function treeMemory(pid: number, mark: string): Promise<number> {
  const parents = new Map<number, number>();
  const roots = new Set([pid]);
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = await readFile(`/proc/${name}/stat`, "utf8");
      parents.set(Number(name), Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1]));
      const words = (await readFile(`/proc/${name}/cmdline`, "utf8")).split("\0");
      if (words.includes(mark) && Number(name) !== process.pid) roots.add(Number(name));
    } catch {} // it ended meanwhile
  }
  const isBelow = (one: number | undefined): boolean =>
    one !== undefined && one > 1 && (roots.has(one) || isBelow(parents.get(one)));
  let kilobytes = 0;
  for (const one of parents.keys()) {
    if (!isBelow(one)) continue;
    const rollup = await readFile(`/proc/${one}/smaps_rollup`, "utf8").catch(() => "");
    kilobytes += Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0);
  }
  return kilobytes / 1024;
}
