/** The calls of tools: how many, how long, how many tokens, and what failed. */
import { type Page, serverPage } from "../page.ts";

const HOUR_MS = 3_600_000;

/** What may be looked at, in hours. */
const SPANS: Readonly<Record<string, number>> = {
  hour: 1,
  day: 24,
  week: 7 * 24,
  month: 30 * 24,
  all: Number.POSITIVE_INFINITY,
};

export const calls: Page = serverPage(
  { id: "calls", title: "Tool calls", query: ["span"], live: ["calls-sums"] },
  async ({ app, query: { span = "week" } }) => {
    const hours = (Object.hasOwn(SPANS, span) ? SPANS[span] : undefined) ?? SPANS.week!;
    const since = hours === Number.POSITIVE_INFINITY ? 0 : Date.now() - hours * HOUR_MS;
    return { span, spans: Object.keys(SPANS), report: app.usage(new Date(since)) };
  },
);
