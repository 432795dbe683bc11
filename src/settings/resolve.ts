/** What was said, in layers, turned into settings that cannot be wrong. A mistake costs a warning, never the server. */
import { resolve } from "node:path";
import type { z } from "zod";
import { didYouMean } from "../base/near.ts";
import type { SettingsLayer } from "./load.ts";
import { isSecretSetting, type Narrowing, SETTING_KEYS, type SettingKey, scopeOf, settingsSchema } from "./schema.ts";

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
  for (const { origin, from, values, lines, isSection, fault } of layers) {
    if (fault) warnings.push(fault);
    for (const [key, value] of Object.entries(values)) {
      if (key === "projects" && from === "user" && !isSection) continue; // a section of its own
      const line = lines?.get(key);
      const place = line === undefined ? origin : `${origin}:${line}`;
      if (!isKey(key)) {
        const near = didYouMean(key, SETTING_KEYS);
        warnings.push(`${place}: there is no setting ${shown(key)}${near ? `; ${near}` : "."}`);
        continue;
      }
      const scope = scopeOf(key);
      if (scope.scope === "section" && !isSection && from === "user") {
        warnings.push(
          `${place}: ${key} is said of one project, so it does not count here. What would work: projects.<path of the project>.${key} in your settings file.`,
        );
        continue;
      }
      if (from === "repository" && ["user", "section"].includes(scope.scope)) {
        warnings.push(`${place}: ${key} is the user's own to set, so a repository's word on it does not count.`);
        continue;
      }
      const parsed = fitting(key, value, place, warnings);
      if (!parsed.success) {
        const issue = parsed.error.issues[0];
        warnings.push(
          `${place}: ${key} cannot be ${isSecretSetting(key) ? "what it is" : shown(value)}: ${issue?.message ?? "it does not fit"}. It keeps its value.`,
        );
        continue;
      }
      const isNarrowed = from === "repository" && scope.scope === "narrow";
      const next = isNarrowed ? stricter(said[key], parsed.data, scope.by) : parsed.data;
      if (JSON.stringify(next) !== JSON.stringify(said[key]) || !isNarrowed) origins[key] = origin;
      said[key] = next;
    }
  }
  // Each value was parsed on its own; joined lists may be longer than what one place may say.
  return { values: said as SettingValues, origins, warnings };
}

/** A value of a setting; of what holds entries by name, those that do not fit are left out with a warning. */
function fitting(key: SettingKey, value: unknown, place: string, warnings: string[]) {
  const schema = settingsSchema.shape[key];
  const parsed = schema.safeParse(value);
  if (parsed.success || !isMapping(value)) return parsed;
  const faulty = new Map(parsed.error.issues.map((issue) => [String(issue.path[0]), issue]));
  const rest = schema.safeParse(Object.fromEntries(Object.entries(value).filter(([name]) => !faulty.has(name))));
  if (!rest.success) return parsed;
  for (const [name, issue] of faulty) {
    const at = issue.path.slice(1).map(String).join(".");
    const why = issue.code === "invalid_key" ? issue.issues[0]?.message : issue.message;
    warnings.push(`${place}: ${key}.${name} does not count: ${at && `${at}: `}${why}.`);
  }
  return rest;
}

/** A value as it may be shown: of a secret one only whether there is one. Null where none was said. */
export function shownValue({ values }: Settings, key: SettingKey): unknown {
  const value = values[key] ?? null;
  return value !== null && isSecretSetting(key) ? "(not shown)" : value;
}

const SHOWN_CHARS = 80;

/** A value as JSON, of a long one the start. */
function shown(value: unknown): string {
  const json = JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? String(inner) : inner)) ?? "nothing";
  return json.length <= SHOWN_CHARS ? json : `${json.slice(0, SHOWN_CHARS)}…`;
}

/** The layer that the user's file holds for one project. @param root its real absolute path. */
export function projectSection({ origin, values, lines }: SettingsLayer, root: string): SettingsLayer {
  const layer = (values: Record<string, unknown>) =>
    ({ origin: `${origin} (projects.${root})`, from: "user", values, isSection: true }) as const;
  const { projects } = values;
  if (projects === undefined || projects === null) return layer({});
  const place = `${origin}${lines?.has("projects") ? `:${lines.get("projects")}` : ""}: projects`;
  if (!isMapping(projects)) return { ...layer({}), fault: `${place} must hold keys and values, so none of it counts.` };
  const said = Object.entries(projects).find(([path]) => resolve(path) === root);
  if (!said || said[1] === null) return layer({});
  if (isMapping(said[1])) return layer(said[1]);
  return { ...layer({}), fault: `${place}.${said[0]} must hold keys and values, so none of it counts.` };
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function stricter(mine: unknown, theirs: unknown, by: Narrowing): unknown {
  if (by === "least") return Math.min(mine as number, theirs as number);
  if (by === "either") return Boolean(mine) || Boolean(theirs);
  // The user's rules come last, where they win: a repository's `!name` cannot bring back what the user passes over.
  const own = new Set(mine as string[]);
  return [...new Set((theirs as string[]).filter((item) => !own.has(item))), ...own];
}

function isKey(key: string): key is SettingKey {
  return Object.hasOwn(settingsSchema.shape, key);
}
