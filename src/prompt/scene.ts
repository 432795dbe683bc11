/** Context + modes + settings -> what is on. Nothing else decides it. */
import { UserError } from "../base/error.ts";
import { didYouMean } from "../base/near.ts";
import type { SettingValues } from "../settings/resolve.ts";
import { MARKERS, type Marked } from "../tool/marker.ts";
import type { Scene } from "../tool/scene.ts";
import type { Prompts } from "./load.ts";

export interface SceneRequest {
  context: string;
  /** Modes asked for; they add to the base modes and to those of the settings. */
  modes: readonly string[];
  /** Root of the project that the endpoint is bound to. */
  project: string | undefined;
  /** Optional tools that are on because a person asks for them just now. */
  optional?: readonly string[];
}

/**
 * Computes a scene. Exclusions win over inclusions, whoever says them; optional tools come from the user alone.
 * @throws UserError `not_found` for an unknown context or mode.
 */
export function computeScene(
  request: SceneRequest,
  prompts: Prompts,
  settings: SettingValues,
  entries: readonly Marked[],
): Scene {
  const context = known("context", request.context, prompts.contexts, prompts.broken);
  // A mode that settings misspell has cost a warning already; one that the caller asks for is the caller's error.
  const settled = [...settings.base_modes, ...settings.added_modes].filter((name) => prompts.modes.has(name));
  const asked = [...new Set([...settled, ...request.modes])].map((name) =>
    known("mode", name, prompts.modes, prompts.broken),
  );
  const modes = asked.filter(({ id }) => !asked.some((other) => other.id !== id && other.replaces.includes(id)));

  const { only } = context.tools;
  const included = [...context.tools.with, ...modes.flatMap((mode) => mode.tools.with)];
  const excluded = [
    ...context.tools.without,
    ...modes.flatMap((mode) => mode.tools.without),
    ...settings.excluded_tools,
    ...(settings.read_only ? ["writes"] : []),
    ...(request.project === undefined ? [] : ["unbound"]),
    ...(request.project !== undefined && context.single_project ? ["projects"] : []),
  ];
  const isOn = (entry: Marked) => {
    if (selects(excluded, entry)) return false;
    if (settings.fixed_tools.length > 0) return selects(settings.fixed_tools, entry);
    if (entry.markers.includes("optional"))
      return [...settings.included_optional_tools, ...(request.optional ?? [])].includes(entry.name);
    return only === undefined || selects(only, entry) || selects(included, entry);
  };
  return {
    project: request.project,
    context: context.id,
    modes: modes.map(({ id }) => id),
    tools: new Set(atMost(context.most_tools, entries.filter(isOn)).map(({ name }) => name)),
    maxAnswerChars: Math.min(context.max_answer_chars ?? settings.max_answer_chars, settings.max_answer_chars),
    timeoutSeconds: Math.min(context.timeout_s ?? settings.tool_timeout_s, settings.tool_timeout_s),
    descriptions: context.descriptions,
    result: context.result,
    schemas: context.schemas,
  };
}

/** As many as the client takes; those that only the user's settings turn on go first. */
function atMost(most: number | undefined, on: readonly Marked[]): readonly Marked[] {
  if (most === undefined || on.length <= most) return on;
  const isOptional = ({ markers }: Marked) => markers.includes("optional");
  return [...on.filter((entry) => !isOptional(entry)), ...on.filter(isOptional)].slice(0, most);
}

/** Whether a list of markers and names picks the tool. */
function selects(list: readonly string[], { name, markers }: Marked): boolean {
  return list.includes(name) || markers.some((marker) => list.includes(marker));
}

function known<T>(kind: string, name: string, all: ReadonlyMap<string, T>, broken: Prompts["broken"]): T {
  const found = all.get(name);
  if (found !== undefined) return found;
  const fault = broken?.get(`${kind}s/${name}`);
  if (fault !== undefined) {
    throw new UserError("not_found", `The ${kind} ${JSON.stringify(name)} counts for nothing: ${fault}`, {
      hint: `Mend the file, see \`waymark ${kind}s validate\`, then start the server anew (\`waymark stop\`).`,
    });
  }
  const near = didYouMean(name, all.keys());
  throw new UserError(
    "not_found",
    `There is no ${kind} ${JSON.stringify(name.slice(0, 80))}${near ? `; ${near}` : "."}`,
    {
      hint: `There are: ${[...all.keys()].join(", ")}.`,
    },
  );
}

/** Names in settings that lead to no tool, marker or mode, each with what was meant. */
export function unknownNames(
  settings: SettingValues,
  prompts: Prompts,
  entries: readonly Marked[],
  retired: Readonly<Record<string, string>>,
): string[] {
  const tools = [...entries.map(({ name }) => name), ...Object.keys(MARKERS)];
  const lists = [
    { key: "excluded_tools", kind: "tool or marker", names: settings.excluded_tools, known: tools },
    { key: "included_optional_tools", kind: "tool", names: settings.included_optional_tools, known: tools },
    { key: "fixed_tools", kind: "tool or marker", names: settings.fixed_tools, known: tools },
    { key: "base_modes", kind: "mode", names: settings.base_modes, known: [...prompts.modes.keys()] },
    { key: "added_modes", kind: "mode", names: settings.added_modes, known: [...prompts.modes.keys()] },
  ];
  return lists.flatMap(({ key, kind, names, known }) =>
    names
      .filter((name) => !known.includes(name))
      .map((name) => {
        const successor = Object.hasOwn(retired, name) ? retired[name] : undefined;
        if (successor) return `${key} names the tool "${name}", which is now called "${successor}".`;
        const near = didYouMean(name, known);
        return `${key} names ${JSON.stringify(name)}, which is no ${kind}${near ? `; ${near}` : "."}`;
      }),
  );
}
