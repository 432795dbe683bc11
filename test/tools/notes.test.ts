import { expect, test } from "bun:test";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestApp, testApp } from "../fixture/app.ts";
import type { Called } from "../fixture/call.ts";
import { git } from "../fixture/project.ts";

const calling = (shop: TestApp) => async (tool: string, input: Record<string, unknown>) => {
  const response = await shop.post(`/tools/${tool}`, input);
  return { status: response.status, body: (await response.json()) as Called["body"] };
};

const CART = "export class Cart {\n  total() {\n    return 1;\n  }\n\n  empty() {}\n}\n";

test("a note is found by its words with its age and origin, and says whether the code that it is about changed", async () => {
  await using shop = await testApp({ files: { "src/cart.ts": CART, "README.md": "# Shop\n" } });
  const call = calling(shop);
  git(shop.project, "init", "--quiet");
  const noted = await call("remember", {
    text: "Totals are integers in cents.",
    kind: "pitfall",
    tags: ["money"],
    subjects: ["src/cart.ts:Cart/total", "./README.md"],
  });
  expect(noted.body.answer).toEqual({ note_id: "n1", is_new: true });
  const recalled = async () => (await call("recall", { query: "are totals in cents" })).body.answer.results;
  const subjects = (total: string, readme: string) => [
    { subject: "src/cart.ts:Cart/total", state: total },
    { subject: "README.md", state: readme },
  ];
  const [note] = (await recalled()) as Record<string, unknown>[];
  expect(note).toMatchObject({ kind: "pitfall", id: "n1", age_days: 0, by: "rest", tags: ["money"] });
  expect(note).toMatchObject({ subjects: subjects("unchanged", "unchanged") });
  expect(note).not.toHaveProperty("outdated");

  await writeFile(
    join(shop.project, "src/cart.ts"),
    `// above\n${CART.replace("empty() {}", "empty() { return 0; }")}`,
  );
  expect(await recalled()).toMatchObject([{ subjects: subjects("unchanged", "unchanged") }]);
  await writeFile(join(shop.project, "src/cart.ts"), CART.replace("return 1", "return 2"));
  await rm(join(shop.project, "README.md"));
  expect(await recalled()).toMatchObject([{ outdated: true, subjects: subjects("changed", "gone") }]);
  await writeFile(join(shop.project, "src/cart.ts"), CART.replace("total()", "sum()"));
  expect(await recalled()).toMatchObject([{ outdated: true, subjects: subjects("gone", "gone") }]);
});

test("notes and memories are searched together, by kinds and tags, and any characters may be asked for", async () => {
  await using shop = await testApp();
  const call = calling(shop);
  await call("write_memory", {
    name: "ops/deploy",
    content: "# Deploy\nTag a release.\n\n# Rollback\nRun the rollback script.\n",
  });
  await call("remember", { text: "Never deploy on a Friday.", kind: "decision", tags: ["ops"] });
  await call("remember", { text: "The deploy key is rotated each May.", tags: ["keys"] });
  const ids = async (input: Record<string, unknown>) => {
    const { status, body } = await call("recall", input);
    expect(status).toBe(200);
    return (body.answer.results as { id: string }[]).map(({ id }) => id);
  };
  expect((await ids({ query: "deploy" })).toSorted()).toEqual(["n1", "n2", "ops/deploy"]);
  expect(await ids({ query: "rollback script" })).toEqual(["ops/deploy"]);
  expect(await ids({ query: "deploy", kinds: ["decision"] })).toEqual(["n1"]);
  expect(await ids({ query: "deploy", tags: ["keys"] })).toEqual(["n2"]);
  for (const query of ["a-b:c@d'e.f", '"', "*", "deploy AND", "NEAR(", "$&"]) await ids({ query });
  expect(await ids({ query: "zebra" })).toEqual([]);
});

test("the same text is one note, and what is forgotten is gone; ids that are none are refused", async () => {
  await using shop = await testApp();
  const call = calling(shop);
  await call("remember", { text: "Once.", tags: ["a"] });
  expect((await call("remember", { text: "Once.", tags: ["b"] })).body.answer).toEqual({
    note_id: "n1",
    is_new: false,
  });
  expect((await call("forget", { note_id: "n1" })).body.answer).toEqual({ text: "Once." });
  expect((await call("forget", { note_id: "n1" })).status).toBe(404);
  expect((await call("forget", { note_id: "core" })).status).toBe(422);
  expect((await call("recall", { query: "once" })).body).toMatchObject({ total: 0, answer: { results: [] } });
});

test("a subject that there is not is refused with what is near, and nothing is noted", async () => {
  await using shop = await testApp({ files: { "src/cart.ts": CART } });
  const call = calling(shop);
  const wrong = await call("remember", { text: "x", subjects: ["src/cart.ts:Cart/totl"] });
  expect(wrong.status).toBe(404);
  expect(wrong.body.detail).toContain("Cart/total");
  expect((await call("remember", { text: "x", subjects: ["src/cat.ts"] })).body.hint ?? "").toContain("cart.ts");
  expect((await call("remember", { text: "x", subjects: ["../outside.ts"] })).status).toBe(403);
  expect((await call("recall", { query: "x" })).body.total).toBe(0);
});
