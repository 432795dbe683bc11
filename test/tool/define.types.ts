/** A wrong contract is a compile error: `tsc` fails when one of these lines is accepted. */
import { z } from "zod";
import { defineTool } from "../../src/tool/define.ts";

const input = z.strictObject({ path: z.string(), limit: z.int().default(3) });
const output = z.object({ count: z.int() });
const short = z.object({ total: z.int() });

const good = {
  name: "count_lines",
  title: "Count",
  category: "files",
  description: "Counts lines.",
  markers: ["core"],
  needs: ["project"],
  input,
  output,
  examples: [{ title: "one", input: { path: "a.ts" } }],
  narrower: "Less.",
  run: async () => ({ answer: { count: 1 } }),
} as const;

defineTool({ ...good, ladder: (stage) => [stage("short", short, ({ count }) => ({ total: count }))] });

const ladder = () => [{} as never] as const;

defineTool({
  ...good,
  ladder,
  // @ts-expect-error a service that is not in `needs`
  run: async (_, { config }) => ({ answer: { count: config.version.length } }),
});
// @ts-expect-error an unknown marker
defineTool({ ...good, ladder, markers: ["edits"] });
// @ts-expect-error an unknown service
defineTool({ ...good, ladder, needs: ["shops"] });
// @ts-expect-error an unknown category
defineTool({ ...good, ladder, category: "others" });
// @ts-expect-error no example
defineTool({ ...good, ladder, examples: [] });
// @ts-expect-error an example that does not fit the input
defineTool({ ...good, ladder, examples: [{ title: "one", input: { file: "a.ts" } }] });
// @ts-expect-error an alias that leads to no field
defineTool({ ...good, ladder, aliases: { file: "paths" } });
// @ts-expect-error an answer that does not fit the output
defineTool({ ...good, ladder, run: async () => ({ answer: { count: "1" } }) });
// @ts-expect-error an incomplete answer without its reason
defineTool({ ...good, ladder, run: async () => ({ answer: { count: 1 }, complete: false }) });
// @ts-expect-error a field that the input does not have
defineTool({ ...good, ladder, run: async ({ paths }) => ({ answer: { count: paths.length } }) });
// @ts-expect-error no ladder
defineTool({ ...good });
// @ts-expect-error an empty ladder
defineTool({ ...good, ladder: () => [] });
// @ts-expect-error a stage that does not fit its schema
defineTool({ ...good, ladder: (stage) => [stage("short", short, ({ count }) => ({ totals: count }))] });
// @ts-expect-error a stage that reads a field the full answer lacks
defineTool({ ...good, ladder: (stage) => [stage("short", short, ({ counts }) => ({ total: counts }))] });
