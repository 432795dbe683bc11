[(comment) (single_line_comment)] @comment
(string_value) @string

((rule_set (selectors) @name (block) @body) @definition.rule (#not-match? @name ";"))
(placeholder (name) @name (block) @body (#set! name "%{name}")) @definition.rule
(media_statement "@media" @name . (_) @query (block) @body (#set! name "@media {query}")) @definition.rule
(supports_statement "@supports" @name . (_) @query (block) @body (#set! name "@supports {query}")) @definition.rule
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body (#set! name "@keyframes {name}"))
  @definition.rule
(at_rule
  (at_keyword) @name
  .
  [(keyword_query) (feature_query) (binary_query) (parenthesized_query) (selector_query) (unary_query)]? @query
  (block) @body
  (#set! name "{name} {query}")) @definition.rule

(mixin_statement (name) @name (block) @body) @definition.macro
(function_statement (name) @name (block) @body) @definition.function
[(mixin_statement (block) @local) (function_statement (block) @local)]

; Variables of the file, custom properties
(stylesheet ((declaration (variable_name) @name) @definition.variable (#set! keep first)))
((declaration (property_name) @name) @definition.variable
  (#match? @name "^--")
  (#set! keep first))

; Imports
[
  (import_statement (string_value) @import.source)
  (use_statement (string_value) @import.source)
  (forward_statement (string_value) @import.source)
] @import
