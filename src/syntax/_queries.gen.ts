// Written by scripts/gen.ts; do not edit.
import query_ecmascript from "#resources/queries/ecmascript.scm" with { type: "text" };
import query_haskell from "#resources/queries/haskell.scm" with { type: "text" };
import query_javascript from "#resources/queries/javascript.scm" with { type: "text" };
import query_json from "#resources/queries/json.scm" with { type: "text" };
import query_markdown from "#resources/queries/markdown.scm" with { type: "text" };
import query_toml from "#resources/queries/toml.scm" with { type: "text" };
import query_typescript from "#resources/queries/typescript.scm" with { type: "text" };
import query_yaml from "#resources/queries/yaml.scm" with { type: "text" };

/** Query -> its text, with what it inherits. */
export const QUERIES: Readonly<Record<string, string>> = {
  "ecmascript": [query_ecmascript].join("\n"),
  "haskell": [query_haskell].join("\n"),
  "javascript": [query_javascript, query_ecmascript].join("\n"),
  "json": [query_json].join("\n"),
  "markdown": [query_markdown].join("\n"),
  "toml": [query_toml].join("\n"),
  "typescript": [query_typescript, query_ecmascript].join("\n"),
  "yaml": [query_yaml].join("\n"),
};
