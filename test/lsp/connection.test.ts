/** The wire between us and a server: framing, faults of it, floods, order, and the server's end. */
import { describe, expect, test } from "bun:test";
import type { FakeFraming } from "../fixture/fake-language-server.ts";
import { never, withFake } from "../fixture/language-client.ts";

const SNOW = "雪の関数 🚀";

describe("framing", () => {
  const harmless: FakeFraming[] = [
    "noise",
    "lower",
    "type_first",
    "line_feeds",
    "split",
    "text_id",
    "short",
    "long",
    "characters",
  ];
  for (const framing of harmless) {
    test(`a reply arrives whole whose framing is at fault: ${framing}`, async () => {
      await using fake = await withFake({ replies: { "x/one": { result: SNOW, framing }, "x/two": { result: 2 } } });
      const [one, two] = await Promise.all([fake.client.ask("x/one", {}, never), fake.client.ask("x/two", {}, never)]);
      expect([one, two]).toEqual([SNOW, 2]);
    });
  }
});

test("a reply without a result means null", async () => {
  await using fake = await withFake({ replies: { "x/one": { framing: "no_result" } } });
  expect(await fake.client.ask("x/one", {}, never)).toBeNull();
});
