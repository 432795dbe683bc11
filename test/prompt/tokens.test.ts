/** What a model pays before its first call, counted by a real tokenizer. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { functionDefinitions } from "../../src/surface/functions.ts";
import { testApp } from "../fixture/app.ts";
import { BASE_MODES, everyScene, PROMPTS, promptBook } from "../fixture/scenes.ts";
import { tokensOf } from "../fixture/tokens.ts";

/** Takes a second or two; a minute where the machine has other work. */
setDefaultTimeout(60_000);

/** The most that the definitions of a context may cost; undefined where nothing was promised. */
const LIMITS: Readonly<Record<string, number>> = { agent: 6_500, "codebase-memory": 1_800 };

describe("definitions of tools (H70)", () => {
  test("cost at most what was promised, bound and not, for every vendor", async () => {
    await using shop = await testApp({ unbound: true });
    const counts: Record<string, number> = {};
    for (const context of PROMPTS.contexts.keys()) {
      for (const project of [undefined, shop.project]) {
        const scene = await shop.app.scene({ context, project }, "agent");
        for (const format of ["openai-chat", "anthropic", "gemini"] as const) {
          const tokens = tokensOf(functionDefinitions(shop.app, scene, format, false));
          counts[context] = Math.max(counts[context] ?? 0, tokens);
          // An unbound endpoint has a field and a tool more, which the promise for a default set does not speak of.
          if (project !== undefined || context !== "agent")
            expect({ context, format, project, isWithin: tokens <= (LIMITS[context] ?? tokens) }).toMatchObject({
              isWithin: true,
            });
        }
      }
    }
    console.log(`tokens of definitions, at most: ${JSON.stringify(counts)}`);
    // A client's own context exists to cost less than the default set.
    for (const [context, { own_tools }] of PROMPTS.contexts)
      if (own_tools !== undefined) expect([context, counts[context]! < counts.agent!]).toEqual([context, true]);
  });
});

test("instructions cost at most 600 tokens in any context with its usual modes", () => {
  const book = promptBook();
  for (const { said, scene } of everyScene({}, [BASE_MODES])) {
    const tokens = tokensOf(book.instructions(scene));
    expect({ said, tokens: Math.max(tokens, 600) }).toEqual({ said, tokens: 600 });
  }
});
