(comment) @comment
(pair value: (string (string_content) @string))
(array (string (string_content) @string))

; Keys, but those of the items of lists
(array) @local
(pair key: (string) @name value: [(object) (array)]? @body (#set! strip "^\"|\"$")) @definition.key
