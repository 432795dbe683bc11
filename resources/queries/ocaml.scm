(comment) @comment
[(string_content) (quoted_string_content) (character)] @string

; Values: what has parameters or is a function is one
(let_binding body: (_) @local)
(let_binding pattern: (value_name) @name (parameter) body: (_) @body) @definition.function
(let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)] @body) @definition.function
(let_binding pattern: (parenthesized_operator (_) @name) body: (_) @body) @definition.operator
(value_definition (let_binding) @wrapped) @wrapper
(value_definition
  (attribute_id) @attribute
  (let_binding pattern: (string) @name body: (_) @body)
  (#match? @attribute "test$")
  (#set! name "{attribute}({name})")) @definition.test
((let_binding pattern: (value_name) @name) @definition.constant
  (#not-match? @name "^_"))
(let_binding pattern: (parenthesized_pattern (tuple_pattern (value_name) @name))) @definition.constant
(let_binding pattern: (tuple_pattern (value_name) @name)) @definition.constant
(value_specification (value_name) @name type: (function_type)) @definition.function
(value_specification (value_name) @name) @definition.constant
(value_specification (parenthesized_operator (_) @name)) @definition.operator
(external (value_name) @name) @definition.function
(external (parenthesized_operator (_) @name)) @definition.operator

; Types
(type_binding name: (type_constructor) @name) @definition.type
(type_definition (type_binding) @wrapped) @wrapper
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.constructor
(constructor_declaration (constructor_name) @name) @definition.constructor
((field_declaration (field_name) @name) @definition.field
  (#set! keep first))

; Modules
(module_binding . (module_name) @name body: (_)? @body) @definition.module
(module_definition (module_binding) @wrapped) @wrapper
(module_type_definition (module_type_name) @name body: (_)? @body) @definition.interface

; Classes
(class_binding (class_name) @name body: (_)? @body) @definition.class
(class_definition (class_binding) @wrapped) @wrapper
(class_type_binding (class_type_name) @name body: (_)? @body) @definition.interface
(class_type_definition (class_type_binding) @wrapped) @wrapper
(method_definition (method_name) @name body: (_)? @body) @definition.method
(method_definition body: (_) @local)
(method_specification (method_name) @name) @definition.method
(instance_variable_definition (instance_variable_name) @name) @definition.field

; Imports
(open_module module: (module_path) @import.source) @import
(include_module module: (module_path) @import.source) @import
