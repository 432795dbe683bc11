[(line_comment) (block_comment)] @comment
[(string_fragment) (multiline_string_fragment) (character_literal)] @string

(modifiers [(annotation) (marker_annotation)] @leading)

; Types
(class_declaration name: (_) @name) @definition.class
(record_declaration name: (_) @name) @definition.class
(record_declaration parameters: (formal_parameters (formal_parameter name: (_) @name) @definition.field))
(interface_declaration name: (_) @name) @definition.interface
(annotation_type_declaration name: (_) @name) @definition.interface
(annotation_type_element_declaration name: (_) @name) @definition.method
(enum_declaration name: (_) @name) @definition.enum
(enum_constant name: (_) @name) @definition.enum_member
(object_creation_expression
  type: [
    (type_identifier) @name
    (generic_type (type_identifier) @name)
    (scoped_type_identifier (type_identifier) @name .)
    (generic_type (scoped_type_identifier (type_identifier) @name .))
  ]
  (class_body . (_)) @body
  (#set! name "new {name}")) @definition.class
(module_declaration name: (_) @name) @definition.module

; Members
(method_declaration name: (_) @name body: (_)? @local) @definition.method
(constructor_declaration name: (_) @name body: (_) @local) @definition.constructor
(compact_constructor_declaration name: (_) @name body: (_) @local) @definition.constructor
[(lambda_expression body: (block) @local) (static_initializer (block) @local)]
(class_body (block) @local)
(field_declaration
  (modifiers "static" "final")
  declarator: (variable_declarator name: (_) @name) @definition.constant @wrapped) @wrapper
(field_declaration
  (modifiers "final" "static")
  declarator: (variable_declarator name: (_) @name) @definition.constant @wrapped) @wrapper
(field_declaration declarator: (variable_declarator name: (_) @name) @definition.field @wrapped) @wrapper
(constant_declaration declarator: (variable_declarator name: (_) @name) @definition.constant @wrapped) @wrapper
(local_variable_declaration
  declarator: (variable_declarator
    name: (identifier) @name
    value: (lambda_expression body: (_) @body)) @definition.function @wrapped) @wrapper

; What other files see
(modifiers ["public" "protected"] @exported)
(field_declaration (modifiers ["public" "protected"]) declarator: (variable_declarator) @exported)
(interface_body (_) @exported)
(annotation_type_body (_) @exported)
(enum_constant) @exported
(module_declaration) @exported

; Imports
((import_declaration (scoped_identifier name: (_) @import.name) @import.source .) @import
  (#not-match? @import "^import\\s+static\\b"))
(import_declaration "static" (scoped_identifier scope: (_) @import.source name: (_) @import.name) .) @import
(import_declaration [(scoped_identifier) (identifier)] @import.source (asterisk)) @import
