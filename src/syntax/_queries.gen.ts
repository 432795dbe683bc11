// Written by scripts/gen.ts; do not edit.
import query_ecmascript from "#resources/queries/ecmascript.scm" with { type: "text" };
import query_javascript from "#resources/queries/javascript.scm" with { type: "text" };
import query_python from "#resources/queries/python.scm" with { type: "text" };
import query_ruby from "#resources/queries/ruby.scm" with { type: "text" };
import query_typescript from "#resources/queries/typescript.scm" with { type: "text" };

/** Query -> its text, with what it inherits. */
export const QUERIES: Readonly<Record<string, string>> = {
  "ecmascript": [query_ecmascript].join("\n"),
  "javascript": [query_javascript, query_ecmascript].join("\n"),
  "python": [query_python].join("\n"),
  "ruby": [query_ruby].join("\n"),
  "typescript": [query_typescript, query_ecmascript].join("\n"),
};
