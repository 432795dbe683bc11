import { expect, test } from "bun:test";
import { layerFaults } from "../../scripts/check-layers.ts";

test.each([
  ["an arrow up", "project/a.ts", 'import { x } from "../tool/b.ts";'],
  ["an arrow up that only carries a type", "base/a.ts", 'import type { X } from "../project/b.ts";'],
  ["an arrow up at run time", "base/a.ts", 'const x = await import("../project/b.ts");'],
  ["an arrow between folders of one step", "store/a.ts", 'import { x } from "../lsp/b.ts";'],
  ["a tool that imports a tool", "tools/read_file.ts", 'import other from "./find_file.ts";'],
  ["a surface that imports a tool", "surface/rest.ts", 'import { TOOLS } from "../tools/_all.gen.ts";'],
  ["an import of the composition root", "surface/cli/a.ts", 'import { compose } from "../../compose.ts";'],
  ["an import from outside src", "base/a.ts", 'import { x } from "../../scripts/gen.ts";'],
  ["a spawn outside base/process.ts", "project/a.ts", "Bun.spawn([]);"],
  ["a database opened elsewhere", "index/a.ts", "const db = new Database(path);"],
  ["the environment read elsewhere", "project/a.ts", "process.env.HOME;"],
  ["a project file written elsewhere", "tools/create_text_file.ts", "writeFileSync(path, text);"],
  ["an exit elsewhere", "surface/cli/a.ts", "process.exit(1);"],
  ["Bun in a web-standard surface", "surface/rest.ts", "Bun.file(path);"],
  ["Node in the tool folder", "tool/a.ts", 'import { join } from "node:path";'],
  ["a folder that the design does not know", "utils/a.ts", ""],
])("%s is a fault", (_, file, text) => {
  expect(layerFaults({ [file]: text })).toHaveLength(1);
});

test("arrows down, within a folder, and words in comments are fine", () => {
  const files = {
    "surface/rest.ts":
      '// process.exit(1)\nimport { a } from "../tool/run.ts";\nimport { b } from "./app.ts";\n/* Bun.spawn */',
    "surface/cli/serve.ts": "Bun.serve({});",
    "main.ts": 'import { compose } from "./compose.ts"; process.exit(0);',
  };
  expect(layerFaults(files)).toEqual([]);
});
