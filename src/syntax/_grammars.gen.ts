// Written by scripts/gen.ts; do not edit.
import runtime from "web-tree-sitter/web-tree-sitter.wasm" with { type: "file" };
import grammar_agda from "@cursorless/tree-sitter-wasms/out/tree-sitter-agda.wasm" with { type: "file" };
import grammar_bash from "@cursorless/tree-sitter-wasms/out/tree-sitter-bash.wasm" with { type: "file" };
import grammar_bicep from "tree-sitter-bicep/tree-sitter-bicep.wasm" with { type: "file" };
import grammar_c from "@repomix/tree-sitter-wasms/out/tree-sitter-c.wasm" with { type: "file" };
import grammar_c_sharp from "@repomix/tree-sitter-wasms/out/tree-sitter-c_sharp.wasm" with { type: "file" };
import grammar_clojure from "@cursorless/tree-sitter-wasms/out/tree-sitter-clojure.wasm" with { type: "file" };
import grammar_cpp from "@repomix/tree-sitter-wasms/out/tree-sitter-cpp.wasm" with { type: "file" };
import grammar_css from "@cursorless/tree-sitter-wasms/out/tree-sitter-css.wasm" with { type: "file" };
import grammar_dart from "@repomix/tree-sitter-wasms/out/tree-sitter-dart.wasm" with { type: "file" };
import grammar_elixir from "@cursorless/tree-sitter-wasms/out/tree-sitter-elixir.wasm" with { type: "file" };
import grammar_elm from "@cursorless/tree-sitter-wasms/out/tree-sitter-elm.wasm" with { type: "file" };
import grammar_gdscript from "@cursorless/tree-sitter-wasms/out/tree-sitter-gdscript.wasm" with { type: "file" };
import grammar_gleam from "@cursorless/tree-sitter-wasms/out/tree-sitter-gleam.wasm" with { type: "file" };
import grammar_go from "@repomix/tree-sitter-wasms/out/tree-sitter-go.wasm" with { type: "file" };
import grammar_groovy from "tree-sitter-groovy/tree-sitter-groovy.wasm" with { type: "file" };
import grammar_haskell from "@cursorless/tree-sitter-wasms/out/tree-sitter-haskell.wasm" with { type: "file" };
import grammar_hcl from "@cursorless/tree-sitter-wasms/out/tree-sitter-hcl.wasm" with { type: "file" };
import grammar_html from "@cursorless/tree-sitter-wasms/out/tree-sitter-html.wasm" with { type: "file" };
import grammar_java from "@repomix/tree-sitter-wasms/out/tree-sitter-java.wasm" with { type: "file" };
import grammar_javascript from "@repomix/tree-sitter-wasms/out/tree-sitter-javascript.wasm" with { type: "file" };
import grammar_json from "@cursorless/tree-sitter-wasms/out/tree-sitter-json.wasm" with { type: "file" };
import grammar_julia from "tree-sitter-julia/tree-sitter-julia.wasm" with { type: "file" };
import grammar_kotlin from "@cursorless/tree-sitter-wasms/out/tree-sitter-kotlin.wasm" with { type: "file" };
import grammar_latex from "@cursorless/tree-sitter-wasms/out/tree-sitter-latex.wasm" with { type: "file" };
import grammar_lua from "@cursorless/tree-sitter-wasms/out/tree-sitter-lua.wasm" with { type: "file" };
import grammar_make from "tree-sitter-make/tree-sitter-make.wasm" with { type: "file" };
import grammar_markdown from "@cursorless/tree-sitter-wasms/out/tree-sitter-markdown.wasm" with { type: "file" };
import grammar_nix from "@cursorless/tree-sitter-wasms/out/tree-sitter-nix.wasm" with { type: "file" };
import grammar_objc from "tree-sitter-objc/tree-sitter-objc.wasm" with { type: "file" };
import grammar_ocaml from "tree-sitter-ocaml/tree-sitter-ocaml.wasm" with { type: "file" };
import grammar_ocaml_interface from "tree-sitter-ocaml/tree-sitter-ocaml_interface.wasm" with { type: "file" };
import grammar_perl from "@cursorless/tree-sitter-wasms/out/tree-sitter-perl.wasm" with { type: "file" };
import grammar_php from "@repomix/tree-sitter-wasms/out/tree-sitter-php.wasm" with { type: "file" };
import grammar_powershell from "tree-sitter-powershell/tree-sitter-powershell.wasm" with { type: "file" };
import grammar_properties from "@cursorless/tree-sitter-wasms/out/tree-sitter-properties.wasm" with { type: "file" };
import grammar_python from "@cursorless/tree-sitter-wasms/out/tree-sitter-python.wasm" with { type: "file" };
import grammar_r from "@cursorless/tree-sitter-wasms/out/tree-sitter-r.wasm" with { type: "file" };
import grammar_ruby from "@cursorless/tree-sitter-wasms/out/tree-sitter-ruby.wasm" with { type: "file" };
import grammar_rust from "@repomix/tree-sitter-wasms/out/tree-sitter-rust.wasm" with { type: "file" };
import grammar_scala from "@cursorless/tree-sitter-wasms/out/tree-sitter-scala.wasm" with { type: "file" };
import grammar_scss from "@cursorless/tree-sitter-wasms/out/tree-sitter-scss.wasm" with { type: "file" };
import grammar_solidity from "@repomix/tree-sitter-wasms/out/tree-sitter-solidity.wasm" with { type: "file" };
import grammar_sparql from "@cursorless/tree-sitter-wasms/out/tree-sitter-sparql.wasm" with { type: "file" };
import grammar_svelte from "@tree-sitter-grammars/tree-sitter-svelte/tree-sitter-svelte.wasm" with { type: "file" };
import grammar_swift from "@cursorless/tree-sitter-wasms/out/tree-sitter-swift.wasm" with { type: "file" };
import grammar_talon from "@cursorless/tree-sitter-wasms/out/tree-sitter-talon.wasm" with { type: "file" };
import grammar_toml from "@tree-sitter-grammars/tree-sitter-toml/tree-sitter-toml.wasm" with { type: "file" };
import grammar_tsx from "@repomix/tree-sitter-wasms/out/tree-sitter-tsx.wasm" with { type: "file" };
import grammar_typescript from "@repomix/tree-sitter-wasms/out/tree-sitter-typescript.wasm" with { type: "file" };
import grammar_vue from "@repomix/tree-sitter-wasms/out/tree-sitter-vue.wasm" with { type: "file" };
import grammar_xml from "@cursorless/tree-sitter-wasms/out/tree-sitter-xml.wasm" with { type: "file" };
import grammar_yaml from "@cursorless/tree-sitter-wasms/out/tree-sitter-yaml.wasm" with { type: "file" };
import grammar_zig from "@cursorless/tree-sitter-wasms/out/tree-sitter-zig.wasm" with { type: "file" };

/** Path of the parser's runtime. */
export const RUNTIME: string = runtime;

/** Grammar -> path of its WebAssembly file. */
export const GRAMMARS: Readonly<Record<string, string>> = {
  "agda": grammar_agda,
  "bash": grammar_bash,
  "bicep": grammar_bicep,
  "c": grammar_c,
  "c_sharp": grammar_c_sharp,
  "clojure": grammar_clojure,
  "cpp": grammar_cpp,
  "css": grammar_css,
  "dart": grammar_dart,
  "elixir": grammar_elixir,
  "elm": grammar_elm,
  "gdscript": grammar_gdscript,
  "gleam": grammar_gleam,
  "go": grammar_go,
  "groovy": grammar_groovy,
  "haskell": grammar_haskell,
  "hcl": grammar_hcl,
  "html": grammar_html,
  "java": grammar_java,
  "javascript": grammar_javascript,
  "json": grammar_json,
  "julia": grammar_julia,
  "kotlin": grammar_kotlin,
  "latex": grammar_latex,
  "lua": grammar_lua,
  "make": grammar_make,
  "markdown": grammar_markdown,
  "nix": grammar_nix,
  "objc": grammar_objc,
  "ocaml": grammar_ocaml,
  "ocaml_interface": grammar_ocaml_interface,
  "perl": grammar_perl,
  "php": grammar_php,
  "powershell": grammar_powershell,
  "properties": grammar_properties,
  "python": grammar_python,
  "r": grammar_r,
  "ruby": grammar_ruby,
  "rust": grammar_rust,
  "scala": grammar_scala,
  "scss": grammar_scss,
  "solidity": grammar_solidity,
  "sparql": grammar_sparql,
  "svelte": grammar_svelte,
  "swift": grammar_swift,
  "talon": grammar_talon,
  "toml": grammar_toml,
  "tsx": grammar_tsx,
  "typescript": grammar_typescript,
  "vue": grammar_vue,
  "xml": grammar_xml,
  "yaml": grammar_yaml,
  "zig": grammar_zig,
};
