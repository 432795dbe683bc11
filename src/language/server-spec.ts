/** A language server as data: one file of `resources/servers/`, the same as a user's own entry under `servers`. */
import { z } from "zod";

export const serverId = z.string().regex(/^[a-z][a-z0-9-]*$/);

/** A file or folder name, or a path below the folder that is looked at; `*.suffix` for any name with that end. */
const marker = z.string().min(1).max(100);

/** Checked when read, so that nothing fails while a server runs. */
const pattern = z.string().min(1).max(500).refine(isPattern, "it must be a regular expression");

const rootGroup = z.strictObject({
  any: z.array(marker).min(1).describe("Names of which one makes a folder the root."),
  pick: z
    .enum(["nearest", "outermost"])
    .default("nearest")
    .describe("Which of the folders above a file that have one."),
  holds: pattern.optional().describe("What the marker's text must match, with the flag m."),
  excludes: pattern
    .optional()
    .describe("Its first group is a list of folders, in quotes, that are not part of the marker's project; flag m."),
});

const timeout = z.int().min(1).max(3_600).default(60).describe("Seconds after which it is taken as not ready.");

export const readySchema = z.discriminatedUnion("rule", [
  z.strictObject({ rule: z.literal("none") }),
  z
    .strictObject({
      rule: z.literal("progress"),
      title: pattern.optional().describe("Only progress whose title matches counts."),
      token: pattern.optional().describe("Only progress whose token matches counts."),
      quiet_ms: z.int().min(0).default(300).describe("How long no progress may have begun after the last one ended."),
      grace_ms: z.int().min(0).default(1_500).describe("How long is waited for the first one to begin."),
      timeout_s: timeout,
    })
    .describe("All work-done progress that was begun has ended."),
  z
    .strictObject({
      rule: z.literal("notification"),
      method: z.string().min(1),
      match: z.record(z.string(), z.json()).default({}).describe("Fields of its params that must have these values."),
      stays: z.boolean().default(false).describe("It is said once; one that does not match later takes nothing back."),
      timeout_s: timeout,
    })
    .describe("A notification of the server's own."),
  z
    .strictObject({ rule: z.literal("log"), pattern, timeout_s: timeout })
    .describe("A line of `window/logMessage` that matches."),
  z
    .strictObject({ rule: z.literal("probe"), method: z.string().min(1), timeout_s: timeout })
    .describe("A request, asked again until it is answered without an error."),
]);

const recipeVersion = z.string().min(1).max(60);
const program = z.string().min(1).max(200);

/** How a server is installed. Those of a package manager of the system are told to people, and not run. */
export const recipeSchema = z.discriminatedUnion("with", [
  z.strictObject({
    with: z.literal("npm"),
    packages: z.record(z.string(), recipeVersion).describe("Package -> version; the first one's is the server's."),
    program: program.describe("Name in `node_modules/.bin`, or a path below the folder of the install."),
    needs: z.record(z.string(), z.string()).default({}).describe("Program -> least version."),
  }),
  z.strictObject({
    with: z.literal("pip"),
    packages: z.record(z.string(), recipeVersion),
    program: program.describe("Name in the `bin` folder of its own environment."),
    needs: z.record(z.string(), z.string()).default({}),
  }),
  z.strictObject({
    with: z.enum(["go", "cargo"]),
    package: z.string().min(1),
    version: recipeVersion,
    program,
    needs: z.record(z.string(), z.string()).default({}),
  }),
  z.strictObject({
    with: z
      .enum([
        "apt",
        "brew",
        "cabal",
        "composer",
        "coursier",
        "cpan",
        "cran",
        "dotnet",
        "dub",
        "elan",
        "gem",
        "ghcup",
        "julia",
        "luarocks",
        "nimble",
        "nix",
        "opam",
        "raco",
        "release",
        "rustup",
        "scoop",
        "toolchain",
        "vscode",
        "winget",
      ])
      .describe(
        "`release`: pages of releases; `toolchain`: comes with the language's own tools; `vscode`: an extension.",
      ),
    packages: z.array(z.string()).min(1),
  }),
]);

const json = z.record(z.string(), z.json());

const fields = {
  id: serverId,
  name: z.string().min(1).max(80).describe("As people write it."),
  languages: z.array(z.string()).min(1).describe("Ids of the languages whose files it is given."),
  language_id: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .describe(
      "What the protocol calls the language of its files, where that is not what the language's own file says.",
    ),
  only: z
    .array(pattern)
    .describe("Of those files it is given the ones whose path one of these matches; all when empty."),
  command: z
    .array(z.string().min(1))
    .min(1)
    .describe(
      "Program and arguments; the program is looked up. In arguments, options and settings `{root}` is the folder that it is started for, `{data}` a folder of its own outside of the project, `{package:name/path}` a file of a Node package beside it.",
    ),
  probe: z
    .array(z.string())
    .nullable()
    .describe(
      "Arguments with which the program must end well; null when it cannot be asked and being there is enough.",
    ),
  probe_says: pattern
    .optional()
    .describe("What the program must say to the probe, with the flag m; then how it ends does not matter."),
  tcp: z
    .strictObject({ port: z.int().min(1).max(65_535) })
    .optional()
    .describe("It is reached here, not over its pipes."),
  roots: z.array(rootGroup).describe("Groups of markers; the first group that is found above a file gives the root."),
  needs_root: z.boolean().describe("It is only for files below such a marker."),
  many_roots: z.boolean().describe("One process serves several roots as workspace folders."),
  not_for: z
    .array(marker)
    .describe("Markers of projects that belong to another server; they count from a file's folder up to the root."),
  whole_project_needs: z
    .array(marker)
    .describe("One of these must be there for it to look at files that are not open; empty when it always does."),
  needs_trust_where: z
    .array(rootGroup)
    .describe(
      "Files of a project by which it runs code of that project, so that the user must trust it; `*` where it does so in any.",
    ),
  initialization_options: json,
  settings: json.describe("Section -> settings, with which `workspace/configuration` is answered."),
  unknown_settings: z
    .enum(["empty", "null"])
    .describe("What a question about settings that nobody set is answered with: an empty object, or null."),
  buttons: z
    .array(z.strictObject({ question: pattern, press: z.string().min(1) }))
    .describe("Which button is pressed when it asks people; else none is."),
  options_section: z.string().optional().describe("Section that is also sent as initialization options."),
  trusted_settings: json.describe("Joined to the settings where the user trusts the project: what runs code of it."),
  client_capabilities: json.describe("Capabilities of the client beside the usual ones."),
  position_encodings: z.array(z.enum(["utf-8", "utf-16", "utf-32"])).optional(),
  ready: readySchema,
  unready_answers: z
    .enum(["error", "empty", "local", "complete"])
    .describe("What it says before it is ready: an error, nothing, only what open files hold, or all."),
  outside_changes: z.enum(["watched_files", "reopen", "itself"]).describe("How it learns of files changed by others."),
  needs_open: z
    .enum(["none", "one_file", "the_file", "text_matches"])
    .describe("What must be open before questions beyond one file are answered rightly."),
  leaves_out: z
    .boolean()
    .describe("Its project may leave out files below its root, whose uses it knows once they are open."),
  diagnostics: z.enum(["push", "pull", "both", "none"]),
  diagnostics_on_save: z.boolean().describe("Part of them comes only after a save."),
  settle_ms: z.int().min(0).max(60_000).optional().describe("How long its diagnostics may take to settle."),
  names: z
    .array(z.strictObject({ match: pattern, replace: z.string() }))
    .describe("How its names become symbols' names."),
  exit: z.enum(["normal", "stdin", "kill"]).describe("What ends it: `exit`, the end of its stdin, or only a signal."),
  refused_actions: z
    .array(pattern)
    .describe(
      "Code actions, by kind or by command, that do other things than asking for edits of files: they are not offered.",
    ),
  role: z.enum(["primary", "secondary"]).describe("Secondary ones only add diagnostics and actions."),
  concurrency: z.int().min(1).max(64).optional().describe("Most requests at once."),
  memory_mb: z.int().min(16).optional().describe("Memory of its whole tree above which it is started anew."),
  env: z
    .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/))
    .describe("Variables that it gets from the user's environment."),
  set_env: z.record(z.string(), z.string()).describe("Variables that it gets in any case."),
  install: z.array(recipeSchema).describe("Ways to install it, the best first."),
  hint: z.string().optional().describe("What a person does to have it."),
};

export const serverSchema = z.strictObject({
  ...fields,
  probe: fields.probe.default(["--version"]),
  only: fields.only.default([]),
  roots: fields.roots.default([]),
  needs_root: fields.needs_root.default(false),
  many_roots: fields.many_roots.default(false),
  not_for: fields.not_for.default([]),
  whole_project_needs: fields.whole_project_needs.default([]),
  needs_trust_where: fields.needs_trust_where.default([]),
  initialization_options: fields.initialization_options.default({}),
  settings: fields.settings.default({}),
  unknown_settings: fields.unknown_settings.default("empty"),
  buttons: fields.buttons.default([]),
  trusted_settings: fields.trusted_settings.default({}),
  client_capabilities: fields.client_capabilities.default({}),
  ready: fields.ready.default({ rule: "none" }),
  unready_answers: fields.unready_answers.default("complete"),
  outside_changes: fields.outside_changes.default("watched_files"),
  needs_open: fields.needs_open.default("the_file"),
  leaves_out: fields.leaves_out.default(false),
  diagnostics: fields.diagnostics.default("push"),
  diagnostics_on_save: fields.diagnostics_on_save.default(false),
  names: fields.names.default([]),
  exit: fields.exit.default("normal"),
  refused_actions: fields.refused_actions.default([]),
  role: fields.role.default("primary"),
  env: fields.env.default([]),
  set_env: fields.set_env.default({}),
  install: fields.install.default([]),
});

/** A user's entry: a whole server, or the fields in which a known one shall differ. */
export const serverPatchSchema = z.strictObject(fields).omit({ id: true }).partial();

export type ServerSpec = z.output<typeof serverSchema>;
export type ServerPatch = z.output<typeof serverPatchSchema>;
export type RootGroup = z.output<typeof rootGroup>;
export type ReadyRule = z.output<typeof readySchema>;
export type Recipe = z.output<typeof recipeSchema>;

function isPattern(text: string): boolean {
  try {
    new RegExp(text, "mu");
    return true;
  } catch {
    return false;
  }
}
