/** Writes log lines to stderr and to nothing else: stdout belongs to answers and to the protocol. */

export const LOG_LEVELS = ["debug", "info", "warning", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type Log = (level: LogLevel, message: string, fields?: Record<string, unknown>) => void;

/** A log whose lines are `time level message {fields}`; errors among the fields are written with their stack. */
export function createLog(lowest: LogLevel, write: (line: string) => void): Log {
  const from = LOG_LEVELS.indexOf(lowest);
  return (level, message, fields) => {
    if (LOG_LEVELS.indexOf(level) < from) return;
    const rest = fields
      ? ` ${JSON.stringify(fields, (_, value) => (value instanceof Error ? causes(value) : value))}`
      : "";
    write(`${new Date().toISOString()} ${level} ${message}${rest}\n`);
  };
}

/** Longer messages repeat what a caller sent. */
const CAUSE_CHARS = 2_000;

function causes(error: Error): string {
  const own = (error.stack ?? `${error.name}: ${error.message}`).slice(0, CAUSE_CHARS);
  return error.cause instanceof Error ? `${own}\ncaused by ${causes(error.cause)}` : own;
}
