(comment) @comment
(value) @string

(property (key) @name) @definition.key
