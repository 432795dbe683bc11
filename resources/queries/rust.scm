[(line_comment) (block_comment)] @comment
[(string_content) (char_literal)] @string

(attribute_item) @leading

; Members of implementations hang under the type
(impl_item
  type: [
    (type_identifier) @owner
    (generic_type type: [(type_identifier) @owner (scoped_type_identifier name: (_) @owner)])
    (scoped_type_identifier name: (_) @owner)
    (reference_type type: [
      (type_identifier) @owner
      (generic_type type: (type_identifier) @owner)
      (scoped_type_identifier name: (_) @owner)
    ])
    (dynamic_type trait: (type_identifier) @owner)
    (primitive_type) @owner
  ]
  body: (declaration_list (function_item name: (_) @name) @definition.method))
(impl_item
  type: [
    (type_identifier) @owner
    (generic_type type: [(type_identifier) @owner (scoped_type_identifier name: (_) @owner)])
    (scoped_type_identifier name: (_) @owner)
    (reference_type type: [
      (type_identifier) @owner
      (generic_type type: (type_identifier) @owner)
      (scoped_type_identifier name: (_) @owner)
    ])
    (dynamic_type trait: (type_identifier) @owner)
    (primitive_type) @owner
  ]
  body: (declaration_list (const_item name: (_) @name) @definition.constant))
(impl_item
  type: [
    (type_identifier) @owner
    (generic_type type: [(type_identifier) @owner (scoped_type_identifier name: (_) @owner)])
    (scoped_type_identifier name: (_) @owner)
    (reference_type type: [
      (type_identifier) @owner
      (generic_type type: (type_identifier) @owner)
      (scoped_type_identifier name: (_) @owner)
    ])
    (dynamic_type trait: (type_identifier) @owner)
    (primitive_type) @owner
  ]
  body: (declaration_list (type_item name: (_) @name) @definition.type))
(impl_item "!" trait: (_) @trait type: (_) @name (#set! name "impl !{trait} for {name}")) @definition.implementation
(impl_item trait: (_) @trait type: (_) @name (#set! name "impl {trait} for {name}")) @definition.implementation
(impl_item type: (_) @name (#set! name "impl {name}")) @definition.implementation

; Functions
(impl_item body: (declaration_list (function_item name: (_) @name) @definition.method))
(function_item name: (_) @name) @definition.function
(function_signature_item name: (_) @name) @definition.function
(function_item body: (_) @local)
(closure_expression body: (_) @local)
(let_declaration
  pattern: (identifier) @name
  value: (closure_expression body: (_) @body)) @definition.function
(macro_definition name: (_) @name ["{" "(" "["] @body) @definition.macro

; Types
(struct_item name: (_) @name) @definition.struct
(union_item name: (_) @name) @definition.union
(enum_item name: (_) @name) @definition.enum
(enum_variant name: (_) @name) @definition.enum_member
(field_declaration name: (_) @name) @definition.field
(type_item name: (_) @name) @definition.type
(associated_type name: (_) @name) @definition.type
(trait_item name: (_) @name) @definition.trait
(mod_item name: (_) @name) @definition.module

; Constants and variables
(const_item name: (_) @name (#not-eq? @name "_")) @definition.constant
(static_item (mutable_specifier) name: (_) @name) @definition.variable
(static_item name: (_) @name) @definition.constant
[(const_item value: (_) @local) (static_item value: (_) @local)]

; What other files see
(visibility_modifier) @exported
(enum_variant) @exported
(enum_variant body: (field_declaration_list (field_declaration) @exported))
(trait_item body: (declaration_list (_) @exported))
(impl_item) @exported
(impl_item trait: (_) body: (declaration_list (_) @exported))
((attribute_item (attribute . (identifier) @exported)) (#any-of? @exported "macro_export" "no_mangle" "proc_macro"))

; Imports
(use_declaration argument: [(identifier) (crate) (self) (super)] @import.source) @import
(use_declaration argument: (scoped_identifier path: (_) @import.source name: (_) @import.name)) @import
(use_declaration
  argument: (use_as_clause path: (scoped_identifier path: (_) @import.source name: (_) @import.name))) @import
(use_declaration argument: (use_as_clause path: (identifier) @import.source)) @import
(use_declaration argument: (use_wildcard (_) @import.source)) @import
(use_declaration argument: (scoped_use_list path: (_) @import.source)) @import
(use_declaration
  argument: (scoped_use_list
    path: (_) @import.source
    list: (use_list [
      (identifier) @import.name
      (scoped_identifier) @import.name
      (use_as_clause path: (_) @import.name)
      (use_wildcard (_) @import.name)
      (scoped_use_list path: (_) @import.name)
    ]))) @import
(extern_crate_declaration name: (_) @import.source) @import
(mod_item name: (_) @import.source !body) @import

; Macros whose arguments are items
(macro_invocation
  macro: (identifier) @macro
  (token_tree . "{") @embedded
  (#match? @macro "^(cfg_.+|bitflags|pin_project|thread_local|task_local)$")
  (#not-match? @macro "^cfg_if$|_variant$")
  (#set! language "rust"))
