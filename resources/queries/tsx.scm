; inherits: typescript

(jsx_text) @string
