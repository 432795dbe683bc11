/** Every setting: its shape, default, meaning, and who may set it. The schema is the documentation. */
import { RE2JS } from "re2js";
import { z } from "zod";
import { LOG_LEVELS } from "../base/log.ts";
import { serverId, serverPatchSchema } from "../language/server-spec.ts";
import { languagePatchSchema } from "../language/spec.ts";

/** How a repository's word joins the user's where it may only make things stricter. */
export type Narrowing = "least" | "either" | "all";

/**
 * `user`: never from a repository. `section`: the same, and only in the part of the user's file that speaks of one
 * project. `narrow`: a repository may only make it stricter: the least number, true if either
 * says so, all items of both lists. `free`: a repository may set it.
 */
export type Scope = { scope: "user" | "section" | "free" } | { scope: "narrow"; by: Narrowing };

const scopes = z.registry<Scope>();
const secrets = z.registry<{ isSecret: true }>();

/** @param secret marks a value that is never shown. */
function setting<Schema extends z.ZodType>(scope: Scope, doc: string, schema: Schema, secret?: "secret"): Schema {
  const described = schema.describe(doc);
  scopes.add(described, scope);
  if (secret) secrets.add(described, { isSecret: true });
  return described;
}

const USER: Scope = { scope: "user" };
const SECTION: Scope = { scope: "section" };
const FREE: Scope = { scope: "free" };
const narrow = (by: Narrowing): Scope => ({ scope: "narrow", by });

const names = z.array(z.string().min(1).max(64)).max(200);
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^\s/*?#@]+$/;
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:\d{1,5})?$/;
const SERVICE = /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i;
const KEY_VARIABLE = /^(WAYMARK_[A-Z0-9_]+|[A-Z][A-Z0-9_]*_API_KEY)$/;
const patterns = z.array(z.string().min(1).max(500)).max(1_000);
const expressions = z
  .array(z.string().min(1).max(500).refine(isExpression, "it must be an RE2 expression"))
  .max(200)
  .default([]);

function isExpression(source: string): boolean {
  try {
    return Boolean(RE2JS.compile(source));
  } catch {
    return false;
  }
}

export const settingsSchema = z.strictObject({
  max_answer_chars: setting(
    narrow("least"),
    "Budget of an answer, in characters of its JSON.",
    z.int().min(500).max(400_000).default(20_000),
  ),
  tool_timeout_s: setting(
    narrow("least"),
    "The most a call may take, in seconds.",
    z.int().min(1).max(3600).default(60),
  ),
  running_calls: setting(
    USER,
    "Calls that run at once in one server; more wait for a while, and beyond that are refused as busy.",
    z.int().min(1).max(1_024).default(64),
  ),
  allow_syntax_errors: setting(
    USER,
    "Lets edits through after which a file follows its grammar less than before.",
    z.boolean().default(false),
  ),
  read_only: setting(narrow("either"), "Turns off every tool that writes.", z.boolean().default(false)),
  excluded_tools: setting(narrow("all"), "Tools or markers that are off.", names.default([])),
  ignored_paths: setting(
    narrow("all"),
    "Files and folders to pass over, in gitignore syntax; `!name` keeps a folder that is passed over by its name, such as `!dist`.",
    patterns.default([]),
  ),
  read_only_memory_patterns: setting(
    narrow("all"),
    "Expressions for the whole names of memories that tools may read and not change.",
    expressions,
  ),
  ignored_memory_patterns: setting(
    narrow("all"),
    "Expressions for the whole names of memories that tools neither list nor read nor change.",
    expressions,
  ),
  memory_mirror: setting(
    FREE,
    "Keeps a copy of each memory of the project as .waymark/memories/<name>.md, and takes in what is changed there.",
    z.boolean().default(true),
  ),
  use_gitignore: setting(narrow("either"), "Passes over what git's ignore rules pass over.", z.boolean().default(true)),
  included_optional_tools: setting(USER, "Tools that are off by default and on for this user.", names.default([])),
  fixed_tools: setting(USER, "Exactly these tools are on, whatever the context.", names.default([])),
  base_modes: setting(USER, "Modes that are always on.", names.default(["interactive", "editing"])),
  added_modes: setting(FREE, "Modes that are on besides the base modes.", names.default([])),
  encoding: setting(
    FREE,
    "Encoding to try first for files that are not UTF-8 and have no byte order mark, as the WHATWG names it.",
    z.string().min(1).max(40).optional(),
  ),
  read_secret_files: setting(USER, "Reads files whose names say that they hold secrets.", z.boolean().default(false)),
  log_level: setting(USER, "The least serious line that is logged.", z.enum(LOG_LEVELS).default("info")),
  allowed_hosts: setting(
    USER,
    "Host names, with or without a port, under which the HTTP server may be reached besides its loopback address; needs a token.",
    z
      .array(z.string().max(255).toLowerCase().regex(HOST, "it must be a host name or address, and may have a port"))
      .max(50)
      .default([]),
  ),
  allowed_origins: setting(
    USER,
    "Origins of web pages that may use the HTTP server, such as `https://chat.example`.",
    z
      .array(z.string().max(255).toLowerCase().regex(ORIGIN, "it must be a scheme and a host, without a path"))
      .max(50)
      .default([]),
  ),
  host: setting(USER, "Address that the HTTP server binds.", z.string().min(1).max(255).default("127.0.0.1")),
  port: setting(USER, "Port of the HTTP server; 0 takes any free one.", z.int().min(0).max(65_535).default(8765)),
  "embedding.provider": setting(
    USER,
    "What makes the vectors for search by intent: the model that ships with Waymark, a service (embedding.url), or nothing.",
    z.enum(["embedded", "endpoint", "off"]).default("embedded"),
  ),
  "embedding.url": setting(
    USER,
    "Base of an OpenAI-compatible embedding service, such as `http://127.0.0.1:11434/v1`; text of the project is sent to it. If it is not on this machine, that text leaves the machine.",
    z
      .string()
      .max(2_000)
      .regex(SERVICE, "it must be http:// or https:// with a host, and without a user, a question mark or a hash")
      .optional(),
  ),
  "embedding.model": setting(USER, "Name of the service's model.", z.string().min(1).max(300).optional()),
  "embedding.api_key": setting(USER, "Key of the service.", z.string().min(1).max(1_000).optional(), "secret"),
  "embedding.api_key_env": setting(
    USER,
    "Environment variable that holds the key of the service.",
    z.string().max(200).regex(KEY_VARIABLE, "it must begin with WAYMARK_ or end in _API_KEY").optional(),
  ),
  "embedding.dimensions": setting(
    USER,
    "Numbers of a vector, for models that can give fewer; what the model gives by itself where this is not set.",
    z.int().min(1).max(8_192).optional(),
  ),
  "embedding.query_prefix": setting(
    USER,
    "Text before a question, for models that were trained with one; known models have theirs.",
    z.string().max(500).optional(),
  ),
  "embedding.document_prefix": setting(
    USER,
    "Text before each piece of a file, as embedding.query_prefix.",
    z.string().max(500).optional(),
  ),
  "embedding.max_chars": setting(
    USER,
    "Longer pieces are cut before they are sent to the service.",
    z.int().min(100).max(100_000).default(8_000),
  ),
  "embedding.concurrency": setting(USER, "Requests to the service at once.", z.int().min(1).max(64).default(2)),
  "embedding.timeout_s": setting(
    USER,
    "The most that the service may take for one request of pieces, in seconds.",
    z.int().min(1).max(600).default(60),
  ),
  "embedding.query_timeout_ms": setting(
    narrow("least"),
    "The most that a question waits for its own vector, in milliseconds; then words alone decide.",
    z.int().min(10).max(30_000).default(500),
  ),
  "embedding.strict": setting(
    narrow("either"),
    "Fails questions by intent while vectors are missing; otherwise words alone decide, and the answer says so.",
    z.boolean().default(false),
  ),
  "index.vector_cache_mb": setting(
    narrow("least"),
    "Memory for the vectors of a project, in megabytes; of more vectors only the signs are held, or none, which is slower.",
    z.int().min(0).max(4_000).default(256),
  ),
  languages: setting(
    USER,
    "Languages of your own, and what shall differ in those that Waymark knows, by their id; a suffix that you give is taken from whichever language had it.",
    z
      .record(z.string().regex(/^[a-z][a-z0-9-]*$/, "an id has small letters, digits and hyphens"), languagePatchSchema)
      .default({}),
  ),
  language_servers: setting(
    USER,
    "Language -> its servers in order of preference, in place of those that Waymark would choose; none for an empty list.",
    z.record(z.string().min(1).max(40), z.array(serverId).max(20)).default({}),
  ),
  servers: setting(
    USER,
    "Language servers of your own, and what shall differ in those that Waymark knows, by their id.",
    z.record(serverId, serverPatchSchema).default({}),
  ),
  server_settings: setting(
    USER,
    "Server -> sections of its settings, joined to what Waymark sets.",
    z.record(serverId, z.record(z.string(), z.json())).default({}),
  ),
  server_memory_mb: setting(
    USER,
    "Memory for all language servers together, in megabytes; the one that was not used for longest is stopped first.",
    z.int().min(64).max(1_000_000).default(4_096),
  ),
  idle_stop_s: setting(
    USER,
    "Seconds without a question after which a language server is stopped.",
    z.int().min(1).max(604_800).default(1_800),
  ),
  diagnostics_wait_s: setting(
    USER,
    "Seconds for which a language server is waited for that tells the problems of a file unasked; a call waits no longer than it may take.",
    z.number().min(0.1).max(600).default(10),
  ),
  trace_lsp: setting(USER, "Logs every message between Waymark and the language servers.", z.boolean().default(false)),
  trust: setting(
    SECTION,
    "The project may run code of its own through language servers: those that it brings along, its build scripts, its macros.",
    z.boolean().default(false),
  ),
  server_idle_s: setting(
    USER,
    "Seconds without a client and a request after which a server that `waymark mcp` started ends itself.",
    z.int().min(1).max(604_800).default(900),
  ),
});

export type SettingKey = keyof z.output<typeof settingsSchema>;
export const SETTING_KEYS = Object.keys(settingsSchema.shape) as SettingKey[];

/** Who may set a key. */
export function scopeOf(key: SettingKey): Scope {
  return scopes.get(settingsSchema.shape[key])!;
}

/** Whether a value is never shown, whoever asks. */
export function isSecretSetting(key: SettingKey): boolean {
  return secrets.has(settingsSchema.shape[key]);
}

/** The user's file: the settings, and those of single projects by their absolute path. */
export const userFileSchema = settingsSchema
  .partial()
  .omit(keysOf("section"))
  .extend({
    projects: z
      .record(z.string(), settingsSchema.partial())
      .optional()
      .describe("Settings of one project, by the absolute path of its root."),
  });

/** A repository's file: what it may say. */
export const projectFileSchema = settingsSchema.partial().omit(keysOf("user", "section"));

function keysOf(...scopes: Scope["scope"][]): Record<never, true> {
  const keys = SETTING_KEYS.filter((key) => scopes.includes(scopeOf(key).scope));
  return Object.fromEntries(keys.map((key) => [key, true as const]));
}
