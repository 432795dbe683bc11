import { expect, test } from "bun:test";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import projectSchema from "#resources/schemas/project.schema.json";
import userSchema from "#resources/schemas/settings.schema.json";
import { readSettingsFile } from "../../src/settings/load.ts";
import { projectSection, resolveSettings } from "../../src/settings/resolve.ts";
import { tmp } from "../fixture/tmp.ts";

const SCHEMAS = { user: userSchema, repository: projectSchema } as const;

const FILES = [
  "{}",
  "port: 9000",
  "port: 70000",
  "port: '1'",
  "port: 1.5",
  "tool_timeout: 3",
  "tool_timeout_s: 3",
  "tool_timeout_s: 0",
  "read_only: yes",
  "read_only: true",
  "log_level: loud",
  "log_level: debug",
  "excluded_tools: edit",
  "excluded_tools: [edit]",
  "excluded_tools: ['']",
  "ignored_paths: [a, '!b']",
  "ignored_paths: [1]",
  "included_optional_tools: [run_command]",
  "added_modes: [planning]",
  "encoding: shift_jis",
  "encoding: ''",
  "host:",
  "[port]",
  "port",
  "projects: 5",
  "projects: {/x: 5}",
  "projects: {/x: {read_only: true}}",
  "projects: {/x: {read_only: 1}}",
  "projects: {/x: {projects: {}}}",
  "trust: true",
  "projects: {/x: {trust: true}}",
  "servers: {pyright: {command: [my-pyright, --stdio]}}",
  "servers: {pyright: {comand: [my-pyright]}}",
  "servers: {Pyright: {command: [my-pyright]}}",
  "servers: {mine: {ready: {rule: log, pattern: done}}}",
  "servers: {mine: {ready: {rule: log}}}",
  "server_settings: {gopls: {gopls: {staticcheck: true}}}",
  "server_settings: {gopls: 1}",
  "language_servers: {python: []}",
  "language_servers: {python: ty}",
];

test.each(["user", "repository"] as const)(
  "the published schema of the %s file agrees with what is loaded",
  async (from) => {
    const isValid = new Ajv2020({ strict: true }).compile(SCHEMAS[from]);
    for (const text of FILES) {
      await using dir = await tmp({ "settings.yaml": text });
      const layer = await readSettingsFile(join(dir.path, "settings.yaml"), from);
      const section = from === "user" ? [projectSection(layer, "/x")] : [];
      const { warnings } = resolveSettings([layer, ...section]);
      expect([text, isValid(Bun.YAML.parse(text))]).toEqual([text, warnings.length === 0]);
    }
  },
);

test("every setting of the published schemas says what it means", () => {
  for (const schema of Object.values(SCHEMAS))
    for (const [key, property] of Object.entries(schema.properties))
      expect([key, "description" in property && property.description !== ""]).toEqual([key, true]);
});
