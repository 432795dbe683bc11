/** The reference pages of tools, settings, languages and clients, each a table made from the data itself. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { clientSchema } from "../src/client/client-spec.ts";
import type { Language } from "../src/language/spec.ts";
import { SETTING_KEYS, scopeOf, settingsSchema } from "../src/settings/schema.ts";
import type { Marker } from "../src/tool/marker.ts";

const resources = join(import.meta.dir, "../resources");
const HEADER = "<!-- Written by scripts/gen.ts; do not edit. -->\n";

export interface DocumentedTool {
  name: string;
  category: string;
  description: string;
  markers: readonly Marker[];
}

export function referenceDocs(tools: readonly DocumentedTool[]): Record<string, string> {
  return {
    "resources/docs/tools.md": toolsPage(tools),
    "resources/docs/settings.md": settingsPage(),
    "resources/docs/languages.md": languagesPage(),
    "resources/docs/clients.md": clientsPage(),
  };
}

function toolsPage(tools: readonly DocumentedTool[]): string {
  const rows = [...tools]
    .sort((a, b) => (a.category < b.category ? -1 : a.category > b.category ? 1 : a.name < b.name ? -1 : 1))
    .map(({ name, category, description, markers }) => {
      return `| \`${name}\` | ${category} | ${cell(firstSentence(description))} | ${markers.join(", ")} |`;
    });
  return page(
    "Tools",
    "Every tool there is. `core` is the default set, `optional` is off unless your own settings name it, `edit` changes files of the project, `writes` Waymark's own state. `waymark tools` shows those that are on, with their fields.",
    "| tool | about | what it does | markers |\n| --- | --- | --- | --- |",
    rows,
  );
}

function settingsPage(): string {
  const rows = SETTING_KEYS.map((key) => {
    const schema: z.ZodType = settingsSchema.shape[key];
    const { default: value, description = "" } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    const { scope } = scopeOf(key);
    const shown = value === undefined ? "" : `\`${JSON.stringify(value)}\``;
    return `| \`${key}\` | ${cell(description)} | ${cell(shown)} | ${scope} |`;
  });
  return page(
    "Settings",
    "Said in `~/.config/waymark/settings.yaml`, in a repository's `.waymark/project.yaml` and `.waymark/local.yaml`, in `WAYMARK_*` variables and by flags; later wins. Who may say it: `user` never a repository, `section` the part of your file that speaks of one project, `narrow` a repository only to make it stricter, `free` a repository, too.",
    "| key | meaning | default | who |\n| --- | --- | --- | --- |",
    rows,
  );
}

function languagesPage(): string {
  const rows = yamlIn("languages").map((raw) => {
    const { name, files, servers = [], syntax } = raw as unknown as Language;
    const patterns = Object.values(files).flat();
    const shown = patterns.length > 8 ? [...patterns.slice(0, 8), "…"] : patterns;
    return `| ${name} | ${shown.map((one) => `\`${one}\``).join(" ")} | ${syntax ? "yes" : ""} | ${servers.join(", ")} |`;
  });
  return page(
    "Languages",
    `${rows.length} languages. With \`yes\`, symbols are found with nothing installed; the servers are those that answer by meaning, the first that is there first.`,
    "| language | files | symbols | language servers |\n| --- | --- | --- | --- |",
    rows,
  );
}

function clientsPage(): string {
  const rows = yamlIn("clients").map((raw) => {
    const { id, name, files, usual, stdio, http, hooks } = clientSchema.parse(raw);
    const first = files[usual] ? usual : "user";
    const paths = (["project", "user"] as const).flatMap((scope) => {
      const path = files[scope]?.path;
      if (path === undefined) return [];
      const flag = scope === first ? "" : scope === "user" ? " (`--user`)" : " (`--project .`)";
      const linux = typeof path === "string" ? path : path.linux;
      const shown = linux.replace("{config}", "~/.config").replace(/^\{([A-Z_]+):([^}]+)\}/, "$2");
      return [`\`${shown}\`${flag}`];
    });
    const ways = [stdio && "stdio", http && "HTTP", hooks && "hooks"].filter(Boolean);
    return `| ${name} | \`${id}\` | ${paths.join(", ") || "none: it prints what to paste"} | ${ways.join(", ")} |`;
  });
  return page(
    "Clients",
    "What `waymark setup` edits, on Linux; on macOS and Windows it takes the folders that the client has there. `CLAUDE_CONFIG_DIR` and `CODEX_HOME` are followed.",
    "| client | `waymark setup` | file | ways |\n| --- | --- | --- | --- |",
    rows,
  );
}

function page(title: string, text: string, head: string, rows: readonly string[]): string {
  return `${HEADER}\n# ${title}\n\n${text}\n\n${head}\n${rows.join("\n")}\n`;
}

function firstSentence(text: string): string {
  return /^.*?[.](?= |$)/s.exec(text)?.[0] ?? text;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

function yamlIn(folder: string): Record<string, unknown>[] {
  return readdirSync(join(resources, folder))
    .filter((name) => name.endsWith(".yaml"))
    .sort()
    .map((name) => ({
      id: basename(name, ".yaml"),
      ...(Bun.YAML.parse(readFileSync(join(resources, folder, name), "utf8")) as Record<string, unknown>),
    }));
}
