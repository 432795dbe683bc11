/** What was said, in layers, turned into settings that cannot be wrong. A mistake costs a warning, never the server. */
import type { z } from "zod";
import { didYouMean } from "../base/near.ts";
import type { SettingsLayer } from "./load.ts";
import { type Narrowing, SETTING_KEYS, type SettingKey, scopeOf, settingsSchema } from "./schema.ts";

export type SettingValues = Readonly<z.output<typeof settingsSchema>>;

export interface Settings {
  values: SettingValues;
  /** Where each value was said: a layer's origin, or `default`. */
  origins: Readonly<Record<SettingKey, string>>;
  /** What could not be used, with file and line, and what would work. */
  warnings: readonly string[];
}

/** Merges layers, later ones winning; what does not fit, or is not a repository's to say, is left out with a warning. */
export function resolveSettings(layers: readonly SettingsLayer[]): Settings {
  const said: Record<string, unknown> = settingsSchema.parse({});
  const origins = Object.fromEntries(SETTING_KEYS.map((key) => [key, "default"])) as Record<SettingKey, string>;
  const warnings: string[] = [];
  for (const { origin, from, values, lines, fault } of layers) {
    if (fault) warnings.push(fault);
    for (const [key, value] of Object.entries(values)) {
      if (key === "projects" && from === "user") continue; // a section of its own
      const place = lines?.[key] === undefined ? origin : `${origin}:${lines[key]}`;
      if (!isKey(key)) {
        const near = didYouMean(key, SETTING_KEYS);
        warnings.push(`${place}: there is no setting ${JSON.stringify(key)}${near ? `; ${near}` : "."}`);
        continue;
      }
      const scope = scopeOf(key);
      if (from === "repository" && scope.scope === "user") {
        warnings.push(`${place}: ${key} is the user's own to set, so a repository's word on it does not count.`);
        continue;
      }
      const parsed = settingsSchema.shape[key].safeParse(value);
      if (!parsed.success) {
        const issue = parsed.error.issues[0];
        warnings.push(
          `${place}: ${key} cannot be ${JSON.stringify(value)}: ${issue?.message ?? "it does not fit"}. It keeps its value.`,
        );
        continue;
      }
      const isNarrowed = from === "repository" && scope.scope === "narrow";
      const next = isNarrowed ? stricter(said[key], parsed.data, scope.by) : parsed.data;
      if (JSON.stringify(next) !== JSON.stringify(said[key]) || !isNarrowed) origins[key] = origin;
      said[key] = next;
    }
  }
  return { values: settingsSchema.parse(said), origins, warnings };
}

/** The layer that the user's file holds for one project. */
export function projectSection({ origin, values }: SettingsLayer, root: string): SettingsLayer {
  const projects = values.projects as Record<string, Record<string, unknown>> | undefined;
  const section = projects && Object.hasOwn(projects, root) ? projects[root] : undefined;
  return { origin: `${origin} (projects.${root})`, from: "user", values: section ?? {} };
}

function stricter(mine: unknown, theirs: unknown, by: Narrowing): unknown {
  if (by === "least") return Math.min(mine as number, theirs as number);
  if (by === "either") return Boolean(mine) || Boolean(theirs);
  // The user's rules come last, where they win: a repository's `!name` cannot bring back what the user passes over.
  return [...new Set([...(theirs as string[]), ...(mine as string[])])];
}

function isKey(key: string): key is SettingKey {
  return Object.hasOwn(settingsSchema.shape, key);
}
