/** Keeps what a caller sent out of the log: an error may repeat a path or a text in its message. */

/** Shorter texts are words of any message. */
const SHORTEST = 4;
/** Arguments that are looked for; a call has far fewer. */
const MOST = 2_000;

/** What is kept of an error and of each of its causes, in characters. */
const KEPT = 2_000;

/** An error with its causes in words, with `…` in the place of each text among the arguments. */
export function withoutContents(error: unknown, given: unknown): string {
  const found = new Set(textsIn(given).flatMap((said) => [said, JSON.stringify(said).slice(1, -1)]));
  const longestFirst = [...found].sort((one, other) => other.length - one.length);
  const words: string[] = [];
  for (let cause = error; cause !== undefined && words.length < 8; ) {
    const text = cause instanceof Error ? (cause.stack ?? `${cause.name}: ${cause.message}`) : String(cause);
    words.push(longestFirst.reduce((left, said) => left.replaceAll(said, "…"), text).slice(0, KEPT));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return words.join("\ncaused by ");
}

function textsIn(given: unknown): string[] {
  const texts: string[] = [];
  const open: unknown[] = [given];
  for (let value = open.pop(); texts.length < MOST && value !== undefined; value = open.pop()) {
    if (typeof value === "string" && value.length >= SHORTEST) texts.push(value);
    if (typeof value === "object" && value !== null) open.push(...Object.keys(value), ...Object.values(value));
  }
  return texts;
}
