[(line_comment) (block_comment)] @comment
(string_constant_expr (regular_string_part) @string)
(char_constant_expr) @string
(let_in_expr) @local

(module_declaration name: (_) @name) @definition.module

; A type annotation and the declaration below it are one.
[(type_annotation) (value_declaration)] @joined
(file (type_annotation name: (_) @name typeExpression: (type_expression (arrow))) @definition.function)
(file (type_annotation name: (_) @name) @definition.constant)
(value_declaration
  functionDeclarationLeft: (function_declaration_left . (lower_case_identifier) @name . (_))) @definition.function
(file
  (value_declaration
    functionDeclarationLeft: (function_declaration_left (lower_case_identifier) @name)) @definition.constant)
(file
  (value_declaration
    pattern: (pattern (_ (pattern (lower_pattern (lower_case_identifier) @name))))) @definition.constant)
(let_in_expr (type_annotation name: (_) @name typeExpression: (type_expression (arrow))) @definition.function)
(port_annotation name: (_) @name) @definition.function
(infix_declaration operator: (_) @name) @definition.operator

; Types
(type_alias_declaration name: (_) @name) @definition.type
(type_alias_declaration
  typeExpression: (type_expression part: (record_type fieldType: (field_type name: (_) @name) @definition.field)))
(type_declaration name: (_) @name) @definition.type
(union_variant name: (_) @name) @definition.constructor

; What other files see
(module_declaration
  name: (_) @exported
  exposing: (exposing_list
    [
      (exposed_value (_) @exported.name)
      (exposed_type (upper_case_identifier) @exported.name)
      (exposed_operator operator: (_) @exported.name)
    ]))
(file
  (module_declaration name: (_) @exported exposing: (exposing_list doubleDot: (_)))
  [(value_declaration) (type_annotation) (type_declaration) (type_alias_declaration) (port_annotation)] @exported)

; Imports
(import_clause
  moduleName: (_) @import.source
  exposing: (exposing_list
    [(exposed_value (_) @import.name) (exposed_type (upper_case_identifier) @import.name)])) @import
(import_clause moduleName: (_) @import.source) @import
