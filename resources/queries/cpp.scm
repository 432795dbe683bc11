; inherits: cpp-header

; What other files do not see
(translation_unit (function_definition (storage_class_specifier "static" @private)))
(declaration_list (function_definition (storage_class_specifier "static" @private)))
(preproc_if (function_definition (storage_class_specifier "static" @private)))
(preproc_ifdef (function_definition (storage_class_specifier "static" @private)))
(declaration (storage_class_specifier "static") declarator: (_) @private)
(namespace_definition !name body: (declaration_list (_) @private))
