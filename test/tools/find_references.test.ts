/** Uses of a name: from the index, and from the files themselves while there is none. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Asked, type Questions, questions } from "../fixture/questions.ts";

type Answer = {
  places: { path: string; line: number; text: string; within?: string; defines?: string }[];
  files_with_places: number;
  near_names: string[];
};

const FILES = {
  "t.ts": "export function hit() {\n  return 1;\n}\n",
  "c1.ts": 'import { hit } from "./t";\n// hit it\nexport const one = hit() + hit();\nconst text = "hit";\n',
  "lib/c2.ts": 'import { hit } from "../t";\nexport class Two {\n  go() {\n    return hit();\n  }\n}\n',
  "lib/p.py": "class P:\n    def hit(self):\n        return self._secret\n",
  "js.js": "class Safe { #code = 1; open() { return this.#code; } }\n",
  "notes.md": "hit\n",
};

let shop: Questions;
const ask = (input: Record<string, unknown>, from = shop) => from.ask<Answer>("find_references", input);
const rows = ({ body }: Asked<Answer>) =>
  body.answer.places.map(({ path, line, within, defines }) => `${path}:${line} ${defines ? `= ${defines}` : within}`);

const HITS = [
  "c1.ts:1 undefined",
  "c1.ts:3 one",
  "lib/c2.ts:1 undefined",
  "lib/c2.ts:4 Two/go",
  "lib/p.py:2 = P/hit",
  "t.ts:1 = hit",
];

beforeAll(async () => {
  shop = await questions({ files: FILES });
  await shop.indexed();
});
afterAll(() => shop[Symbol.asyncDispose]());

describe("find_references", () => {
  test("lists the lines that use a name outside of comments and strings, definitions marked", async () => {
    const found = await ask({ name_path: "hit" });
    expect(rows(found)).toEqual(HITS);
    expect(found.body).toMatchObject({
      source: "index",
      complete: false,
      reason: expect.stringContaining("by name, not by meaning"),
      total: 6,
      is_truncated: false,
    });
    expect(found.body.answer).toMatchObject({ files_with_places: 4 });
    expect(found.body.answer.places[1]!.text).toBe("export const one = hit() + hit();");
  });

  test("takes a name path, a folder, a file and a limit", async () => {
    expect(rows(await ask({ name_path: "P/hit", by_name: true }))).toEqual(HITS);
    expect(rows(await ask({ name_path: "hit", path: "lib" }))).toEqual(HITS.slice(2, 5));
    expect(rows(await ask({ name_path: "hit", path: "c1.ts" }))).toEqual(HITS.slice(0, 2));
    const cut = await ask({ name_path: "hit", limit: 2 });
    expect(rows(cut)).toEqual(HITS.slice(0, 2));
    expect(cut.body).toMatchObject({ total: 6, is_truncated: true });
  });

  test("finds names that are more than an identifier, and refuses what is none", async () => {
    expect(rows(await ask({ name_path: "#code", by_name: true }))).toEqual(["js.js:1 = Safe/#code"]);
    expect((await ask({ name_path: "+" })).status).toBe(422);
  });

  test("an absent name has no places, and near ones are offered", async () => {
    const { body } = await ask({ name_path: "hti" });
    expect(body).toMatchObject({ total: 0, answer: { places: [], near_names: ["hit"] } });
  });

  test("H31 when only the callee changes, its callers are still found", async () => {
    shop.write("t.ts", "export function hit() {\n  return 2 + 2;\n}\n");
    const found = await ask({ name_path: "hit" });
    expect(rows(found)).toEqual(HITS);
  });

  test("a file that changed is told of as it is now", async () => {
    shop.write("lib/c2.ts", '\nimport { hit } from "../t";\n');
    expect(rows(await ask({ name_path: "hit", path: "lib" }))).toEqual(["lib/c2.ts:2 undefined", "lib/p.py:2 = P/hit"]);
    shop.remove("lib/c2.ts");
    expect(rows(await ask({ name_path: "hit", path: "lib" }))).toEqual(["lib/p.py:2 = P/hit"]);
    shop.write("lib/c2.ts", FILES["lib/c2.ts"]);
    expect(rows(await ask({ name_path: "hit" }))).toEqual(HITS);
  });
});

test("without an index the files themselves give the same places", async () => {
  await using fresh = await questions({ files: FILES });
  const project = await fresh.app.app.projects.at(fresh.app.project);
  const index = fresh.app.app.indexOf(project);
  index.freshenPatiently = async () => ({
    generation: 0,
    pending: undefined,
    changed: undefined,
    reason: "the project is being indexed",
  });
  const found = await ask({ name_path: "hit" }, fresh);
  expect(rows(found)).toEqual(HITS);
  expect(found.body).toMatchObject({ source: "syntax", complete: false });
  expect(found.body.generation).toBeUndefined();
  expect(rows(await ask({ name_path: "hit", path: "notes.md" }, fresh))).toEqual(["notes.md:1 undefined"]);
  expect((await ask({ name_path: "hit", path: "gone.ts" }, fresh)).status).toBe(404);
});
