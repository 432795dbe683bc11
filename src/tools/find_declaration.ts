/** The tool `find_declaration`. */
import { z } from "zod";
import { UserError } from "../base/error.ts";
import { shortHash } from "../base/hash.ts";
import { fenced, visibleName } from "../base/visible.ts";
import { type Declarations, findDeclaration } from "../symbol/declaration.ts";
import { declaredSchema, declaredText } from "../symbol/declared.ts";
import { defineTool } from "../tool/define.ts";
import { WORDS_LIMIT } from "../tool/evidence.ts";
import { codeField, pathField } from "../tool/field.ts";

const FAULT_CHARS = 600;

const declared = declaredSchema.extend({
  is_library: z.literal(true).optional().describe("Not the project's own; read-only."),
  info: z.string().optional().describe("What the language server says of it."),
  body: z.string().optional().describe("The declaration as it stands in the file."),
  hash: z.string().optional().describe("Content hash of the body, for edits that expect it unchanged."),
});

const outside = z.object({
  file: z.string().describe("Outside of the project, as the language server names it; read-only."),
  line: z.int(),
  info: z.string().optional(),
});

export default defineTool({
  name: "find_declaration",
  title: "Find where a symbol is declared",
  category: "symbols",
  description:
    "Finds where a name that a file imports or uses is declared, by its meaning. Give its name (name_path), or an expression whose one group marks it (regex). Library symbols come with what the language server says of them.",
  markers: ["core", "symbolic"],
  needs: ["project", "symbols", "index", "servers"],
  input: z.strictObject({
    path: pathField("The file that uses or defines it."),
    name_path: z.string().min(1).max(1_000).optional().describe("The symbol or used name: User, Cart/total."),
    regex: codeField(
      "In place of name_path: RE2 expression that matches once, its one group the identifier, such as `cart\\.(total)\\(`.",
      2_000,
    )
      .min(1)
      .optional(),
    within: z.string().min(1).max(1_000).optional().describe("Name path of the symbol in which regex is searched."),
    include_body: z.boolean().default(false).describe("Also give the source text of the declaration."),
    include_info: z.boolean().default(false).describe("Also give what the server says: types, comments."),
  }),
  output: z.object({
    declarations: z.array(declared),
    outside: z.array(outside).optional(),
    asked: z
      .object({ identifier: z.string(), line: z.int(), column: z.int() })
      .describe("The identifier that was asked about, and where."),
    server: z.string().optional().describe("The language server that answered."),
    server_problem: z.string().optional().describe("Why none did."),
  }),
  aliases: {
    relative_path: "path",
    file: "path",
    name: "name_path",
    symbol: "name_path",
    symbol_name: "name_path",
    pattern: "regex",
    containing_symbol_name_path: "within",
  },
  examples: [
    { title: "of a used name, with its body", input: { path: "src/till.ts", name_path: "area", include_body: true } },
    {
      title: "of what stands at a place",
      input: { path: "src/cart.ts", regex: "this\\.(items)\\.push", within: "Cart/add", include_info: true },
    },
  ],
  narrower: "Leave include_body and include_info out.",

  async run({ path, name_path, regex, within, include_body, include_info }, use) {
    const by = asked(name_path, regex, within);
    const result = await findDeclaration({ path, by, withBody: include_body, withInfo: include_info }, use);
    const { found, outside, source, server, fault, reason, generation } = result;
    const { identifier, position } = result.asked;
    return {
      source,
      ...(generation !== undefined && { generation }),
      total: result.total + outside.length,
      is_truncated: found.length < result.total,
      ...(reason === undefined ? { complete: true } : { complete: false, reason: reason.slice(0, WORDS_LIMIT) }),
      ...hintFor(result),
      answer: {
        declarations: found.map((one) => rowOf(one, include_body)),
        ...(outside.length > 0 && {
          outside: outside.map(({ file, line, info }) => ({ file, line, ...(info !== undefined && { info }) })),
        }),
        asked: { identifier, ...position },
        ...(server !== undefined && { server }),
        ...(fault && { server_problem: `${fault.message} ${fault.hint ?? ""}`.trim().slice(0, FAULT_CHARS) }),
      },
    };
  },

  text({ declarations, outside = [], asked, server_problem }) {
    const inside = declaredText(declarations, ({ is_library, body, hash, info }) => [
      ...(is_library ? ["(library symbol, read-only)"] : []),
      ...(info === undefined ? [] : [fenced(info)]),
      ...(body === undefined ? [] : [fenced(body), `hash ${hash}`]),
    ]);
    const beyond = outside.map(({ file, line, info }) => {
      const place = `${visibleName(file)}:${line} (library symbol, outside of the project, read-only)`;
      return info === undefined ? place : `${place}\n${fenced(info)}`;
    });
    const found = [inside, ...beyond].filter(Boolean).join("\n\n");
    const none = `No declaration is known of ${visibleName(asked.identifier)} (line ${asked.line}, column ${asked.column}).`;
    const problem = server_problem === undefined ? "" : `\n\nNo language server answered: ${server_problem}`;
    return `${found || none}${problem}`;
  },

  ladder: (stage) => [
    stage(
      "places",
      z.object({
        declarations: z.array(declaredSchema.omit({ within: true })),
        outside: z.array(outside.omit({ info: true })),
      }),
      ({ declarations, outside = [] }) => ({ declarations, outside }),
      ({ declarations, outside }) =>
        [
          declaredText(declarations, () => []),
          ...outside.map(({ file, line }) => `${visibleName(file)}:${line} (outside of the project)`),
        ]
          .filter(Boolean)
          .join("\n\n"),
    ),
    stage("count", z.object({ inside: z.int(), outside: z.int() }), ({ declarations, outside = [] }) => ({
      inside: declarations.length,
      outside: outside.length,
    })),
  ],
});

/** @throws UserError unless exactly one of the two is given, `within` with `regex` alone. */
function asked(name_path: string | undefined, regex: string | undefined, within: string | undefined) {
  if (name_path !== undefined && regex !== undefined) {
    throw invalid("regex", "name_path and regex are both given; give one of them.");
  }
  if (name_path !== undefined) {
    if (within === undefined) return { namePath: name_path };
    throw invalid(
      "within",
      `within ${JSON.stringify(within)} goes with regex alone; name_path names a symbol by itself.`,
    );
  }
  if (regex !== undefined) return { regex, within };
  throw invalid("name_path", "Neither name_path nor regex is given; one of them says what is looked for.");
}

function invalid(field: string, message: string): UserError {
  return new UserError("invalid_arguments", message, {
    errors: [{ pointer: `/${field}`, message }],
    hint: 'name_path "User", or regex "new (User)\\(" with within "main".',
  });
}

function rowOf(
  { row, own, info, isLibrary }: Declarations["found"][number],
  withBody: boolean,
): z.input<typeof declared> {
  const body = withBody && own ? own.tree.slice(own.symbol.declaration) : undefined;
  return {
    ...row,
    ...(isLibrary && { is_library: true }),
    ...(info !== undefined && { info }),
    ...(body !== undefined && { body, hash: shortHash(body) }),
  };
}

function hintFor({ found, outside, fault }: Declarations): { hint?: string } {
  if (fault) return { hint: "get_language_servers tells which server is missing or at fault, and what would help." };
  if (found.length + outside.length > 0) return {};
  return { hint: "The server knows no declaration of it: it may be no identifier, or its import does not resolve." };
}
