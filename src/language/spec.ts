/** A language as data: one file of `resources/languages/`, the same as a user's own entry. */
import { z } from "zod";

/** `.ts` is a suffix, a name without a leading dot is a whole file name. */
const fileName = z.string().min(1).max(60);

/** A key of `resources/grammars.yaml`. */
const grammar = z.string().regex(/^[a-z][a-z0-9_]*$/);

/** How one sees that a symbol can be used from outside of its file. */
const exportRule = z
  .enum(["always", "underscore", "capitalised", "marked", "marked_at_top"])
  .describe(
    "What is private is said by: nothing, a leading underscore, a small initial, the lack of a keyword, or that at the top of the file.",
  );

export const syntaxSchema = z.strictObject({
  grammar,
  grammars: z.record(fileName, grammar).optional().describe("Grammars of the suffixes that need another."),
  query: z.string().optional().describe("File in `resources/queries/`; the language's id when left out."),
  queries: z.record(fileName, z.string()).optional().describe("Queries of the suffixes that need another."),
  rewrite: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      "Regular expressions (flags gmu) -> text of the same length that the grammar understands in their place.",
    ),
  exported: exportRule.default("always"),
  blanks: z
    .string()
    .optional()
    .describe("Regular expression, with the flags gmu, of words before declarations that the grammar cannot follow."),
  identifier: z.string().optional().describe("Regular expression of an identifier, with the flags gu."),
  is_prose: z.boolean().optional().describe("Its words are text for people, so that they are no uses of names."),
});

export const languageSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  name: z.string().min(1).describe("As people write it."),
  files: z.record(z.string(), z.array(fileName).min(1)).describe("LSP language id -> suffixes and file names."),
  syntax: syntaxSchema.optional().describe("How files become symbols without a language server."),
});

export type Language = z.output<typeof languageSchema>;
export type LanguageSyntax = z.output<typeof syntaxSchema>;
export type ExportRule = z.output<typeof exportRule>;
