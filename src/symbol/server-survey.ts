/** The language servers that answer for a project, or would if they were there. */
import type { ServerSpec } from "../language/server-spec.ts";
import type { Language } from "../language/spec.ts";
import { remedy, whyMissing } from "../lsp/no-origin.ts";
import type { Origin } from "../lsp/origin.ts";
import type { ProjectServers } from "../lsp/project-servers.ts";
import type { ServerStatus } from "../lsp/status.ts";

export type ServerRow =
  /** It was needed, so that there is something to tell of it. */
  | { kind: "needed"; status: ServerStatus }
  /** It starts with the first question that needs it. */
  | { kind: "at_hand"; spec: ServerSpec; origin: Origin }
  /** People would miss it. @property remedy where nothing else answers for the language. */
  | { kind: "missing"; spec: ServerSpec; reason: string; remedy: string | undefined };

/** @param languages whose servers are told of. @param root of the project, for remedies. */
export async function serverSurvey(
  servers: ProjectServers,
  languages: readonly Language[],
  root: string,
  signal: AbortSignal,
): Promise<ServerRow[]> {
  const rows: ServerRow[] = [];
  const needed = servers.status();
  for (const language of languages) {
    const missing = [];
    for (const spec of servers.of(language)) {
      if (rows.some((row) => idOf(row) === spec.id)) continue;
      const own = needed.filter(({ server }) => server === spec.id);
      rows.push(...own.map((status) => ({ kind: "needed" as const, status })));
      if (own.length > 0) continue;
      const origin = await servers.find(spec);
      if (!("tried" in origin)) rows.push({ kind: "at_hand", spec, origin });
      else if (await servers.isMissed(spec, signal)) missing.push(origin);
    }
    const isServed = rows.some((row) => row.kind !== "missing" && languagesOf(row).includes(language.id));
    for (const one of missing) {
      const help = isServed ? undefined : remedy(language, [one], root);
      rows.push({ kind: "missing", spec: one.spec, reason: whyMissing(one), remedy: help });
    }
  }
  return rows;
}

function idOf(row: ServerRow): string {
  return row.kind === "needed" ? row.status.server : row.spec.id;
}

function languagesOf(row: ServerRow): readonly string[] {
  return row.kind === "needed" ? row.status.languages : row.spec.languages;
}
