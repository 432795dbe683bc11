/** A language as data: one file of `resources/languages/`, the same as a user's own entry. */
import { z } from "zod";
import { serverId } from "./server-spec.ts";

/** `.ts` is a suffix, a name without a leading dot is a whole file name, `Dockerfile.*` any name with that start. */
const fileName = z.string().min(1).max(60);

/** A key of `resources/grammars.yaml`. */
const grammar = z.string().regex(/^[a-z][a-z0-9_]*$/);

/** How one sees that a symbol can be used from outside of its file. */
const exportRule = z
  .enum(["always", "underscore", "capitalised", "marked", "marked_at_top"])
  .describe(
    "What is private is said by: nothing, a leading underscore, a small initial, the lack of a keyword, or that at the top of the file.",
  );

function isExpression(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}

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
  reserved: z
    .string()
    .optional()
    .describe("Words, with spaces between them, that are no names, though the grammar may take them for some."),
  reserved_in_types: z.boolean().default(true).describe("Members of types cannot have such a name either."),
  overloads: z.boolean().optional().describe("Several functions may have one name side by side."),
  bases: z
    .enum(["keywords", "parentheses"])
    .optional()
    .describe(
      "Where a type names those above it: behind `extends` and `implements`, or in parentheses behind its name.",
    ),
  blank_lines: z
    .int()
    .min(0)
    .max(5)
    .default(1)
    .describe("Blank lines between declarations at the top of a file that shows no custom of its own."),
  file_comments: z
    .string()
    .refine(isExpression, "It is no regular expression.")
    .default(String.raw`^#!|^.{0,3}-\*-`)
    .describe(
      "Regular expression, with the flag u, of comments at the top of a file that are for all of it, and not for what comes next.",
    ),
  is_prose: z.boolean().optional().describe("Its words are text for people, so that they are no uses of names."),
});

/** Files beside the sources that give names to folders and files. */
export const MANIFEST_KINDS = [
  "cargo",
  "composer",
  "deno",
  "go",
  "package_json",
  "pubspec",
  "swift_package",
  "tsconfig",
] as const;

const manifest = z.enum(MANIFEST_KINDS);

const pattern = z.string().min(1).max(2_000);

export const importsSchema = z
  .strictObject({
    like: z.string().optional().describe("Id of the language whose rules hold; nothing else is given then."),
    separator: z.string().min(1).default("/").describe("What stands between the parts of a module's name."),
    rewrite: z
      .record(pattern, z.string())
      .default({})
      .describe("Regular expressions -> what stands for the text that they match, before anything is looked for."),
    outside: pattern.optional().describe("Regular expression of sources that are never files of the project."),
    inside: pattern.optional().describe("Regular expression of sources that are never names of outside modules."),
    relative: pattern
      .default("^\\.{1,2}(/|$)")
      .describe(
        "Regular expression of sources that are meant from the importing file's folder, and from nowhere else.",
      ),
    dots: z.boolean().default(false).describe("Leading dots: one is the file's folder, each more the folder above."),
    suffixes: z.array(z.string()).default([""]).describe("What is put behind a name to make a file, in this order."),
    replace: z
      .record(pattern, z.array(z.string()))
      .default({})
      .describe("Regular expressions of written names -> what the file may have in place of what they match."),
    manifests: z.array(manifest).default([]).describe("Files that give names to folders and files."),
    near: z.boolean().default(false).describe("Every source is looked for from the importing file's folder, too."),
    above: z.boolean().default(false).describe("And from each folder above that."),
    roots: z.array(z.string()).default([]).describe("Folders in which names begin; empty for the project's root."),
    anywhere: z
      .int()
      .min(0)
      .default(0)
      .describe("Names of so many parts or more mean any file whose path ends with them; 0 for none."),
    shorten: z.boolean().default(false).describe("The last parts may name something within the file."),
    names: z.boolean().default(false).describe("The imported names may be files, too."),
    folder: z
      .enum(["all", "definers"])
      .optional()
      .describe("A source may mean a folder: all its files, or those that define the names taken from it."),
    except: pattern.optional().describe("Regular expression of files in a folder that are not meant with it."),
    symbols: z.array(z.string()).default([]).describe("Kinds of symbols that bear the names of modules."),
    global: z.boolean().default(false).describe("Names of other files are seen without an import of theirs."),
    crates: z.boolean().default(false).describe("Paths go through modules as Rust's do."),
    module: pattern.default("^.+").describe("Regular expression of the part of a source that names an outside module."),
    own: z
      .int()
      .min(1)
      .default(1)
      .describe("A source whose first so many parts are a folder of the project is not outside."),
  })
  .describe("From the source of an import to the files that it means.");

const fields = {
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  name: z.string().min(1).max(80).describe("As people write it."),
  files: z
    .record(z.string().min(1).max(60), z.array(fileName).min(1))
    .describe("LSP language id -> suffixes (`.ts`), whole file names, and starts of file names (`Dockerfile.*`)."),
  syntax: syntaxSchema.optional().describe("How files become symbols without a language server."),
  imports: importsSchema.optional(),
  servers: z.array(serverId).describe("Language servers, the preferred one first."),
  no_server: z.string().min(1).max(200).optional().describe("Why no language server is known."),
};

export const languageSchema = z.strictObject({ ...fields, servers: fields.servers.default([]) });

/** A user's entry: a whole language, or the fields in which a known one shall differ. */
export const languagePatchSchema = z.strictObject(fields).omit({ id: true }).partial();

export type Language = z.output<typeof languageSchema>;
export type LanguagePatch = z.output<typeof languagePatchSchema>;
export type LanguageSyntax = z.output<typeof syntaxSchema>;
export type ImportRule = z.output<typeof importsSchema>;
export type ManifestKind = z.output<typeof manifest>;
export type ExportRule = z.output<typeof exportRule>;
