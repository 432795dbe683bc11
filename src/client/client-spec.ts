/** A client that can be set up: where its configuration stands and what an entry of ours looks like there. */
import { z } from "zod";

const path = z.string().min(1);

const file = z.strictObject({
  path: z
    .union([path, z.strictObject({ linux: path, macos: path, windows: path })])
    .describe(
      "`~`, `{config}`, `{appdata}` and `{VARIABLE:what else}` at its beginning are filled in; else below the project.",
    ),
  format: z.enum(["json", "jsonc", "toml"]),
  instead: z.array(path).default([]).describe("Other names of it; the first that is there counts."),
});

const shape = z.record(z.string(), z.unknown());

export const clientSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  name: z.string().min(1),
  context: z.string().describe("Context that it is served in."),
  files: z
    .strictObject({ project: file.optional(), user: file.optional() })
    .default({})
    .describe("None for a client that keeps this in a way that is not edited."),
  usual: z.enum(["project", "user"]).default("project").describe("Which of the files, if both are there."),
  entry: z.array(z.string()).min(1).describe("Where the entry stands."),
  stdio: shape.optional().describe("The entry; `{program}`, `{args}`, `{project}` and `{url}` are filled in."),
  http: shape.optional(),
  hooks: z
    .strictObject({
      files: z.strictObject({ project: path, user: path }),
      format: z.enum(["json", "jsonc"]).default("json"),
      entry: z.array(z.string()).min(1).describe("Where the lists by event stand."),
      events: z.record(z.string(), z.array(shape)).describe("`{line}` is how a shell starts Waymark."),
    })
    .optional(),
  next: z.string().describe("What the user does then."),
});

export type ClientSpec = z.output<typeof clientSchema>;
export type Scope = "project" | "user";
export type Transport = "stdio" | "http";
export type ConfigFormat = z.output<typeof file>["format"];
