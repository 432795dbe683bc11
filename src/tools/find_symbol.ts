/** The tool `find_symbol`. */
import { z } from "zod";
import { shortHash } from "../base/hash.ts";
import { fenced, visibleName } from "../base/visible.ts";
import { FILES_PARSED } from "../symbol/candidates.ts";
import { doubtText } from "../symbol/doubt.ts";
import { type FoundSymbol, type FoundSymbols, findSymbols } from "../symbol/find.ts";
import { type Infos, infosOf } from "../symbol/info.ts";
import { librarySymbols } from "../symbol/library.ts";
import { kindSchema, outlineText, rowsBelow, rowText, symbolRow } from "../symbol/outline.ts";
import { parseNamePath } from "../syntax/name-path.ts";
import { defineTool } from "../tool/define.ts";
import { WORDS_LIMIT } from "../tool/evidence.ts";
import { pathField } from "../tool/field.ts";

const CHILDREN_SHOWN = 500;

/** Where none is asked for. */
const NO_INFO: Infos = { infos: [], reason: undefined };

const kinds = z.array(kindSchema).max(40).optional();

const place = symbolRow.extend({ path: z.string() });

const match = place.extend({
  exported: z.boolean().describe("Seen from outside of the file."),
  name_line: z.int().describe("Line of the name, 1-based."),
  name_column: z.int().describe("Column of the name, 1-based, UTF-16 units."),
  info: z.string().optional().describe("What its language server says of it: types and documentation, in Markdown."),
  doc: z.string().optional().describe("The comment above the declaration, where no server says more."),
  body: z
    .string()
    .optional()
    .describe(
      "The declaration as it stands in the file, from its first decorator on; left out where its end is not known.",
    ),
  hash: z.string().optional().describe("Content hash of the body, for edits that expect it unchanged."),
  children: z.array(symbolRow).describe("Symbols below it, down to `depth`."),
});

const library = z.object({
  name: z.string(),
  kind: z.string(),
  container: z.string().optional(),
  file: z.string().describe("Absolute path, or the server's own address."),
  line: z.int().optional(),
});

export default defineTool({
  name: "find_symbol",
  title: "Find symbols",
  category: "symbols",
  description:
    "Finds definitions by name path, such as Cart/total or total: a leading / means from the top of the file, [n] picks one of several. Reads just the body you need (include_body), or a class's members (depth 1), in place of a whole file.",
  markers: ["core", "symbolic"],
  needs: ["project", "symbols", "index", "servers"],
  input: z.strictObject({
    name_path: z
      .string()
      .min(1)
      .max(1_000)
      .describe("A name or the end of a name path: total, Cart/total, /Cart, add[1], add(int, int)."),
    path: pathField("File or folder to look in.").default("."),
    depth: z.int().min(0).max(20).default(0).describe("Levels of symbols below each match to list."),
    include_body: z.boolean().default(false).describe("Also give the source text of each match."),
    include_info: z.boolean().default(false).describe("Also give types and documentation of each match."),
    kinds: kinds.describe("Only these, such as class, method."),
    exclude_kinds: kinds.describe("None of these kinds."),
    substring: z.boolean().default(false).describe("The last name may be any piece of a symbol's name."),
    limit: z.int().min(1).max(500).default(50).describe("Most matches; all are counted."),
  }),
  output: z.object({
    symbols: z.array(match),
    near_names: z.array(z.string()).describe("Where nothing was found: names like the wanted one."),
    library: z
      .array(library)
      .optional()
      .describe("Where nothing was found: definitions outside of the project, which can be read only."),
  }),
  aliases: {
    name_path_pattern: "name_path",
    name: "name_path",
    symbol: "name_path",
    relative_path: "path",
    include_kinds: "kinds",
    substring_matching: "substring",
    max_matches: "limit",
  },
  examples: [
    { title: "a method with its body", input: { name_path: "Cart/total", path: "src/cart.ts", include_body: true } },
    { title: "a class with its members", input: { name_path: "Cart", depth: 1 } },
    {
      title: "by a piece of the name, with bodies",
      input: { name_path: "artic", substring: true, path: "src", include_body: true, limit: 80 },
    },
  ],
  narrower: "Give a path, a longer name path, kinds, or leave bodies out.",

  async run(input, use) {
    const { name_path, path, depth, include_body, include_info, kinds, exclude_kinds, substring, limit } = input;
    const query = { namePath: name_path, path, substring, kinds, excludeKinds: exclude_kinds };
    const result = await findSymbols(query, use);
    const { found, source, generation, near } = result;
    const shown = found.slice(0, limit);
    const { infos, reason } = include_info ? await infosOf(shown, use) : NO_INFO;
    const symbols: z.input<typeof match>[] = [];
    for (const [at, one] of shown.entries()) {
      symbols.push(await matchOf(one, { depth, include_body, include_info, info: infos[at] }));
    }
    const isUnscoped = path === "." && !substring;
    const libraries = found.length === 0 && isUnscoped ? await librarySymbols(lastNameOf(name_path), use) : [];
    return {
      source,
      ...(generation !== undefined && { generation }),
      total: found.length,
      is_truncated: shown.length < found.length,
      ...incompleteness(result, reason ?? (include_body ? bodiless(symbols) : undefined)),
      ...(found.length === 0 && { hint: nothingFound(result, libraries.length > 0) }),
      answer: {
        symbols,
        near_names: near,
        ...(libraries.length > 0 && {
          library: libraries.map(({ name, kind, container, file, line }) => {
            return { name, kind, ...(container && { container }), file, ...(line !== undefined && { line }) };
          }),
        }),
      },
    };
  },

  text: ({ symbols, near_names, library = [] }) => {
    if (symbols.length > 0) return symbols.map(matchText).join("\n");
    const near = near_names.length > 0 ? ` Near names: ${near_names.map(visibleName).join(", ")}` : "";
    const beyond = library.map(({ name, kind, file, line }) => {
      return `${visibleName(file)}${line === undefined ? "" : `:${line}`} ${kind} ${visibleName(name)}`;
    });
    return [`No symbol.${near}`, ...(beyond.length > 0 ? ["Outside of the project:", ...beyond] : [])].join("\n");
  },

  ladder: (stage) => [
    stage(
      "without_bodies",
      z.object({ symbols: z.array(place.extend({ children: z.array(symbolRow) })) }),
      ({ symbols }) => ({ symbols }),
      ({ symbols }) => symbols.map(matchText).join("\n"),
    ),
    stage(
      "places",
      z.object({ symbols: z.array(place.omit({ signature: true })) }),
      ({ symbols }) => ({ symbols }),
      ({ symbols }) => symbols.map((symbol) => matchText({ ...symbol, signature: "" })).join("\n"),
    ),
    stage(
      "files",
      z.object({
        files: z.array(z.object({ path: z.string(), symbols: z.int() })).describe("Those with most."),
        other_files: z.int(),
      }),
      ({ symbols }) => {
        const files = [...Map.groupBy(symbols, (symbol) => symbol.path)]
          .map(([path, { length }]) => ({ path, symbols: length }))
          .sort((a, b) => b.symbols - a.symbols);
        return { files: files.slice(0, 8), other_files: Math.max(0, files.length - 8) };
      },
      ({ files, other_files }) =>
        [...files.map(({ path, symbols }) => `${visibleName(path)} ${symbols}`), `${other_files} more files`].join(
          "\n",
        ),
    ),
    stage("count", z.object({ symbols: z.int() }), ({ symbols }) => ({ symbols: symbols.length })),
  ],
});

interface Wanted {
  depth: number;
  include_body: boolean;
  include_info: boolean;
  info: string | undefined;
}

/** Only what is in the file itself takes a look into it. */
async function matchOf(
  found: FoundSymbol,
  { depth, include_body, include_info, info }: Wanted,
): Promise<z.input<typeof match>> {
  const { path, row, exported, name, inFile } = found;
  const plain = { ...row, path, exported, name_line: name.line, name_column: name.column, children: [] };
  if (!include_body && !include_info && depth === 0) return plain;
  const { tree, symbol } = await inFile();
  const body = tree.slice(symbol.declaration);
  return {
    ...plain,
    ...(info !== undefined && { info }),
    ...(include_info && info === undefined && symbol.doc && { doc: tree.slice(symbol.doc) }),
    ...(include_body && !symbol.isNameOnly && { body, hash: shortHash(body) }),
    children: depth > 0 ? rowsBelow(tree, symbol.children, depth - 1).slice(0, CHILDREN_SHOWN) : [],
  };
}

type Shown = z.output<typeof place> &
  Partial<Pick<z.output<typeof match>, "info" | "doc" | "body" | "hash" | "children">>;

function matchText({ path, info, doc, body, hash, children = [], ...row }: Shown): string {
  // A body begins with the signature.
  const head = `${visibleName(path)}:${rowText(body === undefined ? row : { ...row, signature: "" })}${hash ? `, hash ${hash}` : ""}`;
  const parts = [
    ...(info ? [fenced(info)] : []),
    ...(doc ? [fenced(doc)] : []),
    ...(body === undefined ? [] : [fenced(body)]),
  ];
  // The match itself is the first row, so that its children are shown below it.
  const below = outlineText([row, ...children])
    .split("\n")
    .slice(1);
  return [head, ...parts, ...below].join("\n");
}

function bodiless(symbols: readonly { body?: string | undefined }[]): string | undefined {
  const count = symbols.filter(({ body }) => body === undefined).length;
  if (count === 0) return undefined;
  return `the bodies of ${count} symbols are not known: their language server tells only where their names stand`;
}

function incompleteness({ source, candidates, doubtful, faults, fault }: FoundSymbols, more: string | undefined) {
  if (fault) return incomplete(`${doubtText("hold", doubtful, faults)}: ${fault.message}`.slice(0, WORDS_LIMIT));
  if (source === "syntax" && candidates > FILES_PARSED) {
    return incomplete(`only ${FILES_PARSED} of ${candidates} files that may hold it were parsed`);
  }
  if (doubtful > 0) return incomplete(doubtText("hold", doubtful, faults));
  return more === undefined ? {} : incomplete(more.slice(0, WORDS_LIMIT));
}

function lastNameOf(namePath: string): string {
  return parseNamePath(namePath).parts.at(-1)!.name;
}

function incomplete(reason: string): { complete: false; reason: string } {
  return { complete: false, reason };
}

function nothingFound({ near, candidates }: FoundSymbols, isInLibrary: boolean): string {
  if (isInLibrary) return "The project does not define it, but something that it uses does.";
  if (near.length > 0) return "near_names are defined there; substring finds pieces of names.";
  if (candidates === 0) return "No file there with symbols holds that name; search_for_pattern searches all text.";
  return "The files there that hold the name do not define it; a shorter name path or substring finds more.";
}
