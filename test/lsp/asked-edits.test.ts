import { expect, test } from "bun:test";
import { AskedEdits } from "../../src/lsp/asked-edits.ts";
import { ServerError } from "../../src/lsp/fault.ts";

test("edits are taken while a command runs, and at no other time", async () => {
  const asked = new AskedEdits();
  expect(asked.take({})).toMatchObject({ applied: false });
  const { edits } = await asked.during(async () => asked.take({ changes: {} }));
  expect(edits).toEqual([{ changes: {} }]);
  expect(asked.take({})).toMatchObject({ applied: false });
});

test("after a command that was given up no other's edits are believed; one that the server refused is over", async () => {
  const asked = new AskedEdits();
  const refusal = new ServerError({ server: "fake", errorCode: -32803, message: "no" } as never);
  expect(asked.during(() => Promise.reject(refusal))).rejects.toThrow(refusal);
  expect(await asked.during(async () => 1)).toEqual({ value: 1, edits: [] });
  expect(asked.during(() => Promise.reject(new Error("given up")))).rejects.toThrow("given up");
  expect(asked.during(async () => 2)).rejects.toThrow("may still be at a command");
});
