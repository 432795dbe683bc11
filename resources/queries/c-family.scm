; What C and C++ have in common.

(comment) @comment
[(string_content) (char_literal) (system_lib_string)] @string

(function_definition body: (compound_statement) @local)

; Macros; those without a value that guard a header are nobody's concern
(preproc_def name: (_) @name value: (_)) @definition.macro
((preproc_def name: (_) @name !value) @definition.macro (#not-match? @name "_([hH]|HH|HPP|HXX|INC|INCLUDED|hpp)_*$"))
(preproc_function_def name: (_) @name value: (_)? @body) @definition.macro

; Tests: macros with a title
((function_definition
  !type
  declarator: (function_declarator declarator: (identifier) @name parameters: (_) @title)
  body: (_) @body) @definition.test
  (#match? @name "^(TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P|BOOST_AUTO_TEST_CASE|BOOST_FIXTURE_TEST_CASE|BENCHMARK_F)$")
  (#set! name "{name}{title}"))

; Functions
(function_definition
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (identifier) @name))
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator
      declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
    (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))))
  ]) @definition.function
(declaration
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (identifier) @name))
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator
      declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
    (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))))
  ] @definition.function @wrapped
  (#set! keep outside)) @wrapper

; Types
(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.union
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (_) @name) @definition.enum_member
(type_definition
  type: (struct_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @definition.struct
(type_definition
  type: (union_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @definition.union
(type_definition
  type: (enum_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @definition.enum
(type_definition
  type: [
    (struct_specifier name: (_) @tag body: (_))
    (union_specifier name: (_) @tag body: (_))
    (enum_specifier name: (_) @tag body: (_))
  ] @wrapped
  declarator: (type_identifier) @alias
  (#eq? @tag @alias)) @wrapper
(type_definition
  type: [
    (struct_specifier name: (_) @tag body: (_) @body)
    (union_specifier name: (_) @tag body: (_) @body)
    (enum_specifier name: (_) @tag body: (_) @body)
  ]
  declarator: (type_identifier) @name
  (#not-eq? @tag @name)) @definition.type
(type_definition
  type: [(struct_specifier body: (_)) (union_specifier body: (_)) (enum_specifier body: (_))]
  declarator: (pointer_declarator declarator: (type_identifier) @name) @definition.type)
(type_definition
  type: [
    (primitive_type)
    (sized_type_specifier)
    (type_identifier)
    (struct_specifier !body)
    (union_specifier !body)
    (enum_specifier !body)
  ]
  declarator: [
    (primitive_type) @name
    (function_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (type_identifier) @name))
    (pointer_declarator declarator: (function_declarator declarator: (type_identifier) @name))
    (pointer_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))))
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (type_identifier) @name))
    (array_declarator declarator: (array_declarator declarator: (type_identifier) @name))
    (array_declarator declarator: (pointer_declarator declarator: (type_identifier) @name))
    (pointer_declarator declarator: (array_declarator declarator: (type_identifier) @name))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (array_declarator declarator: (type_identifier) @name))))
  ] @definition.type @wrapped) @wrapper
(field_declaration
  declarator: [
    (pointer_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name))))
    (field_identifier) @name
    (pointer_declarator declarator: (field_identifier) @name)
    (array_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
    (array_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (array_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
    (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name))))
  ] @definition.field @wrapped) @wrapper

; Constants and variables
(declaration
  (type_qualifier ["const" "constexpr"])
  declarator: [
    (identifier) @name
    (init_declarator declarator: (identifier) @name)
    (init_declarator declarator: (array_declarator declarator: (identifier) @name))
  ] @definition.constant @wrapped) @wrapper
(declaration
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (array_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (array_declarator declarator: (array_declarator declarator: (identifier) @name))
    (array_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))))
    (init_declarator declarator: [
      (identifier) @name
      (pointer_declarator declarator: (identifier) @name)
      (array_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
      (array_declarator declarator: (array_declarator declarator: (identifier) @name))
      (array_declarator declarator: (pointer_declarator declarator: (identifier) @name))
      (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
      (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
      (function_declarator
        declarator: (parenthesized_declarator (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))))
    ])
  ] @definition.variable @wrapped) @wrapper

(linkage_specification body: [(declaration) (function_definition)] @wrapped) @wrapper

; Imports
(preproc_include path: (_) @import.source) @import
