// Written by scripts/gen.ts; do not edit.
import language_ada from "#resources/languages/ada.yaml";
import language_agda from "#resources/languages/agda.yaml";
import language_al from "#resources/languages/al.yaml";
import language_asm from "#resources/languages/asm.yaml";
import language_astro from "#resources/languages/astro.yaml";
import language_bash from "#resources/languages/bash.yaml";
import language_beancount from "#resources/languages/beancount.yaml";
import language_bibtex from "#resources/languages/bibtex.yaml";
import language_bicep from "#resources/languages/bicep.yaml";
import language_bitbake from "#resources/languages/bitbake.yaml";
import language_blueprint from "#resources/languages/blueprint.yaml";
import language_bluespec from "#resources/languages/bluespec.yaml";
import language_brightscript from "#resources/languages/brightscript.yaml";
import language_bsl from "#resources/languages/bsl.yaml";
import language_c from "#resources/languages/c.yaml";
import language_c3 from "#resources/languages/c3.yaml";
import language_cabal from "#resources/languages/cabal.yaml";
import language_cairo from "#resources/languages/cairo.yaml";
import language_cds from "#resources/languages/cds.yaml";
import language_clojure from "#resources/languages/clojure.yaml";
import language_cmake from "#resources/languages/cmake.yaml";
import language_cobol from "#resources/languages/cobol.yaml";
import language_coffeescript from "#resources/languages/coffeescript.yaml";
import language_commonlisp from "#resources/languages/commonlisp.yaml";
import language_coq from "#resources/languages/coq.yaml";
import language_cpp from "#resources/languages/cpp.yaml";
import language_crystal from "#resources/languages/crystal.yaml";
import language_csharp from "#resources/languages/csharp.yaml";
import language_css from "#resources/languages/css.yaml";
import language_cuda from "#resources/languages/cuda.yaml";
import language_cue from "#resources/languages/cue.yaml";
import language_d from "#resources/languages/d.yaml";
import language_dart from "#resources/languages/dart.yaml";
import language_dhall from "#resources/languages/dhall.yaml";
import language_dockerfile from "#resources/languages/dockerfile.yaml";
import language_dune from "#resources/languages/dune.yaml";
import language_elixir from "#resources/languages/elixir.yaml";
import language_elm from "#resources/languages/elm.yaml";
import language_emacs_lisp from "#resources/languages/emacs-lisp.yaml";
import language_erb from "#resources/languages/erb.yaml";
import language_erlang from "#resources/languages/erlang.yaml";
import language_fennel from "#resources/languages/fennel.yaml";
import language_fish from "#resources/languages/fish.yaml";
import language_fortran from "#resources/languages/fortran.yaml";
import language_fsharp from "#resources/languages/fsharp.yaml";
import language_gdscript from "#resources/languages/gdscript.yaml";
import language_gherkin from "#resources/languages/gherkin.yaml";
import language_gleam from "#resources/languages/gleam.yaml";
import language_glimmer from "#resources/languages/glimmer.yaml";
import language_glsl from "#resources/languages/glsl.yaml";
import language_go from "#resources/languages/go.yaml";
import language_gotmpl from "#resources/languages/gotmpl.yaml";
import language_graphql from "#resources/languages/graphql.yaml";
import language_groovy from "#resources/languages/groovy.yaml";
import language_handlebars from "#resources/languages/handlebars.yaml";
import language_haskell from "#resources/languages/haskell.yaml";
import language_haxe from "#resources/languages/haxe.yaml";
import language_heex from "#resources/languages/heex.yaml";
import language_helm from "#resources/languages/helm.yaml";
import language_hlsl from "#resources/languages/hlsl.yaml";
import language_html from "#resources/languages/html.yaml";
import language_htmldjango from "#resources/languages/htmldjango.yaml";
import language_idris from "#resources/languages/idris.yaml";
import language_java from "#resources/languages/java.yaml";
import language_javascript from "#resources/languages/javascript.yaml";
import language_jinja from "#resources/languages/jinja.yaml";
import language_jq from "#resources/languages/jq.yaml";
import language_json from "#resources/languages/json.yaml";
import language_jsonnet from "#resources/languages/jsonnet.yaml";
import language_julia from "#resources/languages/julia.yaml";
import language_just from "#resources/languages/just.yaml";
import language_kcl from "#resources/languages/kcl.yaml";
import language_kotlin from "#resources/languages/kotlin.yaml";
import language_latex from "#resources/languages/latex.yaml";
import language_lean from "#resources/languages/lean.yaml";
import language_less from "#resources/languages/less.yaml";
import language_liquid from "#resources/languages/liquid.yaml";
import language_lua from "#resources/languages/lua.yaml";
import language_luau from "#resources/languages/luau.yaml";
import language_make from "#resources/languages/make.yaml";
import language_markdown from "#resources/languages/markdown.yaml";
import language_marko from "#resources/languages/marko.yaml";
import language_matlab from "#resources/languages/matlab.yaml";
import language_mcfunction from "#resources/languages/mcfunction.yaml";
import language_meson from "#resources/languages/meson.yaml";
import language_mojo from "#resources/languages/mojo.yaml";
import language_moonbit from "#resources/languages/moonbit.yaml";
import language_move from "#resources/languages/move.yaml";
import language_msl from "#resources/languages/msl.yaml";
import language_nextflow from "#resources/languages/nextflow.yaml";
import language_nginx from "#resources/languages/nginx.yaml";
import language_nickel from "#resources/languages/nickel.yaml";
import language_nim from "#resources/languages/nim.yaml";
import language_nix from "#resources/languages/nix.yaml";
import language_nushell from "#resources/languages/nushell.yaml";
import language_objective_c from "#resources/languages/objective-c.yaml";
import language_ocaml from "#resources/languages/ocaml.yaml";
import language_ocamllex from "#resources/languages/ocamllex.yaml";
import language_odin from "#resources/languages/odin.yaml";
import language_opencl from "#resources/languages/opencl.yaml";
import language_openscad from "#resources/languages/openscad.yaml";
import language_pascal from "#resources/languages/pascal.yaml";
import language_perl from "#resources/languages/perl.yaml";
import language_php from "#resources/languages/php.yaml";
import language_pkl from "#resources/languages/pkl.yaml";
import language_powershell from "#resources/languages/powershell.yaml";
import language_prisma from "#resources/languages/prisma.yaml";
import language_prolog from "#resources/languages/prolog.yaml";
import language_properties from "#resources/languages/properties.yaml";
import language_protobuf from "#resources/languages/protobuf.yaml";
import language_puppet from "#resources/languages/puppet.yaml";
import language_purescript from "#resources/languages/purescript.yaml";
import language_python from "#resources/languages/python.yaml";
import language_qml from "#resources/languages/qml.yaml";
import language_r from "#resources/languages/r.yaml";
import language_racket from "#resources/languages/racket.yaml";
import language_raku from "#resources/languages/raku.yaml";
import language_reason from "#resources/languages/reason.yaml";
import language_rego from "#resources/languages/rego.yaml";
import language_rescript from "#resources/languages/rescript.yaml";
import language_restructuredtext from "#resources/languages/restructuredtext.yaml";
import language_rmarkdown from "#resources/languages/rmarkdown.yaml";
import language_robotframework from "#resources/languages/robotframework.yaml";
import language_ruby from "#resources/languages/ruby.yaml";
import language_rust from "#resources/languages/rust.yaml";
import language_scala from "#resources/languages/scala.yaml";
import language_scheme from "#resources/languages/scheme.yaml";
import language_scss from "#resources/languages/scss.yaml";
import language_slang from "#resources/languages/slang.yaml";
import language_slint from "#resources/languages/slint.yaml";
import language_smithy from "#resources/languages/smithy.yaml";
import language_sml from "#resources/languages/sml.yaml";
import language_solidity from "#resources/languages/solidity.yaml";
import language_sparql from "#resources/languages/sparql.yaml";
import language_sql from "#resources/languages/sql.yaml";
import language_starlark from "#resources/languages/starlark.yaml";
import language_svelte from "#resources/languages/svelte.yaml";
import language_sway from "#resources/languages/sway.yaml";
import language_swift from "#resources/languages/swift.yaml";
import language_systemd from "#resources/languages/systemd.yaml";
import language_systemrdl from "#resources/languages/systemrdl.yaml";
import language_talon from "#resources/languages/talon.yaml";
import language_tcl from "#resources/languages/tcl.yaml";
import language_teal from "#resources/languages/teal.yaml";
import language_templ from "#resources/languages/templ.yaml";
import language_terraform from "#resources/languages/terraform.yaml";
import language_toml from "#resources/languages/toml.yaml";
import language_turtle from "#resources/languages/turtle.yaml";
import language_typescript from "#resources/languages/typescript.yaml";
import language_typespec from "#resources/languages/typespec.yaml";
import language_typst from "#resources/languages/typst.yaml";
import language_v from "#resources/languages/v.yaml";
import language_vala from "#resources/languages/vala.yaml";
import language_verilog from "#resources/languages/verilog.yaml";
import language_vhdl from "#resources/languages/vhdl.yaml";
import language_vimscript from "#resources/languages/vimscript.yaml";
import language_visualbasic from "#resources/languages/visualbasic.yaml";
import language_vue from "#resources/languages/vue.yaml";
import language_vyper from "#resources/languages/vyper.yaml";
import language_wgsl from "#resources/languages/wgsl.yaml";
import language_wolfram from "#resources/languages/wolfram.yaml";
import language_xml from "#resources/languages/xml.yaml";
import language_yaml from "#resources/languages/yaml.yaml";
import language_zig from "#resources/languages/zig.yaml";
import server_actions_languageserver from "#resources/servers/actions-languageserver.yaml";
import server_ada_language_server from "#resources/servers/ada-language-server.yaml";
import server_agda_language_server from "#resources/servers/agda-language-server.yaml";
import server_al_language_server from "#resources/servers/al-language-server.yaml";
import server_alive_lsp from "#resources/servers/alive-lsp.yaml";
import server_angular_language_server from "#resources/servers/angular-language-server.yaml";
import server_ansible_language_server from "#resources/servers/ansible-language-server.yaml";
import server_asm_lsp from "#resources/servers/asm-lsp.yaml";
import server_ast_grep from "#resources/servers/ast-grep.yaml";
import server_astro_ls from "#resources/servers/astro-ls.yaml";
import server_autotools_language_server from "#resources/servers/autotools-language-server.yaml";
import server_azure_pipelines_language_server from "#resources/servers/azure-pipelines-language-server.yaml";
import server_basedpyright from "#resources/servers/basedpyright.yaml";
import server_bash_language_server from "#resources/servers/bash-language-server.yaml";
import server_beancount_language_server from "#resources/servers/beancount-language-server.yaml";
import server_beancount_lsp from "#resources/servers/beancount-lsp.yaml";
import server_bicep_langserver from "#resources/servers/bicep-langserver.yaml";
import server_biome from "#resources/servers/biome.yaml";
import server_bitbake_language_server from "#resources/servers/bitbake-language-server.yaml";
import server_blueprint_compiler from "#resources/servers/blueprint-compiler.yaml";
import server_brighterscript from "#resources/servers/brighterscript.yaml";
import server_bsl_language_server from "#resources/servers/bsl-language-server.yaml";
import server_bsv_language_server from "#resources/servers/bsv-language-server.yaml";
import server_buck2 from "#resources/servers/buck2.yaml";
import server_buf from "#resources/servers/buf.yaml";
import server_c3_lsp from "#resources/servers/c3-lsp.yaml";
import server_cairo_language_server from "#resources/servers/cairo-language-server.yaml";
import server_camel_lsp_server from "#resources/servers/camel-lsp-server.yaml";
import server_ccls from "#resources/servers/ccls.yaml";
import server_cds_lsp from "#resources/servers/cds-lsp.yaml";
import server_cfn_lsp_extra from "#resources/servers/cfn-lsp-extra.yaml";
import server_cl_lsp from "#resources/servers/cl-lsp.yaml";
import server_clangd from "#resources/servers/clangd.yaml";
import server_clojure_lsp from "#resources/servers/clojure-lsp.yaml";
import server_cmake_language_server from "#resources/servers/cmake-language-server.yaml";
import server_cobol_language_support from "#resources/servers/cobol-language-support.yaml";
import server_codebook_lsp from "#resources/servers/codebook-lsp.yaml";
import server_coffeesense_language_server from "#resources/servers/coffeesense-language-server.yaml";
import server_coq_lsp from "#resources/servers/coq-lsp.yaml";
import server_crystalline from "#resources/servers/crystalline.yaml";
import server_csharp_ls from "#resources/servers/csharp-ls.yaml";
import server_cucumber_language_server from "#resources/servers/cucumber-language-server.yaml";
import server_cue from "#resources/servers/cue.yaml";
import server_dart from "#resources/servers/dart.yaml";
import server_delphi_lsp from "#resources/servers/delphi-lsp.yaml";
import server_deno from "#resources/servers/deno.yaml";
import server_devsense_php_ls from "#resources/servers/devsense-php-ls.yaml";
import server_dhall_lsp_server from "#resources/servers/dhall-lsp-server.yaml";
import server_digestif from "#resources/servers/digestif.yaml";
import server_django_language_server from "#resources/servers/django-language-server.yaml";
import server_docker_compose_langserver from "#resources/servers/docker-compose-langserver.yaml";
import server_docker_language_server from "#resources/servers/docker-language-server.yaml";
import server_dockerfile_language_server from "#resources/servers/dockerfile-language-server.yaml";
import server_efm_langserver from "#resources/servers/efm-langserver.yaml";
import server_elixir_ls from "#resources/servers/elixir-ls.yaml";
import server_elm_language_server from "#resources/servers/elm-language-server.yaml";
import server_elp from "#resources/servers/elp.yaml";
import server_ember_language_server from "#resources/servers/ember-language-server.yaml";
import server_emmylua from "#resources/servers/emmylua.yaml";
import server_erlang_ls from "#resources/servers/erlang-ls.yaml";
import server_esbonio from "#resources/servers/esbonio.yaml";
import server_expert from "#resources/servers/expert.yaml";
import server_fennel_ls from "#resources/servers/fennel-ls.yaml";
import server_fish_lsp from "#resources/servers/fish-lsp.yaml";
import server_flow from "#resources/servers/flow.yaml";
import server_forc_lsp from "#resources/servers/forc-lsp.yaml";
import server_fortls from "#resources/servers/fortls.yaml";
import server_fsautocomplete from "#resources/servers/fsautocomplete.yaml";
import server_gitlab_ci_ls from "#resources/servers/gitlab-ci-ls.yaml";
import server_gleam from "#resources/servers/gleam.yaml";
import server_glint from "#resources/servers/glint.yaml";
import server_glsl_analyzer from "#resources/servers/glsl-analyzer.yaml";
import server_godot from "#resources/servers/godot.yaml";
import server_golangci_lint_langserver from "#resources/servers/golangci-lint-langserver.yaml";
import server_gopls from "#resources/servers/gopls.yaml";
import server_graphql_language_service from "#resources/servers/graphql-language-service.yaml";
import server_groovy_language_server from "#resources/servers/groovy-language-server.yaml";
import server_harper_ls from "#resources/servers/harper-ls.yaml";
import server_haskell_language_server from "#resources/servers/haskell-language-server.yaml";
import server_haxe_language_server from "#resources/servers/haxe-language-server.yaml";
import server_hdl_checker from "#resources/servers/hdl-checker.yaml";
import server_helm_ls from "#resources/servers/helm-ls.yaml";
import server_herb_language_server from "#resources/servers/herb-language-server.yaml";
import server_idris2_lsp from "#resources/servers/idris2-lsp.yaml";
import server_intelephense from "#resources/servers/intelephense.yaml";
import server_jdtls from "#resources/servers/jdtls.yaml";
import server_jedi_language_server from "#resources/servers/jedi-language-server.yaml";
import server_jetls from "#resources/servers/jetls.yaml";
import server_jinja_lsp from "#resources/servers/jinja-lsp.yaml";
import server_jq_lsp from "#resources/servers/jq-lsp.yaml";
import server_jsonnet_language_server from "#resources/servers/jsonnet-language-server.yaml";
import server_julia_languageserver from "#resources/servers/julia-languageserver.yaml";
import server_just_lsp from "#resources/servers/just-lsp.yaml";
import server_kcl_language_server from "#resources/servers/kcl-language-server.yaml";
import server_kotlin_language_server from "#resources/servers/kotlin-language-server.yaml";
import server_kotlin_lsp from "#resources/servers/kotlin-lsp.yaml";
import server_lean from "#resources/servers/lean.yaml";
import server_lemminx from "#resources/servers/lemminx.yaml";
import server_ltex_ls_plus from "#resources/servers/ltex-ls-plus.yaml";
import server_lua_language_server from "#resources/servers/lua-language-server.yaml";
import server_luau_lsp from "#resources/servers/luau-lsp.yaml";
import server_make_ls from "#resources/servers/make-ls.yaml";
import server_markdown_oxide from "#resources/servers/markdown-oxide.yaml";
import server_marko_language_server from "#resources/servers/marko-language-server.yaml";
import server_marksman from "#resources/servers/marksman.yaml";
import server_matlab_language_server from "#resources/servers/matlab-language-server.yaml";
import server_matlab_lsp_server from "#resources/servers/matlab-lsp-server.yaml";
import server_mdx_language_server from "#resources/servers/mdx-language-server.yaml";
import server_mesonlsp from "#resources/servers/mesonlsp.yaml";
import server_metals from "#resources/servers/metals.yaml";
import server_millet from "#resources/servers/millet.yaml";
import server_mojo_lsp_server from "#resources/servers/mojo-lsp-server.yaml";
import server_moonbit_lsp from "#resources/servers/moonbit-lsp.yaml";
import server_move_analyzer from "#resources/servers/move-analyzer.yaml";
import server_muon from "#resources/servers/muon.yaml";
import server_neocmakelsp from "#resources/servers/neocmakelsp.yaml";
import server_next_ls from "#resources/servers/next-ls.yaml";
import server_nextflow_language_server from "#resources/servers/nextflow-language-server.yaml";
import server_nginx_language_server from "#resources/servers/nginx-language-server.yaml";
import server_nickel from "#resources/servers/nickel.yaml";
import server_nil from "#resources/servers/nil.yaml";
import server_nimlangserver from "#resources/servers/nimlangserver.yaml";
import server_nixd from "#resources/servers/nixd.yaml";
import server_nushell from "#resources/servers/nushell.yaml";
import server_ocamllsp from "#resources/servers/ocamllsp.yaml";
import server_ols from "#resources/servers/ols.yaml";
import server_omnisharp from "#resources/servers/omnisharp.yaml";
import server_openscad_lsp from "#resources/servers/openscad-lsp.yaml";
import server_oxlint from "#resources/servers/oxlint.yaml";
import server_pasls from "#resources/servers/pasls.yaml";
import server_perl_language_server from "#resources/servers/perl-language-server.yaml";
import server_perlnavigator from "#resources/servers/perlnavigator.yaml";
import server_phpactor from "#resources/servers/phpactor.yaml";
import server_phpantom from "#resources/servers/phpantom.yaml";
import server_pkl_lsp from "#resources/servers/pkl-lsp.yaml";
import server_postgres_language_server from "#resources/servers/postgres-language-server.yaml";
import server_powershell_editor_services from "#resources/servers/powershell-editor-services.yaml";
import server_prisma_language_server from "#resources/servers/prisma-language-server.yaml";
import server_prolog_lsp from "#resources/servers/prolog-lsp.yaml";
import server_protols from "#resources/servers/protols.yaml";
import server_puppet_languageserver from "#resources/servers/puppet-languageserver.yaml";
import server_purescript_language_server from "#resources/servers/purescript-language-server.yaml";
import server_pylsp from "#resources/servers/pylsp.yaml";
import server_pyrefly from "#resources/servers/pyrefly.yaml";
import server_pyright from "#resources/servers/pyright.yaml";
import server_qlue_ls from "#resources/servers/qlue-ls.yaml";
import server_qmlls from "#resources/servers/qmlls.yaml";
import server_r_languageserver from "#resources/servers/r-languageserver.yaml";
import server_racket_langserver from "#resources/servers/racket-langserver.yaml";
import server_raku_navigator from "#resources/servers/raku-navigator.yaml";
import server_regal from "#resources/servers/regal.yaml";
import server_regols from "#resources/servers/regols.yaml";
import server_rescript_language_server from "#resources/servers/rescript-language-server.yaml";
import server_robotcode from "#resources/servers/robotcode.yaml";
import server_roslyn_language_server from "#resources/servers/roslyn-language-server.yaml";
import server_ruby_lsp from "#resources/servers/ruby-lsp.yaml";
import server_ruff from "#resources/servers/ruff.yaml";
import server_rumdl from "#resources/servers/rumdl.yaml";
import server_rust_analyzer from "#resources/servers/rust-analyzer.yaml";
import server_scheme_langserver from "#resources/servers/scheme-langserver.yaml";
import server_serve_d from "#resources/servers/serve-d.yaml";
import server_shader_language_server from "#resources/servers/shader-language-server.yaml";
import server_shopify_theme_language_server from "#resources/servers/shopify-theme-language-server.yaml";
import server_slang_server from "#resources/servers/slang-server.yaml";
import server_slangd from "#resources/servers/slangd.yaml";
import server_slint_lsp from "#resources/servers/slint-lsp.yaml";
import server_smithy_language_server from "#resources/servers/smithy-language-server.yaml";
import server_solargraph from "#resources/servers/solargraph.yaml";
import server_solc from "#resources/servers/solc.yaml";
import server_solidity_language_server from "#resources/servers/solidity-language-server.yaml";
import server_some_sass_language_server from "#resources/servers/some-sass-language-server.yaml";
import server_sorbet from "#resources/servers/sorbet.yaml";
import server_sourcekit_lsp from "#resources/servers/sourcekit-lsp.yaml";
import server_spyglassmc_language_server from "#resources/servers/spyglassmc-language-server.yaml";
import server_sqlfluff from "#resources/servers/sqlfluff.yaml";
import server_sqls from "#resources/servers/sqls.yaml";
import server_starpls from "#resources/servers/starpls.yaml";
import server_superhtml from "#resources/servers/superhtml.yaml";
import server_svelte_language_server from "#resources/servers/svelte-language-server.yaml";
import server_svls from "#resources/servers/svls.yaml";
import server_systemd_language_server from "#resources/servers/systemd-language-server.yaml";
import server_systemd_lsp from "#resources/servers/systemd-lsp.yaml";
import server_systemrdl_lsp from "#resources/servers/systemrdl-lsp.yaml";
import server_tailwindcss_language_server from "#resources/servers/tailwindcss-language-server.yaml";
import server_taplo from "#resources/servers/taplo.yaml";
import server_tcl_ls from "#resources/servers/tcl-ls.yaml";
import server_tclsp from "#resources/servers/tclsp.yaml";
import server_teal_language_server from "#resources/servers/teal-language-server.yaml";
import server_templ from "#resources/servers/templ.yaml";
import server_terraform_ls from "#resources/servers/terraform-ls.yaml";
import server_texlab from "#resources/servers/texlab.yaml";
import server_tflint from "#resources/servers/tflint.yaml";
import server_tilt from "#resources/servers/tilt.yaml";
import server_tinymist from "#resources/servers/tinymist.yaml";
import server_tofu_ls from "#resources/servers/tofu-ls.yaml";
import server_tombi from "#resources/servers/tombi.yaml";
import server_turtle_language_server from "#resources/servers/turtle-language-server.yaml";
import server_ty from "#resources/servers/ty.yaml";
import server_typescript from "#resources/servers/typescript.yaml";
import server_typescript_astro from "#resources/servers/typescript-astro.yaml";
import server_typescript_language_server from "#resources/servers/typescript-language-server.yaml";
import server_typescript_svelte from "#resources/servers/typescript-svelte.yaml";
import server_typescript_vue from "#resources/servers/typescript-vue.yaml";
import server_typespec from "#resources/servers/typespec.yaml";
import server_typos_lsp from "#resources/servers/typos-lsp.yaml";
import server_v_analyzer from "#resources/servers/v-analyzer.yaml";
import server_vala_language_server from "#resources/servers/vala-language-server.yaml";
import server_verible from "#resources/servers/verible.yaml";
import server_vhdl_ls from "#resources/servers/vhdl-ls.yaml";
import server_vim_language_server from "#resources/servers/vim-language-server.yaml";
import server_vscode_css_language_server from "#resources/servers/vscode-css-language-server.yaml";
import server_vscode_eslint_language_server from "#resources/servers/vscode-eslint-language-server.yaml";
import server_vscode_html_language_server from "#resources/servers/vscode-html-language-server.yaml";
import server_vscode_json_language_server from "#resources/servers/vscode-json-language-server.yaml";
import server_vsrocq from "#resources/servers/vsrocq.yaml";
import server_vtsls from "#resources/servers/vtsls.yaml";
import server_vue_language_server from "#resources/servers/vue-language-server.yaml";
import server_vyper_lsp from "#resources/servers/vyper-lsp.yaml";
import server_wgsl_analyzer from "#resources/servers/wgsl-analyzer.yaml";
import server_wolfram from "#resources/servers/wolfram.yaml";
import server_yaml_language_server from "#resources/servers/yaml-language-server.yaml";
import server_zls from "#resources/servers/zls.yaml";
import server_zuban from "#resources/servers/zuban.yaml";

export const LANGUAGES: Record<string, unknown> = {
  "ada": language_ada,
  "agda": language_agda,
  "al": language_al,
  "asm": language_asm,
  "astro": language_astro,
  "bash": language_bash,
  "beancount": language_beancount,
  "bibtex": language_bibtex,
  "bicep": language_bicep,
  "bitbake": language_bitbake,
  "blueprint": language_blueprint,
  "bluespec": language_bluespec,
  "brightscript": language_brightscript,
  "bsl": language_bsl,
  "c": language_c,
  "c3": language_c3,
  "cabal": language_cabal,
  "cairo": language_cairo,
  "cds": language_cds,
  "clojure": language_clojure,
  "cmake": language_cmake,
  "cobol": language_cobol,
  "coffeescript": language_coffeescript,
  "commonlisp": language_commonlisp,
  "coq": language_coq,
  "cpp": language_cpp,
  "crystal": language_crystal,
  "csharp": language_csharp,
  "css": language_css,
  "cuda": language_cuda,
  "cue": language_cue,
  "d": language_d,
  "dart": language_dart,
  "dhall": language_dhall,
  "dockerfile": language_dockerfile,
  "dune": language_dune,
  "elixir": language_elixir,
  "elm": language_elm,
  "emacs-lisp": language_emacs_lisp,
  "erb": language_erb,
  "erlang": language_erlang,
  "fennel": language_fennel,
  "fish": language_fish,
  "fortran": language_fortran,
  "fsharp": language_fsharp,
  "gdscript": language_gdscript,
  "gherkin": language_gherkin,
  "gleam": language_gleam,
  "glimmer": language_glimmer,
  "glsl": language_glsl,
  "go": language_go,
  "gotmpl": language_gotmpl,
  "graphql": language_graphql,
  "groovy": language_groovy,
  "handlebars": language_handlebars,
  "haskell": language_haskell,
  "haxe": language_haxe,
  "heex": language_heex,
  "helm": language_helm,
  "hlsl": language_hlsl,
  "html": language_html,
  "htmldjango": language_htmldjango,
  "idris": language_idris,
  "java": language_java,
  "javascript": language_javascript,
  "jinja": language_jinja,
  "jq": language_jq,
  "json": language_json,
  "jsonnet": language_jsonnet,
  "julia": language_julia,
  "just": language_just,
  "kcl": language_kcl,
  "kotlin": language_kotlin,
  "latex": language_latex,
  "lean": language_lean,
  "less": language_less,
  "liquid": language_liquid,
  "lua": language_lua,
  "luau": language_luau,
  "make": language_make,
  "markdown": language_markdown,
  "marko": language_marko,
  "matlab": language_matlab,
  "mcfunction": language_mcfunction,
  "meson": language_meson,
  "mojo": language_mojo,
  "moonbit": language_moonbit,
  "move": language_move,
  "msl": language_msl,
  "nextflow": language_nextflow,
  "nginx": language_nginx,
  "nickel": language_nickel,
  "nim": language_nim,
  "nix": language_nix,
  "nushell": language_nushell,
  "objective-c": language_objective_c,
  "ocaml": language_ocaml,
  "ocamllex": language_ocamllex,
  "odin": language_odin,
  "opencl": language_opencl,
  "openscad": language_openscad,
  "pascal": language_pascal,
  "perl": language_perl,
  "php": language_php,
  "pkl": language_pkl,
  "powershell": language_powershell,
  "prisma": language_prisma,
  "prolog": language_prolog,
  "properties": language_properties,
  "protobuf": language_protobuf,
  "puppet": language_puppet,
  "purescript": language_purescript,
  "python": language_python,
  "qml": language_qml,
  "r": language_r,
  "racket": language_racket,
  "raku": language_raku,
  "reason": language_reason,
  "rego": language_rego,
  "rescript": language_rescript,
  "restructuredtext": language_restructuredtext,
  "rmarkdown": language_rmarkdown,
  "robotframework": language_robotframework,
  "ruby": language_ruby,
  "rust": language_rust,
  "scala": language_scala,
  "scheme": language_scheme,
  "scss": language_scss,
  "slang": language_slang,
  "slint": language_slint,
  "smithy": language_smithy,
  "sml": language_sml,
  "solidity": language_solidity,
  "sparql": language_sparql,
  "sql": language_sql,
  "starlark": language_starlark,
  "svelte": language_svelte,
  "sway": language_sway,
  "swift": language_swift,
  "systemd": language_systemd,
  "systemrdl": language_systemrdl,
  "talon": language_talon,
  "tcl": language_tcl,
  "teal": language_teal,
  "templ": language_templ,
  "terraform": language_terraform,
  "toml": language_toml,
  "turtle": language_turtle,
  "typescript": language_typescript,
  "typespec": language_typespec,
  "typst": language_typst,
  "v": language_v,
  "vala": language_vala,
  "verilog": language_verilog,
  "vhdl": language_vhdl,
  "vimscript": language_vimscript,
  "visualbasic": language_visualbasic,
  "vue": language_vue,
  "vyper": language_vyper,
  "wgsl": language_wgsl,
  "wolfram": language_wolfram,
  "xml": language_xml,
  "yaml": language_yaml,
  "zig": language_zig,
};

export const SERVERS: Record<string, unknown> = {
  "actions-languageserver": server_actions_languageserver,
  "ada-language-server": server_ada_language_server,
  "agda-language-server": server_agda_language_server,
  "al-language-server": server_al_language_server,
  "alive-lsp": server_alive_lsp,
  "angular-language-server": server_angular_language_server,
  "ansible-language-server": server_ansible_language_server,
  "asm-lsp": server_asm_lsp,
  "ast-grep": server_ast_grep,
  "astro-ls": server_astro_ls,
  "autotools-language-server": server_autotools_language_server,
  "azure-pipelines-language-server": server_azure_pipelines_language_server,
  "basedpyright": server_basedpyright,
  "bash-language-server": server_bash_language_server,
  "beancount-language-server": server_beancount_language_server,
  "beancount-lsp": server_beancount_lsp,
  "bicep-langserver": server_bicep_langserver,
  "biome": server_biome,
  "bitbake-language-server": server_bitbake_language_server,
  "blueprint-compiler": server_blueprint_compiler,
  "brighterscript": server_brighterscript,
  "bsl-language-server": server_bsl_language_server,
  "bsv-language-server": server_bsv_language_server,
  "buck2": server_buck2,
  "buf": server_buf,
  "c3-lsp": server_c3_lsp,
  "cairo-language-server": server_cairo_language_server,
  "camel-lsp-server": server_camel_lsp_server,
  "ccls": server_ccls,
  "cds-lsp": server_cds_lsp,
  "cfn-lsp-extra": server_cfn_lsp_extra,
  "cl-lsp": server_cl_lsp,
  "clangd": server_clangd,
  "clojure-lsp": server_clojure_lsp,
  "cmake-language-server": server_cmake_language_server,
  "cobol-language-support": server_cobol_language_support,
  "codebook-lsp": server_codebook_lsp,
  "coffeesense-language-server": server_coffeesense_language_server,
  "coq-lsp": server_coq_lsp,
  "crystalline": server_crystalline,
  "csharp-ls": server_csharp_ls,
  "cucumber-language-server": server_cucumber_language_server,
  "cue": server_cue,
  "dart": server_dart,
  "delphi-lsp": server_delphi_lsp,
  "deno": server_deno,
  "devsense-php-ls": server_devsense_php_ls,
  "dhall-lsp-server": server_dhall_lsp_server,
  "digestif": server_digestif,
  "django-language-server": server_django_language_server,
  "docker-compose-langserver": server_docker_compose_langserver,
  "docker-language-server": server_docker_language_server,
  "dockerfile-language-server": server_dockerfile_language_server,
  "efm-langserver": server_efm_langserver,
  "elixir-ls": server_elixir_ls,
  "elm-language-server": server_elm_language_server,
  "elp": server_elp,
  "ember-language-server": server_ember_language_server,
  "emmylua": server_emmylua,
  "erlang-ls": server_erlang_ls,
  "esbonio": server_esbonio,
  "expert": server_expert,
  "fennel-ls": server_fennel_ls,
  "fish-lsp": server_fish_lsp,
  "flow": server_flow,
  "forc-lsp": server_forc_lsp,
  "fortls": server_fortls,
  "fsautocomplete": server_fsautocomplete,
  "gitlab-ci-ls": server_gitlab_ci_ls,
  "gleam": server_gleam,
  "glint": server_glint,
  "glsl-analyzer": server_glsl_analyzer,
  "godot": server_godot,
  "golangci-lint-langserver": server_golangci_lint_langserver,
  "gopls": server_gopls,
  "graphql-language-service": server_graphql_language_service,
  "groovy-language-server": server_groovy_language_server,
  "harper-ls": server_harper_ls,
  "haskell-language-server": server_haskell_language_server,
  "haxe-language-server": server_haxe_language_server,
  "hdl-checker": server_hdl_checker,
  "helm-ls": server_helm_ls,
  "herb-language-server": server_herb_language_server,
  "idris2-lsp": server_idris2_lsp,
  "intelephense": server_intelephense,
  "jdtls": server_jdtls,
  "jedi-language-server": server_jedi_language_server,
  "jetls": server_jetls,
  "jinja-lsp": server_jinja_lsp,
  "jq-lsp": server_jq_lsp,
  "jsonnet-language-server": server_jsonnet_language_server,
  "julia-languageserver": server_julia_languageserver,
  "just-lsp": server_just_lsp,
  "kcl-language-server": server_kcl_language_server,
  "kotlin-language-server": server_kotlin_language_server,
  "kotlin-lsp": server_kotlin_lsp,
  "lean": server_lean,
  "lemminx": server_lemminx,
  "ltex-ls-plus": server_ltex_ls_plus,
  "lua-language-server": server_lua_language_server,
  "luau-lsp": server_luau_lsp,
  "make-ls": server_make_ls,
  "markdown-oxide": server_markdown_oxide,
  "marko-language-server": server_marko_language_server,
  "marksman": server_marksman,
  "matlab-language-server": server_matlab_language_server,
  "matlab-lsp-server": server_matlab_lsp_server,
  "mdx-language-server": server_mdx_language_server,
  "mesonlsp": server_mesonlsp,
  "metals": server_metals,
  "millet": server_millet,
  "mojo-lsp-server": server_mojo_lsp_server,
  "moonbit-lsp": server_moonbit_lsp,
  "move-analyzer": server_move_analyzer,
  "muon": server_muon,
  "neocmakelsp": server_neocmakelsp,
  "next-ls": server_next_ls,
  "nextflow-language-server": server_nextflow_language_server,
  "nginx-language-server": server_nginx_language_server,
  "nickel": server_nickel,
  "nil": server_nil,
  "nimlangserver": server_nimlangserver,
  "nixd": server_nixd,
  "nushell": server_nushell,
  "ocamllsp": server_ocamllsp,
  "ols": server_ols,
  "omnisharp": server_omnisharp,
  "openscad-lsp": server_openscad_lsp,
  "oxlint": server_oxlint,
  "pasls": server_pasls,
  "perl-language-server": server_perl_language_server,
  "perlnavigator": server_perlnavigator,
  "phpactor": server_phpactor,
  "phpantom": server_phpantom,
  "pkl-lsp": server_pkl_lsp,
  "postgres-language-server": server_postgres_language_server,
  "powershell-editor-services": server_powershell_editor_services,
  "prisma-language-server": server_prisma_language_server,
  "prolog-lsp": server_prolog_lsp,
  "protols": server_protols,
  "puppet-languageserver": server_puppet_languageserver,
  "purescript-language-server": server_purescript_language_server,
  "pylsp": server_pylsp,
  "pyrefly": server_pyrefly,
  "pyright": server_pyright,
  "qlue-ls": server_qlue_ls,
  "qmlls": server_qmlls,
  "r-languageserver": server_r_languageserver,
  "racket-langserver": server_racket_langserver,
  "raku-navigator": server_raku_navigator,
  "regal": server_regal,
  "regols": server_regols,
  "rescript-language-server": server_rescript_language_server,
  "robotcode": server_robotcode,
  "roslyn-language-server": server_roslyn_language_server,
  "ruby-lsp": server_ruby_lsp,
  "ruff": server_ruff,
  "rumdl": server_rumdl,
  "rust-analyzer": server_rust_analyzer,
  "scheme-langserver": server_scheme_langserver,
  "serve-d": server_serve_d,
  "shader-language-server": server_shader_language_server,
  "shopify-theme-language-server": server_shopify_theme_language_server,
  "slang-server": server_slang_server,
  "slangd": server_slangd,
  "slint-lsp": server_slint_lsp,
  "smithy-language-server": server_smithy_language_server,
  "solargraph": server_solargraph,
  "solc": server_solc,
  "solidity-language-server": server_solidity_language_server,
  "some-sass-language-server": server_some_sass_language_server,
  "sorbet": server_sorbet,
  "sourcekit-lsp": server_sourcekit_lsp,
  "spyglassmc-language-server": server_spyglassmc_language_server,
  "sqlfluff": server_sqlfluff,
  "sqls": server_sqls,
  "starpls": server_starpls,
  "superhtml": server_superhtml,
  "svelte-language-server": server_svelte_language_server,
  "svls": server_svls,
  "systemd-language-server": server_systemd_language_server,
  "systemd-lsp": server_systemd_lsp,
  "systemrdl-lsp": server_systemrdl_lsp,
  "tailwindcss-language-server": server_tailwindcss_language_server,
  "taplo": server_taplo,
  "tcl-ls": server_tcl_ls,
  "tclsp": server_tclsp,
  "teal-language-server": server_teal_language_server,
  "templ": server_templ,
  "terraform-ls": server_terraform_ls,
  "texlab": server_texlab,
  "tflint": server_tflint,
  "tilt": server_tilt,
  "tinymist": server_tinymist,
  "tofu-ls": server_tofu_ls,
  "tombi": server_tombi,
  "turtle-language-server": server_turtle_language_server,
  "ty": server_ty,
  "typescript": server_typescript,
  "typescript-astro": server_typescript_astro,
  "typescript-language-server": server_typescript_language_server,
  "typescript-svelte": server_typescript_svelte,
  "typescript-vue": server_typescript_vue,
  "typespec": server_typespec,
  "typos-lsp": server_typos_lsp,
  "v-analyzer": server_v_analyzer,
  "vala-language-server": server_vala_language_server,
  "verible": server_verible,
  "vhdl-ls": server_vhdl_ls,
  "vim-language-server": server_vim_language_server,
  "vscode-css-language-server": server_vscode_css_language_server,
  "vscode-eslint-language-server": server_vscode_eslint_language_server,
  "vscode-html-language-server": server_vscode_html_language_server,
  "vscode-json-language-server": server_vscode_json_language_server,
  "vsrocq": server_vsrocq,
  "vtsls": server_vtsls,
  "vue-language-server": server_vue_language_server,
  "vyper-lsp": server_vyper_lsp,
  "wgsl-analyzer": server_wgsl_analyzer,
  "wolfram": server_wolfram,
  "yaml-language-server": server_yaml_language_server,
  "zls": server_zls,
  "zuban": server_zuban,
};
