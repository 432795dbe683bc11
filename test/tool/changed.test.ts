import { expect, test } from "bun:test";
import { type ChangeAnswer, changeText, ownFileText } from "../../src/tool/changed.ts";

type ShownFile = ChangeAnswer["files"][number];

const file = (more: Partial<ShownFile>): ShownFile => ({
  path: "a.ts",
  kind: "edited",
  ranges: [{ start_line: 3, end_line: 4 }],
  added: 2,
  removed: 0,
  syntax: "valid",
  ...more,
});
const change = (...files: ShownFile[]): ChangeAnswer => ({ change_id: "c12", applied: true, files });

test("the text of a change names each file, the one that the call itself names left out", () => {
  expect(changeText(change(file({})))).toBe("c12: a.ts 3-4");
  expect(ownFileText(change(file({})))).toBe("c12: 3-4");
  expect(ownFileText(change(file({ kind: "created" })))).toBe("c12: a.ts created 3-4");
  expect(changeText(change(file({ kind: "moved", from: "b.ts", ranges: [] }), file({ path: "c.ts" })))).toBe(
    "c12:\na.ts moved from b.ts\nc.ts 3-4",
  );
});

test("what is removed, dry or in a file with errors is told as such", () => {
  expect(ownFileText(change(file({ ranges: [] })))).toBe("c12: lines removed");
  expect(ownFileText(change(file({ syntax: "errors" })))).toBe("c12: 3-4; its syntax has errors, as before");
  const dry = { ...change(file({ diff: "-a\n+b" })), applied: false, change_id: undefined };
  expect(changeText(dry)).toBe("Not applied: a.ts 3-4\n-a\n+b");
});
