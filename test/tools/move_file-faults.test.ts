/** Moves with servers that do what a scenario says: their places are believed for the text that they were made for alone. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { filesIn } from "../fixture/files-in.ts";
import { appWith } from "../fixture/served-servers.ts";

setDefaultTimeout(60_000);

const FILES = {
  "lib/a.ts": "export const a = 1;\n",
  "lib/b.py": "b = 1\n",
  "use.ts": 'import { a } from "./lib/a";\n',
};

/** Wants the path in `use.ts` to be another one. */
const answering = (text: string) => ({
  capabilities: {
    textDocumentSync: 1 as const,
    workspace: { fileOperations: { willRename: { filters: [{ pattern: { glob: "**/*" } }] } } },
  },
  replies: {
    "workspace/willRenameFiles": {
      result: {
        documentChanges: [
          {
            textDocument: { uri: "$root/use.ts", version: null },
            edits: [{ range: { start: { line: 0, character: 19 }, end: { line: 0, character: 26 } }, newText: text }],
          },
        ],
      },
    },
  },
});

interface Moved {
  applied: boolean;
  files: { path: string }[];
}

test("the edits of two servers are not laid over each other, and it is said that some were left out", async () => {
  const spec = (language: string) => ({ languages: [language], needs_open: "none", diagnostics: "none" });
  await using one = await appWith({
    files: FILES,
    fakes: {
      first: { scenario: answering("./far/lib/a"), spec: spec("typescript") },
      second: { scenario: answering("./far/lib/a"), spec: spec("python") },
    },
  });
  const done = await one.call<Moved>("move_file", { path: "lib", new_path: "far/lib" });
  expect(await one.received("second", "workspace/willRenameFiles")).toHaveLength(1);
  expect(done).toMatchObject({
    complete: false,
    reason: expect.stringContaining("two servers"),
    answer: { applied: true },
  });
  expect((await filesIn(one.app.project))["use.ts"]).toBe('import { a } from "./far/lib/a";\n');
});
