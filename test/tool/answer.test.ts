import { expect, test } from "bun:test";
import { z } from "zod";
import { fitted, sizeOf } from "../../src/tool/answer.ts";
import { defineTool } from "../../src/tool/define.ts";
import { answerText } from "../../src/tool/text.ts";

const lister = defineTool({
  name: "list_things",
  title: "List",
  category: "files",
  description: "Lists things.",
  markers: [],
  needs: [],
  input: z.strictObject({}),
  output: z.object({ things: z.array(z.string()) }),
  examples: [{ title: "all", input: {} }],
  narrower: "Name a folder.",
  run: async () => ({ answer: { things: [] } }),
  ladder: (stage) => [
    stage("initials", z.object({ initials: z.string() }), ({ things }) => ({
      initials: things.map(([first]) => first).join(""),
    })),
    stage("count", z.object({ count: z.int() }), ({ things }) => ({ count: things.length })),
  ],
});
const things = Array.from({ length: 300 }, (_, index) => `thing ${index}`);

test("fitted() gives the full answer when it fits, to the character", () => {
  const size = sizeOf(fitted(lister, { answer: { things } }, 100_000));
  expect(fitted(lister, { answer: { things } }, size).detail).toBe("full");
  expect(fitted(lister, { answer: { things } }, size - 1).detail).toBe("initials");
});

test("fitted() takes the first stage that fits and says what was shortened and how to ask for less", () => {
  expect(fitted(lister, { answer: { things } }, 600)).toMatchObject({
    detail: "initials",
    hint: expect.stringMatching(/^Shortened from \d+ to 600 characters: .* Name a folder\.$/),
  });
  expect(fitted(lister, { answer: { things: [...things, ...things] } }, 500)).toMatchObject({
    detail: "count",
    answer: { count: 600 },
  });
});

test("fitted() keeps what is known about the answer at every stage, and drops only the hint to fit", () => {
  const evidence = {
    source: "index",
    complete: false,
    reason: "r".repeat(160),
    generation: 2 ** 40,
    pending_files: 99_999,
    total: 10 ** 9,
    is_truncated: true,
  } as const;
  const shortest = fitted(
    lister,
    { answer: { things: [...things, ...things] }, ...evidence, hint: "h".repeat(320) },
    500,
  );
  expect(shortest).toMatchObject({ detail: "count", ...evidence });
  expect(sizeOf(shortest)).toBeLessThanOrEqual(500);
});

test("fitted() leaves the full answer unchanged, so that stages cannot disturb each other", () => {
  const full = { things: [...things] };
  fitted(lister, { answer: full }, 500);
  expect(full.things).toEqual(things);
});

test("fitted() refuses an answer that breaks the output schema", () => {
  expect(() => fitted(lister, { answer: { things: [1] } }, 500)).toThrow(z.ZodError);
});

test("H111: answerText() says all that the envelope says", () => {
  const text = answerText(lister, {
    detail: "count",
    answer: { count: 3 },
    source: "index",
    complete: false,
    reason: "the server is starting",
    generation: 7,
    pending_files: 2,
    total: 9,
    is_truncated: true,
    hint: "Ask again.",
  });
  expect(text).toBe(
    "count: 3\n(shortened: count; source index; total 9; more were left out; incomplete: the server is starting; 2 changed files are not in it yet; generation 7)\nAsk again.",
  );
});
