// Written by scripts/gen.ts; do not edit.
import query_bash from "#resources/queries/bash.scm" with { type: "text" };
import query_bicep from "#resources/queries/bicep.scm" with { type: "text" };
import query_clojure from "#resources/queries/clojure.scm" with { type: "text" };
import query_ecmascript from "#resources/queries/ecmascript.scm" with { type: "text" };
import query_elixir from "#resources/queries/elixir.scm" with { type: "text" };
import query_gdscript from "#resources/queries/gdscript.scm" with { type: "text" };
import query_javascript from "#resources/queries/javascript.scm" with { type: "text" };
import query_lua from "#resources/queries/lua.scm" with { type: "text" };
import query_make from "#resources/queries/make.scm" with { type: "text" };
import query_nix from "#resources/queries/nix.scm" with { type: "text" };
import query_perl from "#resources/queries/perl.scm" with { type: "text" };
import query_powershell from "#resources/queries/powershell.scm" with { type: "text" };
import query_python from "#resources/queries/python.scm" with { type: "text" };
import query_r from "#resources/queries/r.scm" with { type: "text" };
import query_ruby from "#resources/queries/ruby.scm" with { type: "text" };
import query_talon from "#resources/queries/talon.scm" with { type: "text" };
import query_terraform from "#resources/queries/terraform.scm" with { type: "text" };
import query_tsx from "#resources/queries/tsx.scm" with { type: "text" };
import query_typescript from "#resources/queries/typescript.scm" with { type: "text" };

/** Query -> its text, with what it inherits. */
export const QUERIES: Readonly<Record<string, string>> = {
  "bash": [query_bash].join("\n"),
  "bicep": [query_bicep].join("\n"),
  "clojure": [query_clojure].join("\n"),
  "ecmascript": [query_ecmascript].join("\n"),
  "elixir": [query_elixir].join("\n"),
  "gdscript": [query_gdscript].join("\n"),
  "javascript": [query_javascript, query_ecmascript].join("\n"),
  "lua": [query_lua].join("\n"),
  "make": [query_make].join("\n"),
  "nix": [query_nix].join("\n"),
  "perl": [query_perl].join("\n"),
  "powershell": [query_powershell].join("\n"),
  "python": [query_python].join("\n"),
  "r": [query_r].join("\n"),
  "ruby": [query_ruby].join("\n"),
  "talon": [query_talon].join("\n"),
  "terraform": [query_terraform].join("\n"),
  "tsx": [query_tsx, query_typescript, query_ecmascript].join("\n"),
  "typescript": [query_typescript, query_ecmascript].join("\n"),
};
