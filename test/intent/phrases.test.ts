import { describe, expect, test } from "bun:test";
import { stem } from "../../src/base/stem.ts";
import { words } from "../../src/base/words.ts";
import { Phrases } from "../../src/intent/phrases.ts";
import { isTelling, readQuestion } from "../../src/intent/question.ts";
import { seeded } from "../fixture/vectors.ts";

const rarity = (one: string) => 1 / (1 + one.length);

/** The same in the plainest way. */
function plainly(text: string, question: string): number {
  const { pairs } = readQuestion(question);
  const stems = words(text).filter(isTelling).map(stem);
  const seen = new Set<string>();
  let sum = 0;
  for (const [at, now] of stems.entries()) {
    for (const before of [stems[at - 1], stems[at - 2]]) {
      const pair = `${before} ${now}`;
      if (seen.has(pair) || !pairs.some(([one, other]) => one === before && other === now)) continue;
      seen.add(pair);
      sum += rarity(before!) + rarity(now);
    }
  }
  return sum;
}

const inText = (text: string, question: string) => {
  const phrases = new Phrases(readQuestion(question), rarity);
  return phrases.in(phrases.read(text));
};

describe("phrases of a question", () => {
  test("are found as the plainest way finds them, in texts of all sorts of words", () => {
    const random = seeded(3);
    const pieces =
      "parse Config file parseConfigFile PARSE_CONFIG the of HTTPServer files 1234 12345 größe Größe café 日本語 URLs x_1 retries".split(
        " ",
      );
    const some = (count: number) =>
      Array.from({ length: count }, () => pieces[Math.floor(random() * pieces.length)]).join(
        random() < 0.5 ? " " : "_",
      );
    let found = 0;
    for (let round = 0; round < 300; round++) {
      const [text, question] = [some(40), some(6)];
      const sum = inText(text, question);
      if (sum > 0) found++;
      expect(sum).toBeCloseTo(plainly(text, question), 9);
    }
    expect(found).toBeGreaterThan(100);
  });

  test("count once in a text, and in the next text again", () => {
    const phrases = new Phrases(readQuestion("how are retries delayed"), () => 1);
    const stems = phrases.read("retry delay; retry delay");
    expect([phrases.in(stems), phrases.in(stems), phrases.in(phrases.read("delay"))]).toEqual([2, 2, 0]);
  });

  test("can only be where both words are", () => {
    const phrases = new Phrases(readQuestion("parse the config file"), () => 1);
    const has = (...there: string[]) => phrases.canBeIn((one) => there.map(stem).includes(one));
    expect([has("parse", "config"), has("parse"), has(), has("file", "config")].map(Boolean)).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(new Phrases(readQuestion("parse"), () => 1).canBeIn(() => true)).toBe(false);
  });
});
