; inherits: markup

(snippet_statement (snippet_start (snippet_name) @name)) @definition.function
