(comment) @comment
(pair (string) @string)
(array (string) @string)

(table . [(bare_key) (dotted_key)] @name . (pair)? @body) @definition.section
(table . (quoted_key) @name . (pair)? @body (#set! strip "^[\"']|[\"']$")) @definition.section
(table_array_element . [(bare_key) (dotted_key)] @name . (pair)? @body) @definition.section
(table_array_element . (quoted_key) @name . (pair)? @body (#set! strip "^[\"']|[\"']$")) @definition.section

; Keys, but those of the items of lists
(array) @local
(pair . [(bare_key) (dotted_key)] @name) @definition.key
(pair . (quoted_key) @name (#set! strip "^[\"']|[\"']$")) @definition.key
