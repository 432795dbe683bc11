/** Every setting: its shape, default, meaning, and who may set it. The schema is the documentation. */
import { z } from "zod";
import { LOG_LEVELS } from "../base/log.ts";

/**
 * `user`: never from a repository. `narrow`: a repository may only make it stricter. `free`: a repository may set it.
 */
export type Scope = "user" | "narrow" | "free";

const scopes = z.registry<{ scope: Scope }>();

function setting<Schema extends z.ZodType>(scope: Scope, doc: string, schema: Schema): Schema {
  const described = schema.describe(doc);
  scopes.add(described, { scope });
  return described;
}

const names = z.array(z.string().min(1).max(64)).max(200);

export const settingsSchema = z.strictObject({
  max_answer_chars: setting(
    "narrow",
    "Budget of an answer, in characters of its JSON.",
    z.int().min(500).max(400_000).default(20_000),
  ),
  tool_timeout_s: setting("narrow", "The most a call may take, in seconds.", z.int().min(1).max(3600).default(60)),
  read_only: setting("narrow", "Turns off every tool that writes.", z.boolean().default(false)),
  excluded_tools: setting("narrow", "Tools or markers that are off.", names.default([])),
  included_optional_tools: setting("user", "Tools that are off by default and on for this user.", names.default([])),
  fixed_tools: setting("user", "Exactly these tools are on, whatever the context.", names.default([])),
  base_modes: setting("user", "Modes that are always on.", names.default(["interactive", "editing"])),
  added_modes: setting("free", "Modes that are on besides the base modes.", names.default([])),
  log_level: setting("user", "The least serious line that is logged.", z.enum(LOG_LEVELS).default("info")),
  host: setting("user", "Address that the HTTP server binds.", z.string().min(1).max(255).default("127.0.0.1")),
  port: setting("user", "Port of the HTTP server; 0 takes any free one.", z.int().min(0).max(65_535).default(8765)),
});

export type SettingKey = keyof z.output<typeof settingsSchema>;
export const SETTING_KEYS = Object.keys(settingsSchema.shape) as SettingKey[];

/** Who may set a key. */
export function scopeOf(key: SettingKey): Scope {
  return scopes.get(settingsSchema.shape[key])!.scope;
}
