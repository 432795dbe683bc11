/** MCP's prompts: what a person picks in a client, with arguments and their completion. */
import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { didYouMean } from "../base/near.ts";
import { visible } from "../base/visible.ts";
import { overviewOf } from "../project/overview.ts";
import { completedPaths } from "../project/path-completion.ts";
import type { PromptBook } from "../prompt/book.ts";
import { briefingText } from "../prompt/briefing.ts";
import type { Offer } from "../prompt/schema.ts";
import type { Scene } from "../tool/scene.ts";
import type { Session } from "../tool/service.ts";
import type { App } from "./app.ts";
import { answered } from "./mcp-handler.ts";
import { projectOf } from "./mcp-project.ts";
import { MEMORY_TEMPLATE } from "./mcp-resources.ts";
import { hasMemories, memoryNames } from "./memory-names.ts";

/** The longest argument of a prompt, in characters. */
const ARGUMENT_LIMIT = 4_000;

/** The most values that the protocol lets a completion have. */
const COMPLETIONS_LIMIT = 100;

export function addPrompts(
  server: Server,
  app: App,
  book: PromptBook,
  scene: Scene,
  session: Session | undefined,
): void {
  server.setRequestHandler("prompts/list", () => ({
    prompts: book.offers(scene).map((offer) => ({
      name: offer.id,
      title: offer.title,
      description: offer.description,
      ...(offer.arguments.length > 0 && {
        arguments: offer.arguments.map(({ name, description, required }) => ({ name, description, required })),
      }),
    })),
  }));

  server.setRequestHandler("prompts/get", async ({ params }, { mcpReq }) => {
    const offer = found(params.name, book.offers(scene));
    const text = book.offered(offer, scene, checked(offer, params.arguments ?? {}));
    const full =
      offer.id === "manual"
        ? await answered("prompts/get", app, scene, mcpReq.signal, (signal) => withFacts(text, signal))
        : text;
    return {
      description: offer.description,
      messages: [{ role: "user" as const, content: { type: "text" as const, text: visible(full) } }],
    };
  });

  server.setRequestHandler("completion/complete", async ({ params: { ref, argument } }, { mcpReq }) => {
    if (ref.type !== "ref/prompt") {
      if (ref.uri !== MEMORY_TEMPLATE || !hasMemories(app, scene) || argument.name !== "name")
        throw invalid(`There is no resource template ${JSON.stringify(ref.uri)} with that argument.`);
      return completed(
        await answered("completion/complete", app, scene, mcpReq.signal, (signal) => namesLike(argument.value, signal)),
      );
    }
    const offer = found(ref.name, book.offers(scene));
    const wanted = offer.arguments.find(({ name }) => name === argument.name);
    if (!wanted) throw invalid(unknownArgument(argument.name, offer));
    const { suggestions } = wanted;
    const values =
      suggestions === "paths"
        ? await answered("completion/complete", app, scene, mcpReq.signal, (signal) =>
            pathsLike(argument.value, signal),
          )
        : suggestions.filter((value) => value.toLowerCase().startsWith(argument.value.toLowerCase()));
    return completed(values);
  });

  function completed(values: readonly string[]) {
    const shown = values.slice(0, COMPLETIONS_LIMIT);
    return { completion: { values: shown, total: values.length, hasMore: shown.length < values.length } };
  }

  async function namesLike(start: string, signal: AbortSignal): Promise<string[]> {
    const project = await projectOf(app, scene, session);
    const names = "root" in project ? await memoryNames(app, scene, project, signal) : [];
    return names.filter((name) => name.toLowerCase().startsWith(start.toLowerCase()));
  }

  async function withFacts(manual: string, signal: AbortSignal): Promise<string> {
    const project = await projectOf(app, scene, session);
    if (!("root" in project)) return briefingText(manual, undefined);
    const names = await memoryNames(app, scene, project, signal);
    return briefingText(manual, await overviewOf(project, 0, signal), names);
  }

  async function pathsLike(start: string, signal: AbortSignal): Promise<string[]> {
    const project = await projectOf(app, scene, session);
    return "root" in project ? completedPaths(await project.files.paths(".", { signal }), start, signal) : [];
  }
}

function found(name: string, offers: readonly Offer[]): Offer {
  const offer = offers.find(({ id }) => id === name);
  if (offer) return offer;
  const names = offers.map(({ id }) => id);
  const near = didYouMean(name, names);
  throw invalid(
    `There is no prompt ${JSON.stringify(name.slice(0, 80))}${near ? `; ${near}` : "."} Prompts: ${names.join(", ")}.`,
  );
}

/** The arguments of a prompt, empty ones left out: clients send a field that was not filled in as an empty text. */
function checked(offer: Offer, given: Readonly<Record<string, string>>): Record<string, string> {
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ""));
  for (const [name, value] of Object.entries(said)) {
    if (!offer.arguments.some((argument) => argument.name === name)) throw invalid(unknownArgument(name, offer));
    if (value.length > ARGUMENT_LIMIT) {
      throw invalid(`Argument "${name}" has ${value.length} characters; at most ${ARGUMENT_LIMIT}.`);
    }
  }
  const missing = offer.arguments.find(({ name, required }) => required && !(name in said));
  if (missing) throw invalid(`Prompt "${offer.id}" needs the argument "${missing.name}": ${missing.description}`);
  return said;
}

function unknownArgument(name: string, { id, arguments: known }: Offer): string {
  const names = known.map((argument) => argument.name).join(", ");
  return `Prompt "${id}" has no argument ${JSON.stringify(name.slice(0, 80))}; it takes ${names || "none"}.`;
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
