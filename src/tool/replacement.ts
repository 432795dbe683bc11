/** The input fields of the tools that replace text. */
import { z } from "zod";
import { codeField } from "./field.ts";

export const needleField = codeField(
  "What to replace: literal text, or an RE2 expression (no look-around or back-references; ^ and $ match at lines, `.` stays in a line, (?s) lets it cross, (?i) ignores case). \\n matches any line end.",
  20_000,
).min(1);

export const replacementField = z
  .string()
  .max(1_000_000)
  .describe(
    "What to put there, as it stands. In regex mode $!1 is what group 1 matched ($!{1} before a digit, $!0 all); nothing else is special, neither $1 nor \\1.",
  );

export const modeField = z.enum(["regex", "literal"]).describe("How `needle` is read.");
