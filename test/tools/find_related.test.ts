/** Code like that at a place, asked as clients do. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Questions, questions } from "../fixture/questions.ts";

interface Place {
  path: string;
  start_line: number;
  end_line: number;
  symbols: string[];
}
type Answer = { like: Place; results: (Place & { text: string })[] };

const FARE =
  "export function fare(weight: number, distance: number) {\n  const base = weight * distance;\n  return base + tollsOf(distance);\n}\n";
const FILES = {
  "src/fare.ts": FARE,
  "lib/price.ts": `\n\n${FARE.replace("fare", "price")}`,
  "src/zoo.ts": "export class Zebra {\n  stripes = 40;\n}\n",
  "src/blank.ts": "\n\n",
  ".env": "FARE_TOLLS=weight distance\n",
};

let shop: Questions;
const related = (path: string, line = 1, more = {}) => shop.ask<Answer>("find_related", { path, line, ...more });

beforeAll(async () => {
  shop = await questions({ files: FILES });
  await shop.indexed();
});
afterAll(() => shop[Symbol.asyncDispose]());

test("near copies find each other, and the place itself is not among the results", async () => {
  const there = await related("src/fare.ts", 2);
  expect(there.body.answer.like).toEqual({ path: "src/fare.ts", start_line: 1, end_line: 4, symbols: ["fare"] });
  expect(there.body.answer.results[0]).toMatchObject({ path: "lib/price.ts", symbols: ["price"] });
  const back = await related("lib/price.ts", 4, { limit: 1 });
  expect(back.body.answer.like.path).toBe("lib/price.ts");
  expect(back.body.answer.results.map(({ path }) => path)).toEqual(["src/fare.ts"]);
  for (const { body } of [there, back]) {
    expect(body.answer.results.map(({ path }) => path)).not.toContain(body.answer.like.path);
    for (const { path } of body.answer.results) expect(path).not.toBe(".env");
  }
});

test("a place that is none is an error that says why", async () => {
  const errors = {
    beyond: await related("src/fare.ts", 99),
    blank: await related("src/blank.ts"),
    absent: await related("src/none.ts"),
    folder: await related("src"),
    secret: await related(".env"),
    outside: await related("../elsewhere.ts"),
  };
  for (const { status, body } of Object.values(errors)) {
    expect([status >= 400 && status < 500, body.detail.length > 0, body.code !== "internal"]).toEqual([
      true,
      true,
      true,
    ]);
    expect(body.detail).not.toContain("TOLLS");
  }
  expect(errors.beyond.body.detail).toContain("line 99");
  expect(errors.absent.body.detail).toContain("src/none.ts");
  expect(errors.secret.body.detail).toContain(".env");
});

test("H35 a copy that changes is shown as it is now, one that goes is not shown", async () => {
  shop.write("src/third.ts", FARE.replace("fare", "third"));
  const came = await related("src/fare.ts", 1);
  const third = came.body.answer.results.find(({ path }) => path === "src/third.ts");
  if (third) expect(third.text).toContain("third");
  else expect(came.body.complete).toBe(false);
  shop.remove("src/third.ts");
  const went = await related("src/fare.ts", 1);
  expect(went.body.answer.results.map(({ path }) => path)).not.toContain("src/third.ts");
});

test("with less room come places without their code", async () => {
  const answerWithin = async (most: number) => {
    const { status, body } = await related("src/fare.ts", 1, { max_answer_chars: most });
    expect(status).toBe(200);
    expect(JSON.stringify(body.answer).length).toBeLessThanOrEqual(most);
    return body.answer as Partial<Answer>;
  };
  expect(await answerWithin(20_000)).toMatchObject({
    like: { path: "src/fare.ts" },
    results: [{ text: expect.any(String) }, {}],
  });
  for (let at = 0; at < 8; at++)
    shop.write(`src/fare${at}.ts`, `${FARE.replace("fare", `fare${at}`)}${"// tolls\n".repeat(60)}`);
  await shop.indexed();
  const { results } = await answerWithin(500);
  expect(results).toBeArray();
  for (const row of results!) expect(row.text).toBeUndefined();
});
