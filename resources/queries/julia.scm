[(line_comment) (block_comment)] @comment
[(content) (character_literal)] @string

; A string directly above a definition is its documentation.
((string_literal) @comment
  .
  [
    (function_definition)
    (macro_definition)
    (module_definition)
    (struct_definition)
    (abstract_definition)
    (primitive_definition)
    (assignment)
    (const_statement)
    (macrocall_expression)
    (identifier)
    (call_expression)
  ])

(module_definition name: (_) @name . (_)? @body) @definition.module

; Functions, in both forms; those in a structure make one.
[(function_definition) (macro_definition) (do_clause) (let_statement)] @local
(assignment . [(call_expression) (where_expression) (typed_expression (call_expression))]) @local
(arrow_function_expression) @local
(struct_definition
  (function_definition
    (signature [(call_expression . [(identifier) @name (operator) @name (parenthesized_expression) @name (parametrized_type_expression . (identifier) @name)] (argument_list)) (typed_expression . (call_expression . [(identifier) @name (operator) @name (parenthesized_expression) @name (parametrized_type_expression . (identifier) @name)] (argument_list))) (where_expression . [(call_expression . [(identifier) @name (operator) @name (parenthesized_expression) @name (parametrized_type_expression . (identifier) @name)] (argument_list)) (typed_expression . (call_expression . [(identifier) @name (operator) @name (parenthesized_expression) @name (parametrized_type_expression . (identifier) @name)] (argument_list)))])]) . (_)? @body) @definition.constructor)
(struct_definition
  (assignment . [(call_expression . [(identifier) @name (operator) @name (parenthesized_expression) @name (parametrized_type_expression . (identifier) @name)] (argument_list)) (typed_expression . (call_expression . [(identifier) @name (operator) @name (parenthesized_expression) @name (parametrized_type_expression . (identifier) @name)] (argument_list))) (where_expression . [(call_expression . [(identifier) @name (operator) @name (parenthesized_expression) @name (parametrized_type_expression . (identifier) @name)] (argument_list)) (typed_expression . (call_expression . [(identifier) @name (operator) @name (parenthesized_expression) @name (parametrized_type_expression . (identifier) @name)] (argument_list)))])] . (operator) . (_) @body) @definition.constructor)
(function_definition (signature [(call_expression . [(identifier) @name (operator) @name (parenthesized_expression) @name (parametrized_type_expression . (identifier) @name)] (argument_list)) (typed_expression . (call_expression . [(identifier) @name (operator) @name (parenthesized_expression) @name (parametrized_type_expression . (identifier) @name)] (argument_list))) (where_expression . [(call_expression . [(identifier) @name (operator) @name (parenthesized_expression) @name (parametrized_type_expression . (identifier) @name)] (argument_list)) (typed_expression . (call_expression . [(identifier) @name (operator) @name (parenthesized_expression) @name (parametrized_type_expression . (identifier) @name)] (argument_list)))])]) . (_)? @body) @definition.function
(function_definition (signature [(call_expression . [(field_expression value: (_) @owner [(identifier) @name (quote_expression (operator) @name)]) (parametrized_type_expression . (field_expression value: (_) @owner (identifier) @name))] (argument_list)) (typed_expression . (call_expression . [(field_expression value: (_) @owner [(identifier) @name (quote_expression (operator) @name)]) (parametrized_type_expression . (field_expression value: (_) @owner (identifier) @name))] (argument_list))) (where_expression . [(call_expression . [(field_expression value: (_) @owner [(identifier) @name (quote_expression (operator) @name)]) (parametrized_type_expression . (field_expression value: (_) @owner (identifier) @name))] (argument_list)) (typed_expression . (call_expression . [(field_expression value: (_) @owner [(identifier) @name (quote_expression (operator) @name)]) (parametrized_type_expression . (field_expression value: (_) @owner (identifier) @name))] (argument_list)))])]) . (_)? @body) @definition.function
(function_definition (signature . (identifier) @name .)) @definition.function
(assignment . [(call_expression . [(identifier) @name (operator) @name (parenthesized_expression) @name (parametrized_type_expression . (identifier) @name)] (argument_list)) (typed_expression . (call_expression . [(identifier) @name (operator) @name (parenthesized_expression) @name (parametrized_type_expression . (identifier) @name)] (argument_list))) (where_expression . [(call_expression . [(identifier) @name (operator) @name (parenthesized_expression) @name (parametrized_type_expression . (identifier) @name)] (argument_list)) (typed_expression . (call_expression . [(identifier) @name (operator) @name (parenthesized_expression) @name (parametrized_type_expression . (identifier) @name)] (argument_list)))])] . (operator) . (_) @body) @definition.function
(assignment . [(call_expression . [(field_expression value: (_) @owner [(identifier) @name (quote_expression (operator) @name)]) (parametrized_type_expression . (field_expression value: (_) @owner (identifier) @name))] (argument_list)) (typed_expression . (call_expression . [(field_expression value: (_) @owner [(identifier) @name (quote_expression (operator) @name)]) (parametrized_type_expression . (field_expression value: (_) @owner (identifier) @name))] (argument_list))) (where_expression . [(call_expression . [(field_expression value: (_) @owner [(identifier) @name (quote_expression (operator) @name)]) (parametrized_type_expression . (field_expression value: (_) @owner (identifier) @name))] (argument_list)) (typed_expression . (call_expression . [(field_expression value: (_) @owner [(identifier) @name (quote_expression (operator) @name)]) (parametrized_type_expression . (field_expression value: (_) @owner (identifier) @name))] (argument_list)))])] . (operator) . (_) @body) @definition.function
(assignment
  .
  (identifier) @name
  .
  (operator)
  .
  [(arrow_function_expression) (function_definition)] @body) @definition.function
(const_statement
  (assignment
    .
    (identifier) @name
    .
    (operator)
    .
    [(arrow_function_expression) (function_definition)] @body)) @definition.function
(macro_definition
  (signature (call_expression . (identifier) @name))
  .
  (_)? @body
  (#set! name "@{name}")) @definition.macro

; Types
(struct_definition (type_head [
    (identifier) @name
    (parametrized_type_expression . (identifier) @name)
    (binary_expression . [(identifier) @name (parametrized_type_expression . (identifier) @name)])
  ]) . (_)? @body) @definition.struct
(abstract_definition (type_head [
    (identifier) @name
    (parametrized_type_expression . (identifier) @name)
    (binary_expression . [(identifier) @name (parametrized_type_expression . (identifier) @name)])
  ])) @definition.type
(primitive_definition (type_head [
    (identifier) @name
    (parametrized_type_expression . (identifier) @name)
    (binary_expression . [(identifier) @name (parametrized_type_expression . (identifier) @name)])
  ])) @definition.type
(struct_definition
  [
    (identifier) @name
    (typed_expression . (identifier) @name)
    (const_statement (assignment . [(identifier) @name (typed_expression . (identifier) @name)]))
    (assignment . [(identifier) @name (typed_expression . (identifier) @name)])
  ] @definition.field)
(macrocall_expression
  (macro_identifier (identifier) @macro)
  (macro_argument_list . [(identifier) @name (typed_expression . (identifier) @name)])
  (#eq? @macro "enum")) @definition.enum
(macrocall_expression
  (macro_identifier (identifier) @macro)
  (macro_argument_list
    (_)
    [(identifier) @name (assignment . (identifier) @name)] @definition.enum_member)
  (#eq? @macro "enum"))
(macrocall_expression
  (macro_identifier (identifier) @macro)
  (macro_argument_list
    (compound_statement [(identifier) @name (assignment . (identifier) @name)] @definition.enum_member))
  (#eq? @macro "enum"))
(macrocall_expression
  (macro_argument_list . [(function_definition) (struct_definition) (assignment)] @wrapped .)) @wrapper

; Tests
(macrocall_expression
  (macro_identifier) @name
  (macro_argument_list (string_literal) @title (_) @body)
  (#eq? @name "@testset")
  (#set! name "{name}({title})")) @definition.test

; Variables of the file
(const_statement (assignment . [(identifier) @name (typed_expression . (identifier) @name)])) @definition.constant
(const_statement (assignment . (open_tuple (identifier) @name))) @definition.constant
(global_statement (assignment . (identifier) @name)) @definition.variable
(source_file ((assignment . (identifier) @name) @definition.variable (#set! keep first)))
(module_definition ((assignment . (identifier) @name) @definition.variable (#set! keep first)))

; Imports
(using_statement [(identifier) (scoped_identifier) (import_path)] @import.source @import)
(import_statement [(identifier) (scoped_identifier) (import_path)] @import.source @import)
(selected_import
  .
  (_) @import.source
  [
    (identifier) @import.name
    (macro_identifier) @import.name
    (operator) @import.name
    (import_alias . (_) @import.name)
  ]) @import
(import_statement (import_alias . (_) @import.source) @import)
((call_expression . (identifier) @include (argument_list . (string_literal (content) @import.source) .)) @import
  (#eq? @include "include"))
