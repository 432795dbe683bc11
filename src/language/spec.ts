/** A language as data: one file of `resources/languages/`, the same as a user's own entry. */
import { z } from "zod";

/** `.ts` is a suffix, a name without a leading dot is a whole file name. */
const fileName = z.string().min(1).max(60);

export const languageSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  name: z.string().min(1).describe("As people write it."),
  files: z.record(z.string(), z.array(fileName).min(1)).describe("LSP language id -> suffixes and file names."),
});

export type Language = z.output<typeof languageSchema>;
