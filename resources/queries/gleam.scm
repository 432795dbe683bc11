[(comment) (statement_comment) (module_comment)] @comment
(quoted_content) @string

(function name: (_) @name body: (_)? @local) @definition.function
(constant name: (_) @name) @definition.constant
(type_definition (type_name name: (_) @name)) @definition.type
(type_alias (type_name name: (_) @name)) @definition.type
(external_type (type_name name: (_) @name)) @definition.type
(external_function name: (_) @name) @definition.function
(data_constructor name: (_) @name) @definition.constructor
((data_constructor_argument label: (_) @name) @definition.field
  (#set! keep first))
(attribute) @leading

(visibility_modifier) @exported
(type_definition (opacity_modifier) (data_constructors (data_constructor) @private))

; Imports
(import
  module: (_) @import.source
  imports: (unqualified_imports (unqualified_import name: (_) @import.name))) @import
(import module: (_) @import.source) @import
