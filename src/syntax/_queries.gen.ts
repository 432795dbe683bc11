// Written by scripts/gen.ts; do not edit.
import query_bash from "#resources/queries/bash.scm" with { type: "text" };
import query_ecmascript from "#resources/queries/ecmascript.scm" with { type: "text" };
import query_elixir from "#resources/queries/elixir.scm" with { type: "text" };
import query_javascript from "#resources/queries/javascript.scm" with { type: "text" };
import query_lua from "#resources/queries/lua.scm" with { type: "text" };
import query_python from "#resources/queries/python.scm" with { type: "text" };
import query_ruby from "#resources/queries/ruby.scm" with { type: "text" };
import query_typescript from "#resources/queries/typescript.scm" with { type: "text" };

/** Query -> its text, with what it inherits. */
export const QUERIES: Readonly<Record<string, string>> = {
  "bash": [query_bash].join("\n"),
  "ecmascript": [query_ecmascript].join("\n"),
  "elixir": [query_elixir].join("\n"),
  "javascript": [query_javascript, query_ecmascript].join("\n"),
  "lua": [query_lua].join("\n"),
  "python": [query_python].join("\n"),
  "ruby": [query_ruby].join("\n"),
  "typescript": [query_typescript, query_ecmascript].join("\n"),
};
