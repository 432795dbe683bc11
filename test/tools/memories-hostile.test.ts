import { expect, test } from "bun:test";
import { testApp } from "../fixture/app.ts";

const STRANGE = [
  "\ud800",
  "a\0b",
  "\u202e",
  "'; DROP TABLE memories; --",
  "a:b:c",
  ":",
  "::x",
  "C:\\x:y",
  "../a:b",
  "%",
  "🚀".repeat(90),
  "(",
  "\n",
];

test("no text in any field is a fault of ours, and what is stored is what was given", async () => {
  await using shop = await testApp({ files: { "a.ts": "export const a = 1;\n", "a:b.txt": "x" } });
  const post = async (tool: string, input: Record<string, unknown>) => {
    const response = await shop.post(`/tools/${tool}`, input);
    const body = (await response.json()) as { answer: Record<string, unknown>; errors?: unknown[] };
    const said = `${tool} ${JSON.stringify(input)}: ${response.status} ${JSON.stringify(body).slice(0, 300)}`;
    if (response.status >= 500) throw new Error(said);
    if (response.status === 422 && !body.errors?.length) throw new Error(`no field is named: ${said}`);
    return { status: response.status, body };
  };
  for (const strange of STRANGE) {
    await post("list_memories", { topic: strange });
    await post("read_memory", { name: strange });
    await post("rename_memory", { old_name: "x", new_name: strange });
    await post("write_memory", { name: strange, content: strange });
    const kept = await post("write_memory", { name: "kept", content: strange });
    if (kept.status === 200) expect((await post("read_memory", { name: "kept" })).body.answer.text).toBe(strange);
    await post("edit_memory", { name: "kept", needle: strange, replacement: strange, mode: "regex" });
    await post("edit_memory", { name: "kept", needle: strange, replacement: `${strange}x`, mode: "literal" });
    await post("remember", { text: "about", subjects: [strange] });
    await post("forget", { note_id: strange });
    await post("recall", { query: strange, tags: [strange] });
    const noted = await post("remember", { text: strange, tags: [strange] });
    if (noted.status !== 200) continue;
    const { body } = await post("recall", { query: strange, tags: [strange] });
    for (const { text } of body.answer.results as { text: string }[]) expect(text).toBe(strange);
    const forgotten = await post("forget", { note_id: noted.body.answer.note_id });
    expect(forgotten.body.answer.text).toBe(strange);
  }
  const file = await post("remember", { text: "of a file with a colon", subjects: ["a:b.txt"] });
  expect(file.status).toBe(200);
});
