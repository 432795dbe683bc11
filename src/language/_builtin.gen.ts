// Written by scripts/gen.ts; do not edit.
import language_ada from "#resources/languages/ada.yaml";
import language_agda from "#resources/languages/agda.yaml";
import language_astro from "#resources/languages/astro.yaml";
import language_bash from "#resources/languages/bash.yaml";
import language_bicep from "#resources/languages/bicep.yaml";
import language_c from "#resources/languages/c.yaml";
import language_clojure from "#resources/languages/clojure.yaml";
import language_cmake from "#resources/languages/cmake.yaml";
import language_commonlisp from "#resources/languages/commonlisp.yaml";
import language_cpp from "#resources/languages/cpp.yaml";
import language_crystal from "#resources/languages/crystal.yaml";
import language_csharp from "#resources/languages/csharp.yaml";
import language_css from "#resources/languages/css.yaml";
import language_d from "#resources/languages/d.yaml";
import language_dart from "#resources/languages/dart.yaml";
import language_dockerfile from "#resources/languages/dockerfile.yaml";
import language_elixir from "#resources/languages/elixir.yaml";
import language_elm from "#resources/languages/elm.yaml";
import language_emacs_lisp from "#resources/languages/emacs-lisp.yaml";
import language_erlang from "#resources/languages/erlang.yaml";
import language_fish from "#resources/languages/fish.yaml";
import language_fortran from "#resources/languages/fortran.yaml";
import language_fsharp from "#resources/languages/fsharp.yaml";
import language_gdscript from "#resources/languages/gdscript.yaml";
import language_gleam from "#resources/languages/gleam.yaml";
import language_glsl from "#resources/languages/glsl.yaml";
import language_go from "#resources/languages/go.yaml";
import language_graphql from "#resources/languages/graphql.yaml";
import language_groovy from "#resources/languages/groovy.yaml";
import language_haskell from "#resources/languages/haskell.yaml";
import language_html from "#resources/languages/html.yaml";
import language_java from "#resources/languages/java.yaml";
import language_javascript from "#resources/languages/javascript.yaml";
import language_json from "#resources/languages/json.yaml";
import language_julia from "#resources/languages/julia.yaml";
import language_kotlin from "#resources/languages/kotlin.yaml";
import language_latex from "#resources/languages/latex.yaml";
import language_less from "#resources/languages/less.yaml";
import language_lua from "#resources/languages/lua.yaml";
import language_make from "#resources/languages/make.yaml";
import language_markdown from "#resources/languages/markdown.yaml";
import language_nim from "#resources/languages/nim.yaml";
import language_nix from "#resources/languages/nix.yaml";
import language_objective_c from "#resources/languages/objective-c.yaml";
import language_ocaml from "#resources/languages/ocaml.yaml";
import language_pascal from "#resources/languages/pascal.yaml";
import language_perl from "#resources/languages/perl.yaml";
import language_php from "#resources/languages/php.yaml";
import language_powershell from "#resources/languages/powershell.yaml";
import language_properties from "#resources/languages/properties.yaml";
import language_protobuf from "#resources/languages/protobuf.yaml";
import language_python from "#resources/languages/python.yaml";
import language_r from "#resources/languages/r.yaml";
import language_racket from "#resources/languages/racket.yaml";
import language_restructuredtext from "#resources/languages/restructuredtext.yaml";
import language_ruby from "#resources/languages/ruby.yaml";
import language_rust from "#resources/languages/rust.yaml";
import language_scala from "#resources/languages/scala.yaml";
import language_scheme from "#resources/languages/scheme.yaml";
import language_scss from "#resources/languages/scss.yaml";
import language_solidity from "#resources/languages/solidity.yaml";
import language_sparql from "#resources/languages/sparql.yaml";
import language_sql from "#resources/languages/sql.yaml";
import language_svelte from "#resources/languages/svelte.yaml";
import language_swift from "#resources/languages/swift.yaml";
import language_talon from "#resources/languages/talon.yaml";
import language_terraform from "#resources/languages/terraform.yaml";
import language_toml from "#resources/languages/toml.yaml";
import language_typescript from "#resources/languages/typescript.yaml";
import language_verilog from "#resources/languages/verilog.yaml";
import language_vhdl from "#resources/languages/vhdl.yaml";
import language_vimscript from "#resources/languages/vimscript.yaml";
import language_visualbasic from "#resources/languages/visualbasic.yaml";
import language_vue from "#resources/languages/vue.yaml";
import language_wgsl from "#resources/languages/wgsl.yaml";
import language_xml from "#resources/languages/xml.yaml";
import language_yaml from "#resources/languages/yaml.yaml";
import language_zig from "#resources/languages/zig.yaml";
import server_basedpyright from "#resources/servers/basedpyright.yaml";
import server_bash_language_server from "#resources/servers/bash-language-server.yaml";
import server_clangd from "#resources/servers/clangd.yaml";
import server_gopls from "#resources/servers/gopls.yaml";
import server_pyright from "#resources/servers/pyright.yaml";
import server_rust_analyzer from "#resources/servers/rust-analyzer.yaml";
import server_ty from "#resources/servers/ty.yaml";
import server_typescript from "#resources/servers/typescript.yaml";
import server_typescript_language_server from "#resources/servers/typescript-language-server.yaml";
import server_vscode_json_language_server from "#resources/servers/vscode-json-language-server.yaml";
import server_yaml_language_server from "#resources/servers/yaml-language-server.yaml";

export const LANGUAGES: Record<string, unknown> = {
  "ada": language_ada,
  "agda": language_agda,
  "astro": language_astro,
  "bash": language_bash,
  "bicep": language_bicep,
  "c": language_c,
  "clojure": language_clojure,
  "cmake": language_cmake,
  "commonlisp": language_commonlisp,
  "cpp": language_cpp,
  "crystal": language_crystal,
  "csharp": language_csharp,
  "css": language_css,
  "d": language_d,
  "dart": language_dart,
  "dockerfile": language_dockerfile,
  "elixir": language_elixir,
  "elm": language_elm,
  "emacs-lisp": language_emacs_lisp,
  "erlang": language_erlang,
  "fish": language_fish,
  "fortran": language_fortran,
  "fsharp": language_fsharp,
  "gdscript": language_gdscript,
  "gleam": language_gleam,
  "glsl": language_glsl,
  "go": language_go,
  "graphql": language_graphql,
  "groovy": language_groovy,
  "haskell": language_haskell,
  "html": language_html,
  "java": language_java,
  "javascript": language_javascript,
  "json": language_json,
  "julia": language_julia,
  "kotlin": language_kotlin,
  "latex": language_latex,
  "less": language_less,
  "lua": language_lua,
  "make": language_make,
  "markdown": language_markdown,
  "nim": language_nim,
  "nix": language_nix,
  "objective-c": language_objective_c,
  "ocaml": language_ocaml,
  "pascal": language_pascal,
  "perl": language_perl,
  "php": language_php,
  "powershell": language_powershell,
  "properties": language_properties,
  "protobuf": language_protobuf,
  "python": language_python,
  "r": language_r,
  "racket": language_racket,
  "restructuredtext": language_restructuredtext,
  "ruby": language_ruby,
  "rust": language_rust,
  "scala": language_scala,
  "scheme": language_scheme,
  "scss": language_scss,
  "solidity": language_solidity,
  "sparql": language_sparql,
  "sql": language_sql,
  "svelte": language_svelte,
  "swift": language_swift,
  "talon": language_talon,
  "terraform": language_terraform,
  "toml": language_toml,
  "typescript": language_typescript,
  "verilog": language_verilog,
  "vhdl": language_vhdl,
  "vimscript": language_vimscript,
  "visualbasic": language_visualbasic,
  "vue": language_vue,
  "wgsl": language_wgsl,
  "xml": language_xml,
  "yaml": language_yaml,
  "zig": language_zig,
};

export const SERVERS: Record<string, unknown> = {
  "basedpyright": server_basedpyright,
  "bash-language-server": server_bash_language_server,
  "clangd": server_clangd,
  "gopls": server_gopls,
  "pyright": server_pyright,
  "rust-analyzer": server_rust_analyzer,
  "ty": server_ty,
  "typescript": server_typescript,
  "typescript-language-server": server_typescript_language_server,
  "vscode-json-language-server": server_vscode_json_language_server,
  "yaml-language-server": server_yaml_language_server,
};
