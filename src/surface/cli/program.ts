/** All commands of `waymark`. Each one's work is loaded when it is called. */
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import type { HookName } from "../../client/hooks.ts";
import { FUNCTION_FORMATS } from "../functions.ts";
import { type GlobalFlags, type OpenFlags, repeated, type World, withProjectFlags, withSceneFlags } from "./command.ts";
import type { McpFlags } from "./mcp.ts";
import type { SearchFlags } from "./search.ts";
import type { SetupFlags } from "./setup.ts";

const HOOKS: readonly HookName[] = ["activate", "auto-approve", "remind", "clean-up"];

export function program(world: World): Command {
  const waymark = new Command("waymark")
    .description("A code-intelligence server for AI agents.")
    .version(world.version, "-V, --version")
    .helpCommand(true)
    .showHelpAfterError("(waymark --help lists the commands)")
    .showSuggestionAfterError(true)
    .configureOutput({ writeOut: world.out, writeErr: world.err })
    .exitOverride();

  withSceneFlags(waymark.command("serve"))
    .description("serve MCP, REST and function calls over HTTP")
    .option(
      "--host <address>",
      "address to bind; one that is not loopback also needs a token and the setting allowed_hosts",
    )
    .option("--port <number>", "port to bind; 0 takes any free one", wholeNumber)
    .option("--no-auth", "ask for no token (loopback only)")
    .addOption(new Option("--background", "as `waymark mcp` starts it").hideHelp())
    .action(async (flags: OpenFlags & { auth: boolean; background?: true }) =>
      (await import("./serve.ts")).serve(world, flags),
    );

  withSceneFlags(waymark.command("mcp"))
    .description("speak MCP over stdin and stdout")
    .option("--unbound", "bind no project: the client names one, or activates it")
    .option("--standalone", "serve in this process instead of attaching to the server that all clients share")
    .option("--connect <url>", "attach to a server elsewhere")
    .option("--token-file <file>", "file with the token of that server")
    .action(async (flags: McpFlags) => (await import("./mcp.ts")).mcp(world, flags));

  waymark
    .command("status")
    .description("show the running server: address, process, version, clients")
    .option("--data-dir <dir>", "folder of Waymark's own state")
    .option("--json", "print JSON")
    .action(async (flags: GlobalFlags & { json?: true }) => (await import("./status.ts")).status(world, flags));

  waymark
    .command("stop")
    .description("end the running server when its calls have ended")
    .option("--data-dir <dir>", "folder of Waymark's own state")
    .action(async (flags: GlobalFlags) => (await import("./status.ts")).stop(world, flags));

  withSceneFlags(waymark.command("call"))
    .description("call a tool")
    .argument("<tool>", "name of the tool")
    .argument("[arguments]", "its input as JSON; - reads it from stdin", "{}")
    .option("--json", "print the whole answer as JSON")
    .action(async (tool: string, input: string, flags: GlobalFlags & { json?: true }) =>
      (await import("./call.ts")).call(world, tool, input, flags),
    );

  withSceneFlags(waymark.command("tools"))
    .description("list the tools that are on")
    .option("--json", "print names, texts and schemas as JSON")
    .action(async (flags: GlobalFlags & { json?: true }) => (await import("./tools.ts")).tools(world, flags));

  withSceneFlags(waymark.command("prompt"))
    .description("print the manual that a model is given, with facts about the project")
    .action(async (flags: GlobalFlags) => (await import("./prompt.ts")).prompt(world, flags));

  withSceneFlags(waymark.command("openapi"))
    .description("print the OpenAPI document")
    .addOption(
      new Option("--openapi-version <version>", "version of the document").choices(["3.1", "3.0"]).default("3.1"),
    )
    .option("--server <url>", "address that the document names", "http://127.0.0.1:8765")
    .action(async (flags: GlobalFlags & { openapiVersion: string; server: string }) =>
      (await import("./documents.ts")).openapi(world, flags),
    );

  withSceneFlags(waymark.command("functions"))
    .description("print function-call definitions")
    .addOption(new Option("--format <vendor>", "whose format").choices(FUNCTION_FORMATS).default("openai-chat"))
    .option("--strict", "the vendor's strict form")
    .action(async (flags: GlobalFlags & { format: (typeof FUNCTION_FORMATS)[number]; strict?: true }) =>
      (await import("./documents.ts")).functions(world, flags),
    );

  withProjectFlags(waymark.command("index"))
    .description("index a project, so that the first questions need not wait")
    .argument("[path]", "folder of the project; by default the one that you stand in")
    .option("--json", "print JSON")
    .action(async (path: string | undefined, flags: GlobalFlags & { json?: true }) =>
      (await import("./index-project.ts")).indexProject(world, path, flags),
    );

  withProjectFlags(waymark.command("search"))
    .description("find code by what it does, asked in plain words or by a name; a project is indexed first")
    .argument("<question...>", "what the code does")
    .option("--limit <number>", "most results, 1 to 10", wholeNumber)
    .option("--in <glob>", "only files that match (repeatable)", repeated)
    .option("--not-in <glob>", "no files that match (repeatable)", repeated)
    .option("--language <name>", "only this language (repeatable)", repeated)
    .addOption(new Option("--tests <how>", "what becomes of tests").choices(["demote", "exclude", "include"]))
    .option("--parts", "several parts of a file may come")
    .option("--explain", "tell what speaks for each result")
    .option("--json", "print the whole answer as JSON")
    .action(async (question: string[], flags: SearchFlags) =>
      (await import("./search.ts")).search(world, question.join(" "), flags),
    );

  waymark
    .command("install")
    .description(
      "install a language server into Waymark's own folder, with npm, pip, go or cargo, which must be there; npm need not",
    )
    .argument("<language>", "a language, such as python")
    .option("--server <id>", "this server; by default the preferred one that can be installed")
    .option("--data-dir <dir>", "folder of Waymark's own state")
    .option("--json", "print JSON")
    .action(async (language: string, flags: GlobalFlags & { server?: string; json?: true }) =>
      (await import("./install.ts")).install(world, language, flags),
    );

  withProjectFlags(waymark.command("setup"))
    .description("put Waymark into the configuration of a client, such as claude-code; without one, list the clients")
    .argument("[client]", "a client")
    .option("--user", "into the file of the user; by default the client's usual one; --project means that of a project")
    .option("--http", "over HTTP, from the server that `waymark serve` is; by default over stdin and stdout")
    .option("--port <number>", "port of that server", wholeNumber, 8765)
    .option("--print", "print the file as it would be, and write nothing")
    .option("--hooks", "its hooks instead: they say what Waymark is for, and approve tools that only read")
    .option("--remove", "take Waymark out again")
    .option("--replace", "write over an entry of the same name that is not Waymark's")
    .action(async (client: string | undefined, flags: SetupFlags) =>
      (await import("./setup.ts")).setup(world, client, flags),
    );

  waymark
    .command("hooks")
    .description("what a client runs at points of a session, as `setup --hooks` has it; its input is read from stdin")
    .addArgument(new Argument("<hook>", "which").choices(HOOKS))
    .option("--data-dir <dir>", "folder of Waymark's own state")
    .action(async (name: HookName, flags: GlobalFlags) => (await import("./hooks.ts")).hooks(world, name, flags));

  const memories = waymark
    .command("memories")
    .description("take a project's memories and notes out or in, or check them");
  withProjectFlags(memories.command("export"))
    .description("print all memories and notes as JSON")
    .action(async (flags: GlobalFlags) => (await import("./memories.ts")).exportMemories(world, flags));
  withProjectFlags(memories.command("import"))
    .description("take in an export, or a folder of Markdown files (.serena/memories if none is given)")
    .argument("[from]", "file or folder")
    .option("--replace", "replace memories that are there with another text")
    .action(async (from: string | undefined, flags: GlobalFlags & { replace?: true }) =>
      (await import("./memories.ts")).importMemories(world, from, flags),
    );
  withProjectFlags(memories.command("check"))
    .description("list links that lead nowhere, damaged memories and files that are not in step")
    .option("--json", "print JSON")
    .action(async (flags: GlobalFlags & { json?: true }) =>
      (await import("./memories.ts")).checkMemories(world, flags),
    );

  withProjectFlags(waymark.command("projects"))
    .description("list the projects that were opened")
    .option("--remove <project>", "forget one, by name or path; its files are not touched")
    .option("--json", "print JSON")
    .action(async (flags: GlobalFlags & { json?: true; remove?: string }) =>
      (await import("./projects.ts")).projects(world, flags),
    );

  withProjectFlags(waymark.command("settings"))
    .description("show what is in force here, and where each value was said")
    .option("--json", "print JSON")
    .action(async (flags: GlobalFlags & { json?: true }) => (await import("./settings.ts")).settings(world, flags));

  for (const kind of ["contexts", "modes"] as const) sceneParts(waymark, world, kind);

  withProjectFlags(waymark.command("ignored"))
    .description("say why listings and searches pass over a path")
    .argument("<path>", "a file or folder")
    .action(async (path: string, flags: GlobalFlags) => (await import("./ignored.ts")).ignored(world, path, flags));

  withProjectFlags(waymark.command("doctor"))
    .description("check what Waymark needs, with a remedy for what is missing")
    .option("--json", "print JSON")
    .option("--import-serena", "take over .serena/project.yml instead, as far as there is the like here")
    .action(async (flags: GlobalFlags & { json?: true; importSerena?: true }) =>
      (await import("./doctor.ts")).doctor(world, flags),
    );

  waymark
    .command("token")
    .description("print the bearer token of the HTTP server")
    .option("--data-dir <dir>", "folder of Waymark's own state")
    .action(async (flags: GlobalFlags) => (await import("./token.ts")).token(world, flags));

  waymark
    .command("dashboard")
    .description("print a link that logs a browser in, once")
    .option("--url <url>", "address of the server; by default that of the running one")
    .option("--data-dir <dir>", "folder of Waymark's own state")
    .action(async (flags: GlobalFlags & { url?: string }) => (await import("./dashboard.ts")).dashboard(world, flags));

  waymark
    .command("version")
    .description("print the version")
    .action(() => world.out(`${world.version}\n`));
  return waymark;
}

/** `contexts` and `modes`: each with the same commands. */
function sceneParts(waymark: Command, world: World, kind: "contexts" | "modes"): void {
  const load = () => import("./scene-parts.ts");
  const what = kind === "contexts" ? "which client asks" : "how it works";
  const group = waymark.command(kind).description(`list the ${kind} there are (${what}), or make your own`);
  const own = (command: Command) => command.option("--data-dir <dir>", "folder of Waymark's own state");
  own(group.command("list", { isDefault: true }))
    .description("list them, with the files of your own")
    .option("--json", "print JSON")
    .action(async (flags: GlobalFlags & { json?: true }) => (await load()).listParts(world, kind, flags));
  own(group.command("show"))
    .description("print one as YAML")
    .argument("<id>")
    .action(async (id: string, flags: GlobalFlags) => (await load()).showPart(world, kind, id, flags));
  own(group.command("create"))
    .description("make one of your own, which begins as a copy")
    .argument("<id>")
    .requiredOption("--from <id>", "what it begins as")
    .action(async (id: string, flags: GlobalFlags & { from: string }) =>
      (await load()).createPart(world, kind, id, flags.from, flags),
    );
  own(group.command("override"))
    .description("copy a shipped one into a file of your own, which takes its place")
    .argument("<id>")
    .action(async (id: string, flags: GlobalFlags) => (await load()).createPart(world, kind, id, id, flags));
  own(group.command("validate"))
    .description("check your own: file:line:column of each fault")
    .option("--json", "print JSON")
    .action(async (flags: GlobalFlags & { json?: true }) => (await load()).validateParts(world, kind, flags));
}

function wholeNumber(value: string): number {
  const number = Number(value);
  if (/^\d{1,5}$/.test(value) && number <= 65_535) return number;
  throw new InvalidArgumentError("It must be a whole number from 0 to 65535.");
}
