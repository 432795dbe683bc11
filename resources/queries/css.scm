(comment) @comment
(string_value) @string

(rule_set (selectors) @name (block) @body) @definition.rule
; All that stands before the block is the name: a list of media queries, a container's name and its condition
(media_statement (block) @body (#set! strip "\\s*(?<!#)\\{[\\s\\S]*$")) @name @definition.rule
(supports_statement (block) @body (#set! strip "\\s*(?<!#)\\{[\\s\\S]*$")) @name @definition.rule
(at_rule (block) @body (#set! strip "\\s*(?<!#)\\{[\\s\\S]*$")) @name @definition.rule
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body (#set! name "@keyframes {name}"))
  @definition.rule

; Custom properties
((declaration (property_name) @name) @definition.variable
  (#match? @name "^--")
  (#set! keep first))

; Imports
(import_statement [(string_value) @import.source (call_expression (arguments (_) @import.source))]) @import
