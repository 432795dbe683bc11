(comment) @comment
[(string_content) (implicit_string)] @string

; What is said or pressed
(command_declaration left: (_) @name right: (_) @body) @definition.rule
(key_binding_declaration left: (_) @name right: (_) @body) @definition.rule
