/** The input fields of the tools that replace text. */
import { z } from "zod";
import { codeField } from "./field.ts";

export const needleField = codeField(
  "Literal text, or an RE2 expression (no look-around; ^ and $ match at lines, (?s) lets `.` cross them). \\n matches any line end.",
  20_000,
).min(1);

export const replacementField = z
  .string()
  .max(1_000_000)
  .describe(
    "As it stands; in regex mode $!1 is what group 1 matched ($!{1} before a digit, $!0 all), and nothing else is special.",
  );

export const modeField = z.enum(["regex", "literal"]).default("literal").describe("How `needle` is read.");
