[(line_comment) (block_comment)] @comment
[(string_fragment) (multiline_string_fragment) (character_literal)] @string

(modifiers [(annotation) (marker_annotation)] @leading)

; Types
(class_declaration name: (_) @name) @definition.class
(record_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(annotation_type_declaration name: (_) @name) @definition.interface
(annotation_type_element_declaration name: (_) @name) @definition.method
(enum_declaration name: (_) @name) @definition.enum
(enum_constant name: (_) @name) @definition.enum_member

; Members
(method_declaration name: (_) @name) @definition.method
((constructor_declaration name: (_) @keyword (ERROR) @name) @definition.method
  (#eq? @keyword "def"))
((constructor_declaration name: (_) @name) @definition.constructor (#match? @name "^\\p{Lu}"))
((constructor_declaration name: (_) @name) @definition.method (#not-eq? @name "def"))
(field_declaration
  (modifiers "static" "final")
  declarator: (variable_declarator name: (_) @name) @definition.constant @wrapped) @wrapper
(field_declaration declarator: (variable_declarator name: (_) @name) @definition.field @wrapped) @wrapper
(constant_declaration declarator: (variable_declarator name: (_) @name) @definition.constant @wrapped) @wrapper

; Functions
(function_definition name: (_) @name) @definition.function
(local_variable_declaration
  declarator: (variable_declarator
    name: (identifier) @name
    value: (closure) @body) @definition.function @wrapped) @wrapper

; Variables of a script
(program
  (local_variable_declaration
    declarator: (variable_declarator name: (identifier) @name) @definition.variable @wrapped) @wrapper)

[(block) (constructor_body) (closure)] @local

(modifiers "private" @private)

; Imports
((import_declaration (scoped_identifier name: (_) @import.name) @import.source .) @import
  (#not-match? @import "^import\\s+static\\b"))
(import_declaration "static" (scoped_identifier scope: (_) @import.source name: (_) @import.name) .) @import
(import_declaration (scoped_identifier) @import.source (asterisk)) @import
(import_declaration (scoped_identifier name: (_) @import.name) @import.source (identifier)) @import
