(comment) @comment
(string) @string

(prefix_declaration (namespace) @name (#set! strip ":$")) @definition.namespace
