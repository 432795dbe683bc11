; inherits: c-family

; What other files do not see
(function_definition (storage_class_specifier "static" @private))
(declaration (storage_class_specifier "static") declarator: (_) @private)
