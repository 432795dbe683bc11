// Written by scripts/gen.ts; do not edit.
import query_agda from "#resources/queries/agda.scm" with { type: "text" };
import query_bash from "#resources/queries/bash.scm" with { type: "text" };
import query_bicep from "#resources/queries/bicep.scm" with { type: "text" };
import query_c from "#resources/queries/c.scm" with { type: "text" };
import query_c_family from "#resources/queries/c-family.scm" with { type: "text" };
import query_clojure from "#resources/queries/clojure.scm" with { type: "text" };
import query_cpp from "#resources/queries/cpp.scm" with { type: "text" };
import query_cpp_header from "#resources/queries/cpp-header.scm" with { type: "text" };
import query_csharp from "#resources/queries/csharp.scm" with { type: "text" };
import query_css from "#resources/queries/css.scm" with { type: "text" };
import query_dart from "#resources/queries/dart.scm" with { type: "text" };
import query_ecmascript from "#resources/queries/ecmascript.scm" with { type: "text" };
import query_elixir from "#resources/queries/elixir.scm" with { type: "text" };
import query_elm from "#resources/queries/elm.scm" with { type: "text" };
import query_gdscript from "#resources/queries/gdscript.scm" with { type: "text" };
import query_gleam from "#resources/queries/gleam.scm" with { type: "text" };
import query_go from "#resources/queries/go.scm" with { type: "text" };
import query_groovy from "#resources/queries/groovy.scm" with { type: "text" };
import query_haskell from "#resources/queries/haskell.scm" with { type: "text" };
import query_html from "#resources/queries/html.scm" with { type: "text" };
import query_java from "#resources/queries/java.scm" with { type: "text" };
import query_javascript from "#resources/queries/javascript.scm" with { type: "text" };
import query_json from "#resources/queries/json.scm" with { type: "text" };
import query_julia from "#resources/queries/julia.scm" with { type: "text" };
import query_kotlin from "#resources/queries/kotlin.scm" with { type: "text" };
import query_latex from "#resources/queries/latex.scm" with { type: "text" };
import query_lua from "#resources/queries/lua.scm" with { type: "text" };
import query_make from "#resources/queries/make.scm" with { type: "text" };
import query_markdown from "#resources/queries/markdown.scm" with { type: "text" };
import query_markup from "#resources/queries/markup.scm" with { type: "text" };
import query_nix from "#resources/queries/nix.scm" with { type: "text" };
import query_objective_c from "#resources/queries/objective-c.scm" with { type: "text" };
import query_ocaml from "#resources/queries/ocaml.scm" with { type: "text" };
import query_perl from "#resources/queries/perl.scm" with { type: "text" };
import query_php from "#resources/queries/php.scm" with { type: "text" };
import query_powershell from "#resources/queries/powershell.scm" with { type: "text" };
import query_properties from "#resources/queries/properties.scm" with { type: "text" };
import query_python from "#resources/queries/python.scm" with { type: "text" };
import query_r from "#resources/queries/r.scm" with { type: "text" };
import query_ruby from "#resources/queries/ruby.scm" with { type: "text" };
import query_rust from "#resources/queries/rust.scm" with { type: "text" };
import query_scala from "#resources/queries/scala.scm" with { type: "text" };
import query_scss from "#resources/queries/scss.scm" with { type: "text" };
import query_solidity from "#resources/queries/solidity.scm" with { type: "text" };
import query_sparql from "#resources/queries/sparql.scm" with { type: "text" };
import query_svelte from "#resources/queries/svelte.scm" with { type: "text" };
import query_swift from "#resources/queries/swift.scm" with { type: "text" };
import query_talon from "#resources/queries/talon.scm" with { type: "text" };
import query_terraform from "#resources/queries/terraform.scm" with { type: "text" };
import query_toml from "#resources/queries/toml.scm" with { type: "text" };
import query_tsx from "#resources/queries/tsx.scm" with { type: "text" };
import query_typescript from "#resources/queries/typescript.scm" with { type: "text" };
import query_vue from "#resources/queries/vue.scm" with { type: "text" };
import query_xml from "#resources/queries/xml.scm" with { type: "text" };
import query_yaml from "#resources/queries/yaml.scm" with { type: "text" };
import query_zig from "#resources/queries/zig.scm" with { type: "text" };

/** Query -> its text, with what it inherits. */
export const QUERIES: Readonly<Record<string, string>> = {
  "agda": [query_agda].join("\n"),
  "bash": [query_bash].join("\n"),
  "bicep": [query_bicep].join("\n"),
  "c": [query_c, query_c_family].join("\n"),
  "c-family": [query_c_family].join("\n"),
  "clojure": [query_clojure].join("\n"),
  "cpp": [query_cpp, query_cpp_header, query_c_family].join("\n"),
  "cpp-header": [query_cpp_header, query_c_family].join("\n"),
  "csharp": [query_csharp].join("\n"),
  "css": [query_css].join("\n"),
  "dart": [query_dart].join("\n"),
  "ecmascript": [query_ecmascript].join("\n"),
  "elixir": [query_elixir].join("\n"),
  "elm": [query_elm].join("\n"),
  "gdscript": [query_gdscript].join("\n"),
  "gleam": [query_gleam].join("\n"),
  "go": [query_go].join("\n"),
  "groovy": [query_groovy].join("\n"),
  "haskell": [query_haskell].join("\n"),
  "html": [query_html, query_markup].join("\n"),
  "java": [query_java].join("\n"),
  "javascript": [query_javascript, query_ecmascript].join("\n"),
  "json": [query_json].join("\n"),
  "julia": [query_julia].join("\n"),
  "kotlin": [query_kotlin].join("\n"),
  "latex": [query_latex].join("\n"),
  "lua": [query_lua].join("\n"),
  "make": [query_make].join("\n"),
  "markdown": [query_markdown].join("\n"),
  "markup": [query_markup].join("\n"),
  "nix": [query_nix].join("\n"),
  "objective-c": [query_objective_c].join("\n"),
  "ocaml": [query_ocaml].join("\n"),
  "perl": [query_perl].join("\n"),
  "php": [query_php].join("\n"),
  "powershell": [query_powershell].join("\n"),
  "properties": [query_properties].join("\n"),
  "python": [query_python].join("\n"),
  "r": [query_r].join("\n"),
  "ruby": [query_ruby].join("\n"),
  "rust": [query_rust].join("\n"),
  "scala": [query_scala].join("\n"),
  "scss": [query_scss].join("\n"),
  "solidity": [query_solidity].join("\n"),
  "sparql": [query_sparql].join("\n"),
  "svelte": [query_svelte, query_markup].join("\n"),
  "swift": [query_swift].join("\n"),
  "talon": [query_talon].join("\n"),
  "terraform": [query_terraform].join("\n"),
  "toml": [query_toml].join("\n"),
  "tsx": [query_tsx, query_typescript, query_ecmascript].join("\n"),
  "typescript": [query_typescript, query_ecmascript].join("\n"),
  "vue": [query_vue, query_markup].join("\n"),
  "xml": [query_xml].join("\n"),
  "yaml": [query_yaml].join("\n"),
  "zig": [query_zig].join("\n"),
};
