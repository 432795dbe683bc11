[(comment) (single_line_comment)] @comment
(string_value) @string

((rule_set (selectors) @name (block) @body) @definition.rule
  (#not-match? @name ";")
  (#set! strip "(?<=^|\\s)//[^\\n]*|/\\*[\\s\\S]*?\\*/"))
(placeholder (name) @name (block) @body (#set! name "%{name}")) @definition.rule
; All that stands before the block is the name: a list of media queries, a container's name and its condition
(media_statement (block) @body (#set! strip "\\s*(?<!#)\\{[\\s\\S]*$")) @name @definition.rule
(supports_statement (block) @body (#set! strip "\\s*(?<!#)\\{[\\s\\S]*$")) @name @definition.rule
(at_rule (block) @body (#set! strip "\\s*(?<!#)\\{[\\s\\S]*$")) @name @definition.rule
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body (#set! name "@keyframes {name}"))
  @definition.rule

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
