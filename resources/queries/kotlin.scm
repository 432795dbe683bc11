[(line_comment) (multiline_comment)] @comment
[(string_content) (character_literal)] @string

(modifiers (annotation) @leading)
[(getter) (setter)] @trailing

; Types
(class_declaration "interface" (type_identifier) @name (class_body)? @body) @definition.interface
(class_declaration "enum" (type_identifier) @name (enum_class_body)? @body) @definition.enum
(class_declaration (type_identifier) @name (class_body)? @body) @definition.class
(class_parameter (binding_pattern_kind) (simple_identifier) @name) @definition.property
(enum_entry (simple_identifier) @name (class_body)? @body) @definition.enum_member
(object_declaration (type_identifier) @name (class_body)? @body) @definition.object
(companion_object (type_identifier) @name (class_body)? @body) @definition.object
(companion_object "companion" @name (class_body)? @body (#set! name "Companion")) @definition.object
(type_alias (type_identifier) @name) @definition.type

; Functions
(class_body (function_declaration (simple_identifier) @name (function_body)? @body) @definition.method)
(enum_class_body (function_declaration (simple_identifier) @name (function_body)? @body) @definition.method)
(function_declaration (simple_identifier) @name (function_body)? @body) @definition.function
(secondary_constructor "constructor" @name ["{" @body (constructor_delegation_call) @body]?) @definition.constructor
(property_declaration
  (variable_declaration (simple_identifier) @name)
  [(lambda_literal) (anonymous_function (function_body))] @body) @definition.function

; Tests: blocks with a title
((call_expression
  (simple_identifier) @name
  (call_suffix
    (value_arguments . (value_argument (string_literal) @title) .)
    (annotated_lambda) @body)) @definition.test
  (#any-of? @name "describe" "context" "it" "test" "given" "should" "feature" "scenario")
  (#set! name "{name}({title})"))

; Properties
((property_declaration
  (modifiers (property_modifier) @modifier)
  (variable_declaration (simple_identifier) @name)) @definition.constant
  (#eq? @modifier "const"))
(property_declaration
  (variable_declaration (simple_identifier) @name)
  [(getter) (property_delegate)] @body
  (#set! keep outside)) @definition.property
(property_declaration (variable_declaration (simple_identifier) @name) (#set! keep outside)) @definition.property
(property_declaration
  (multi_variable_declaration (variable_declaration (simple_identifier) @name) @definition.variable))

; Locals
(function_body) @local
(lambda_literal) @local
[(anonymous_initializer) (secondary_constructor)] @local

(visibility_modifier "private") @private

; Imports
(import_header (identifier) @import.source) @import
(import_header (identifier (simple_identifier) @import.name .) @import.source .) @import
(import_header (identifier (simple_identifier) @import.name .) @import.source (import_alias)) @import
