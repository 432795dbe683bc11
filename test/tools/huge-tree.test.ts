import { afterAll, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testApp } from "../fixture/app.ts";
import type { Called } from "../fixture/call.ts";
import { git } from "../fixture/project.ts";

const app = await testApp();
for (let folder = 0; folder < 600; folder++) {
  mkdirSync(join(app.project, `f${folder}`));
  for (let file = 0; file < 100; file++) writeFileSync(join(app.project, `f${folder}/n${file}.txt`), "");
}
afterAll(() => app[Symbol.asyncDispose]());

for (const hasGit of [false, true]) {
  test(`H71: 60,000 files are listed, shown and found with a cut, counted answer, ${hasGit ? "with" : "without"} git`, async () => {
    if (hasGit) git(app.project, "init", "-q");
    for (const [tool, input] of [
      ["list_dir", { recursive: true }],
      ["get_file_structure", {}],
      ["find_file", { query: "*" }],
    ] as const) {
      const startedAt = performance.now();
      const response = await app.post(`/tools/${tool}`, { ...input, max_answer_chars: 10_000 });
      const text = await response.text();
      expect([tool, response.status]).toEqual([tool, 200]);
      expect(performance.now() - startedAt).toBeLessThan(5_000);
      const { total, is_truncated, detail, hint } = JSON.parse(text) as Called["body"];
      expect([tool, total, is_truncated || detail === "largest_folders"]).toEqual([tool, 60_000, true]);
      expect(hint).toBeString();
      expect(text.length).toBeLessThanOrEqual(10_000);
    }
  });
}
