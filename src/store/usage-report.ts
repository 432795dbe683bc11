/** What the table of calls tells: how often, how long, how much, and what failed. */
import type { Database } from "bun:sqlite";

export interface UsageSum {
  /** A tool's name, or a caller: `mcp claude-code`. */
  name: string;
  calls: number;
  errors: number;
  /** Milliseconds, to a tenth of their value: so many of a hundred calls took no longer. */
  p50: number;
  p95: number;
  /** Of all answers together. */
  tokens: number;
  /** ISO 8601, UTC. */
  lastAt: string;
}

export interface UsageFault {
  tool: string;
  /** An error code. */
  outcome: string;
  calls: number;
  lastAt: string;
}

export interface UsageReport {
  /** The most frequent first, in each list. */
  tools: UsageSum[];
  clients: UsageSum[];
  faults: UsageFault[];
  calls: number;
  errors: number;
  tokens: number;
}

/** Calls that are alike in all but their time, and in that nearly. */
interface Group {
  tool: string;
  caller: string;
  outcome: string;
  /** Of the duration: `STEP ** rank` milliseconds at most. */
  rank: number;
  calls: number;
  tokens: number;
  lastAt: string;
}

/** From one rank of durations to the next. */
const STEP = 1.1;
/** Shorter ones are not told apart, in milliseconds. */
const SHORTEST = 0.01;

/** A report is made again only after so many times the time that it took. */
const REST = 20;

/** Reports for who looks again and again, made anew where there is news. */
export class UsageReports {
  readonly #database: Database;
  readonly #flush: () => void;
  #last: { key: string; report: UsageReport; until: number } | undefined;

  /** @param flush writes calls that are not in the table yet. */
  constructor(database: Database, flush: () => void) {
    this.#database = database;
    this.#flush = flush;
  }

  /** @param since the first moment that counts; looked at by the minute. */
  since(since: Date): UsageReport {
    const startedAt = performance.now();
    const minute = new Date(Math.floor(since.getTime() / 60_000) * 60_000).toISOString();
    if (this.#last?.key.startsWith(minute) && startedAt < this.#last.until) return this.#last.report;
    this.#flush();
    const key = `${minute} ${newestCall(this.#database)}`;
    if (this.#last?.key !== key) {
      const report = usageReport(this.#database, minute);
      const until = performance.now() + REST * (performance.now() - startedAt);
      this.#last = { key, report, until };
    }
    return this.#last.report;
  }
}

/** @param since ISO 8601, UTC: the first moment that counts. */
export function usageReport(database: Database, since: string): UsageReport {
  const groups = database
    .query(
      `SELECT tool, CASE client WHEN '' THEN surface ELSE surface || ' ' || client END AS caller, outcome,
              CAST(ceil(ln(max(duration_ms, $shortest)) / ln($step)) AS INTEGER) AS rank,
              count(*) AS calls, sum(estimated_tokens) AS tokens, max(at) AS lastAt
       FROM usage WHERE at >= $since GROUP BY 1, 2, 3, 4`,
    )
    .all({ since, shortest: SHORTEST, step: STEP }) as Group[];
  const failed = groups.filter(({ outcome }) => outcome !== "ok");
  return {
    tools: sums(groups, ({ tool }) => tool),
    clients: sums(groups, ({ caller }) => caller),
    faults: sums(failed, ({ tool, outcome }) => `${tool} ${outcome}`).map(({ name, calls, lastAt }) => {
      const [tool, outcome] = name.split(" ") as [string, string];
      return { tool, outcome, calls, lastAt };
    }),
    calls: sum(groups, "calls"),
    errors: sum(failed, "calls"),
    tokens: sum(groups, "tokens"),
  };
}

/** A number that is another one as soon as a call was added. */
function newestCall(database: Database): number {
  const { mark } = database.query("SELECT coalesce(max(id), 0) AS mark FROM usage").get() as { mark: number };
  return mark;
}

function sums(groups: readonly Group[], nameOf: (group: Group) => string): UsageSum[] {
  const byName = Map.groupBy(groups, nameOf);
  const all = [...byName].map(([name, own]) => {
    const calls = sum(own, "calls");
    const byRank = own.toSorted((a, b) => a.rank - b.rank);
    return {
      name,
      calls,
      errors: sum(
        own.filter(({ outcome }) => outcome !== "ok"),
        "calls",
      ),
      p50: percentile(byRank, 0.5 * calls),
      p95: percentile(byRank, 0.95 * calls),
      tokens: sum(own, "tokens"),
      lastAt: own
        .map(({ lastAt }) => lastAt)
        .sort()
        .at(-1)!,
    };
  });
  return all.sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1));
}

/** The duration of the first rank up to which there are so many calls. */
function percentile(byRank: readonly Group[], wanted: number): number {
  let calls = 0;
  const reached = byRank.find((group) => {
    calls += group.calls;
    return calls >= wanted;
  });
  return STEP ** (reached?.rank ?? 0);
}

function sum(groups: readonly Group[], key: "calls" | "tokens"): number {
  return groups.reduce((total, group) => total + group[key], 0);
}
