/** The log of this server, the latest line first. */
import { LOG_LEVELS } from "../../../base/log.ts";
import { type Page, serverPage } from "../page.ts";

const LINES_SHOWN = 300;

export const logs: Page = serverPage(
  { id: "logs", title: "Log", query: ["level"], live: ["logs-lines"] },
  async ({ app, query: { level = "debug" } }) => {
    const from = Math.max(0, LOG_LEVELS.indexOf(level as (typeof LOG_LEVELS)[number]));
    const lines = app.logTail.lines.map(lineOf).filter((line) => LOG_LEVELS.indexOf(line.level) >= from);
    return {
      level,
      levels: LOG_LEVELS,
      lowest: app.settings.log_level,
      lines: lines.slice(-LINES_SHOWN).toReversed(),
      total: lines.length,
    };
  },
);

/** As the log writes it: `time level text`. */
function lineOf(line: string) {
  const [, at = "", level = "info", text = line] = /^(\S+) (debug|info|warning|error) ([\s\S]*)$/.exec(line) ?? [];
  return { at, level: level as (typeof LOG_LEVELS)[number], text };
}
