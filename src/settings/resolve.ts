/** What was said, in layers, turned into settings that cannot be wrong. A mistake costs a warning, never the server. */
import type { z } from "zod";
import { didYouMean } from "../base/near.ts";
import type { SettingsLayer } from "./load.ts";
import { SETTING_KEYS, type SettingKey, settingsSchema } from "./schema.ts";

export type SettingValues = Readonly<z.output<typeof settingsSchema>>;

export interface Settings {
  values: SettingValues;
  /** Where each value was said: a layer's origin, or `default`. */
  origins: Readonly<Record<SettingKey, string>>;
  /** What could not be used, and what would work. */
  warnings: readonly string[];
}

/** Merges layers, later ones winning; keys and values that do not fit are left out with a warning. */
export function resolveSettings(layers: readonly SettingsLayer[]): Settings {
  const said: Record<string, unknown> = {};
  const origins = Object.fromEntries(SETTING_KEYS.map((key) => [key, "default"])) as Record<SettingKey, string>;
  const warnings: string[] = [];
  for (const { origin, values, fault } of layers) {
    if (fault) warnings.push(fault);
    for (const [key, value] of Object.entries(values)) {
      if (!isKey(key)) {
        const near = didYouMean(key, SETTING_KEYS);
        warnings.push(`${origin}: there is no setting ${JSON.stringify(key)}${near ? `; ${near}` : "."}`);
        continue;
      }
      const parsed = settingsSchema.shape[key].safeParse(value);
      if (parsed.success) {
        said[key] = parsed.data;
        origins[key] = origin;
      } else {
        warnings.push(
          `${origin}: ${key} cannot be ${JSON.stringify(value)}: ${parsed.error.issues[0]?.message}. It keeps its value.`,
        );
      }
    }
  }
  return { values: settingsSchema.parse(said), origins, warnings };
}

function isKey(key: string): key is SettingKey {
  return Object.hasOwn(settingsSchema.shape, key);
}
