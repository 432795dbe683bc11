(comment) @comment
[(string_content) (char_literal)] @string

; Classes; what extends one is named as it is written.
(protocol_declaration
  .
  (identifier) @name
  [(property_declaration) (method_declaration) (qualified_protocol_interface_declaration)]? @body) @definition.interface
((class_interface . (identifier) @name category: (_) @category [(instance_variables) (property_declaration) (method_declaration)]? @body) @definition.class (#set! name "{name} ({category})"))
((class_interface . "@interface" . (identifier) @name . "(" . ")" [(instance_variables) (property_declaration) (method_declaration)]? @body) @definition.class (#set! name "{name} ()"))
(class_interface . (identifier) @name [(instance_variables) (property_declaration) (method_declaration)]? @body) @definition.class
((class_implementation . (identifier) @name category: (_) @category [(instance_variables) (implementation_definition)]? @body) @definition.implementation
  (#set! name "{name} ({category})"))
((class_implementation . (identifier) @name [(instance_variables) (implementation_definition)]? @body) @definition.implementation)
(instance_variable
  (struct_declaration
    (struct_declarator [(identifier) @name (pointer_declarator declarator: (identifier) @name)])
    @definition.field))
(instance_variable (struct_declaration (struct_declarator) @wrapped) @wrapper)
(property_declaration
  (struct_declaration
    (struct_declarator [
      (identifier) @name
      (pointer_declarator declarator: (identifier) @name)
      (function_declarator
        declarator: (parenthesized_declarator (block_pointer_declarator declarator: (identifier) @name)))
    ]))) @definition.property

; Methods by their selectors, of which the first five parts are read
(method_definition
  .
  (method_type)
  .
  (identifier) @name
  .
  (method_parameter ":" @a)?
  .
  (identifier)? @b
  .
  (method_parameter ":" @c)?
  .
  (identifier)? @d
  .
  (method_parameter ":" @e)?
  .
  (identifier)? @f
  .
  (method_parameter ":" @g)?
  .
  (identifier)? @h
  .
  (method_parameter ":" @i)?
  (compound_statement) @body @local
  (#set! name "{name}{a}{b}{c}{d}{e}{f}{g}{h}{i}")) @definition.method
(method_declaration
  .
  (method_type)
  .
  (identifier) @name
  .
  (method_parameter ":" @a)?
  .
  (identifier)? @b
  .
  (method_parameter ":" @c)?
  .
  (identifier)? @d
  .
  (method_parameter ":" @e)?
  .
  (identifier)? @f
  .
  (method_parameter ":" @g)?
  .
  (identifier)? @h
  .
  (method_parameter ":" @i)?
  (#set! name "{name}{a}{b}{c}{d}{e}{f}{g}{h}{i}")) @definition.method

; Functions
(function_definition body: (_) @local)
(block_literal (compound_statement) @local)
(function_definition
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  ]) @definition.function
(declaration
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  ]) @definition.function
((storage_class_specifier) @private (#eq? @private "static"))

; Data
(declaration
  declarator: (init_declarator declarator: (pointer_declarator (type_qualifier) declarator: (identifier) @name))
  @definition.constant)
(declaration (type_qualifier) declarator: (init_declarator declarator: (identifier) @name) @definition.constant)
(declaration
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (array_declarator declarator: (identifier) @name)
    (init_declarator
      declarator: [
        (identifier) @name
        (pointer_declarator declarator: (identifier) @name)
        (array_declarator declarator: (identifier) @name)
      ])
  ] @definition.variable)
(declaration declarator: (_) @wrapped) @wrapper
(struct_specifier name: (_) @name body: (_) @body) @definition.struct
(union_specifier name: (_) @name body: (_) @body) @definition.union
(enum_specifier name: (_) @name body: (_) @body) @definition.enum
(enumerator name: (_) @name) @definition.enum_member
(field_declaration
  declarator: [(field_identifier) @name (pointer_declarator declarator: (field_identifier) @name)] @definition.field)
(field_declaration declarator: (_) @wrapped) @wrapper
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.enum
(type_definition
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (function_declarator
      declarator: (parenthesized_declarator [
        (block_pointer_declarator declarator: (type_identifier) @name)
        (pointer_declarator declarator: (type_identifier) @name)
      ]))
  ]) @definition.type

; Macros
(preproc_def name: (_) @name) @definition.macro
(preproc_function_def name: (_) @name) @definition.macro

; Imports
(preproc_include path: (_) @import.source) @import
(module_import path: (_) @import.source) @import
