[(comment) (documentation_comment)] @comment
((string_literal) @string (#not-match? @string "\\$"))

(annotation) @leading
(function_body) @trailing
(program [(const_builtin) (final_builtin) (inferred_type) (type_identifier) (type_arguments) (nullable_type) "late"] @leading)

; Types
(class_definition name: (_) @name) @definition.class
(mixin_declaration (identifier) @name (class_body) @body) @definition.class
(enum_declaration name: (_) @name) @definition.enum
(enum_constant name: (_) @name) @definition.enum_member
(extension_declaration name: (_) @name) @definition.implementation
(extension_type_declaration name: (_) @name) @definition.class
(representation_declaration name: (_) @name) @definition.field
(type_alias . (type_identifier) @name "=") @definition.type
(type_alias (type_identifier) @name . (formal_parameter_list)) @definition.type

; Members
(method_signature (function_signature name: (_) @name)) @definition.method
(declaration (function_signature name: (_) @name)) @definition.method
(method_signature [(getter_signature name: (_) @name) (setter_signature name: (_) @name)]) @definition.property
(declaration [(getter_signature name: (_) @name) (setter_signature name: (_) @name)]) @definition.property
(method_signature (operator_signature (binary_operator) @name)) @definition.operator
(declaration (operator_signature (binary_operator) @name)) @definition.operator
(method_signature (operator_signature ["[]" "[]=" "~"] @name)) @definition.operator
(method_signature
  (constructor_signature . name: (identifier) @class . name: (identifier) @name (#set! name "{class}.{name}")))
  @definition.constructor
(method_signature (constructor_signature . name: (identifier) @name . (formal_parameter_list))) @definition.constructor
(declaration
  (constructor_signature . name: (identifier) @class . name: (identifier) @name (#set! name "{class}.{name}"))
  (initializers)? @body) @definition.constructor
(declaration (constructor_signature . name: (identifier) @name . (formal_parameter_list)) (initializers)? @body) @definition.constructor
(declaration
  (constant_constructor_signature (identifier) @class . (identifier) @name (#set! name "{class}.{name}"))
  (initializers)? @body) @definition.constructor
(declaration (constant_constructor_signature . (const_builtin) . (identifier) @name . (formal_parameter_list))) @definition.constructor
(method_signature
  (factory_constructor_signature (identifier) @class . (identifier) @name (#set! name "{class}.{name}")))
  @definition.constructor
(method_signature (factory_constructor_signature . (identifier) @name . (formal_parameter_list))) @definition.constructor
(declaration
  (redirecting_factory_constructor_signature
    (identifier) @class
    .
    (identifier) @name
    (#set! name "{class}.{name}"))) @definition.constructor
(declaration
  (const_builtin)
  (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.constant @wrapped) @wrapper)
(declaration
  (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.field @wrapped) @wrapper)
(declaration
  (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.field @wrapped) @wrapper)
(declaration [(initialized_identifier_list) (static_final_declaration_list)] @wrapped) @wrapper

; Functions
(program (function_signature name: (_) @name) @definition.function)
(program [(getter_signature name: (_) @name) (setter_signature name: (_) @name)] @definition.property)
(local_function_declaration
  (lambda_expression parameters: (function_signature name: (_) @name) body: (_) @body)) @definition.function
(initialized_variable_definition
  name: (identifier) @name
  value: (function_expression body: (_) @body)) @definition.function
(local_variable_declaration (initialized_variable_definition) @wrapped) @wrapper
(static_final_declaration . (identifier) @name (function_expression body: (_) @body)) @definition.function

; Tests: blocks with a title
((expression_statement
  .
  (identifier) @name
  (selector
    (argument_part
      (arguments
        .
        (argument (string_literal) @title)
        (argument (function_expression body: (_) @body)))))) @definition.test
  (#any-of? @name "group" "test" "testWidgets" "describe" "it")
  (#set! name "{name}({title})"))

; Constants and variables
(program
  (static_final_declaration_list
    (static_final_declaration . (identifier) @name) @definition.constant @wrapped) @wrapper)
(program
  (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.variable @wrapped) @wrapper)

[(function_body) (function_expression_body)] @local

; Imports
(import_or_export (library_import (import_specification (configurable_uri (uri (string_literal) @import.source))))) @import
(import_or_export
  (library_import
    (import_specification
      (configurable_uri (uri (string_literal) @import.source))
      (combinator "show" (identifier) @import.name)))) @import
(import_or_export (library_export (configurable_uri (uri (string_literal) @import.source)))) @import
(part_directive (uri (string_literal) @import.source)) @import
