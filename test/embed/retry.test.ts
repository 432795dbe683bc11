/** When a service asks to be left alone, and for how long. */
import { expect, test } from "bun:test";
import { retryAfter } from "../../src/embed/endpoint-fault.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");

test.each([
  [null, undefined],
  ["7", 7_000],
  [" 0 ", 0],
  ["1.5", 1_500],
  ["Sun, 01 Mar 2026 12:00:30 GMT", 30_000],
  ["Sun, 01 Mar 2026 11:00:00 GMT", 0],
  ["soon", undefined],
  ["", undefined],
])("Retry-After %p", (header, milliseconds) => {
  expect(retryAfter(header, NOW)).toBe(milliseconds);
});
