(comment) @comment
(string_content) @string

(decorator) @leading
(parameter_declaration . (identifier) @name) @definition.variable
(variable_declaration . (identifier) @name) @definition.variable
(type_declaration . (identifier) @name) @definition.type
(user_defined_function name: (_) @name) @definition.function
(resource_declaration . (identifier) @name [(object) (if_statement) (for_statement)] @body) @definition.object
(resource_declaration . (identifier) @name) @definition.object
(module_declaration . (identifier) @name [(object) (if_statement) (for_statement)] @body) @definition.module
(module_declaration . (identifier) @name) @definition.module
(output_declaration . (identifier) @name) @definition.property
(metadata_declaration . (identifier) @name) @definition.constant

; Imports
(import_functionality (string (string_content) @import.source)) @import
(module_declaration (string (string_content) @import.source)) @import
