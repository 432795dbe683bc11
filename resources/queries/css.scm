(comment) @comment
(string_value) @string

(rule_set (selectors) @name (block) @body) @definition.rule
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

; Custom properties
((declaration (property_name) @name) @definition.variable
  (#match? @name "^--")
  (#set! keep first))

; Imports
(import_statement [(string_value) @import.source (call_expression (arguments (_) @import.source))]) @import
