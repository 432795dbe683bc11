[(comment) (haddock)] @comment
[(string) (char) (quasiquote_body)] @string
(cpp) @apart
(local_binds) @local

(header module: (_) @name) @definition.module

; Classes and instances
(class name: [(name) @name (prefix_id (_) @name)] declarations: (_)? @body) @definition.class
(class (infix operator: (_) @name) declarations: (_)? @body) @definition.class
(instance
  name: (_) @name
  patterns: (_)? @patterns
  declarations: (_)? @body
  (#set! name "instance {name} {patterns}")) @definition.implementation
(deriving_instance
  name: (_) @name
  patterns: (_)? @patterns
  (#set! name "instance {name} {patterns}")) @definition.implementation
(class_declarations
  [
    (signature name: [(variable) @name (prefix_id (_) @name)])
    (function name: [(variable) @name (prefix_id (_) @name)] match: (_) @body)
    (function (infix operator: [(operator) @name (infix_id (_) @name)]) match: (_) @body)
    (function
      parens: (function_head_parens (infix operator: [(operator) @name (infix_id (_) @name)]))
      match: (_) @body)
    (bind name: [(variable) @name (prefix_id (_) @name)] match: (_) @body)
  ] @joined @definition.method)
(class_declarations
  (signature names: (binding_list name: [(variable) @name (prefix_id (_) @name)])) @definition.method)
(instance_declarations
  [
    (signature name: [(variable) @name (prefix_id (_) @name)])
    (function name: [(variable) @name (prefix_id (_) @name)] match: (_) @body)
    (function (infix operator: [(operator) @name (infix_id (_) @name)]) match: (_) @body)
    (function
      parens: (function_head_parens (infix operator: [(operator) @name (infix_id (_) @name)]))
      match: (_) @body)
    (bind name: [(variable) @name (prefix_id (_) @name)] match: (_) @body)
  ] @joined @definition.method)

; Functions: a type signature and the equations below it are one. What has a plain type is a constant.
(declarations [(signature) (function) (bind) (pattern_synonym)] @joined)
(local_binds decl: [(signature) (function) (bind)] @joined)
(declarations
  (signature name: (variable) @name type: [(name) (list) (tuple) (qualified)]) @definition.constant)
(declarations (signature name: (variable) @name) @definition.function)
(declarations (signature name: (prefix_id (_) @name)) @definition.operator)
(function name: (variable) @name match: (_) @body) @definition.function
(function name: (prefix_id (_) @name) match: (_) @body) @definition.operator
(function (infix operator: (operator) @name) match: (_) @body) @definition.operator
(function (infix operator: (infix_id (_) @name)) match: (_) @body) @definition.function
(function parens: (function_head_parens (infix operator: (operator) @name)) match: (_) @body) @definition.operator
(function
  parens: (function_head_parens (infix operator: (infix_id (_) @name)))
  match: (_) @body) @definition.function
(declarations
  (bind name: (variable) @name match: (match expression: [(literal) (list) (tuple)])) @definition.constant)
(declarations (bind name: (variable) @name match: (_) @body) @definition.function)
(declarations (bind name: (prefix_id (_) @name) match: (_) @body) @definition.operator)
(declarations
  (bind
    pattern: [
      (_ element: (variable) @name)
      (apply argument: (variable) @name)
      (as bind: (variable) @name)
      (strict (variable) @name)
    ]) @definition.constant)
(foreign_import signature: (signature name: (_) @name)) @definition.function

; Values within functions, where it is said that they are functions
(local_binds
  decl: (signature
    name: (variable) @name
    type: [(function) (forall type: (function)) (forall type: (context type: (function))) (context type: (function))])
  @definition.function)
(local_binds
  decl: (signature name: (variable) @signed type: [(function) (context) (forall)])
  .
  decl: (bind name: (variable) @name match: (_) @body) @definition.function
  (#eq? @signed @name))
(local_binds
  decl: (bind name: (variable) @name match: (match expression: [(lambda) (lambda_case)]) @body)
  @definition.function)

; Types
(data_instance
  (_ name: (_) @name patterns: (_) @patterns)
  (#set! name "{name} {patterns}")) @definition.type
(declarations
  (type_instance name: (_) @name patterns: (_) @patterns) @definition.type
  (#set! name "{name} {patterns}"))
[
  (data_type name: [(name) @name (prefix_id (_) @name)])
  (data_type (infix operator: (_) @name))
  (newtype name: [(name) @name (prefix_id (_) @name)])
  (newtype (infix operator: (_) @name))
  (type_synomym name: [(name) @name (prefix_id (_) @name)])
  (type_synomym (infix operator: (_) @name))
  (type_family name: [(name) @name (prefix_id (_) @name)])
  (type_family (infix operator: (_) @name))
  (data_family name: (name) @name)
  (type_instance name: (name) @name)
] @definition.type
(data_constructor
  constructor: [
    (_ name: [(constructor) @name (prefix_id (_) @name)])
    (infix operator: [(constructor_operator) @name (infix_id (_) @name)])
  ]) @definition.constructor
(newtype_constructor name: [(constructor) @name (prefix_id (_) @name)]) @definition.constructor
(gadt_constructor
  [
    name: [(constructor) @name (prefix_id (_) @name)]
    names: (_ [(constructor) @name (prefix_id (_) @name)])
  ]) @definition.constructor
((field name: (field_name (_) @name)) @definition.field
  (#set! keep first))
(pattern_synonym
  [
    (signature synonym: (_) @name)
    (equation
      synonym: [
        (constructor) @name
        (infix operator: (_) @name)
        (record constructor: (_) @name)
        (apply function: (constructor) @name)
        (apply function: (apply function: (constructor) @name))
        (apply function: (apply function: (apply function: (constructor) @name)))
      ])
  ]) @definition.constructor

; What other files see
(haskell (header !exports) (declarations (_) @exported))
(haskell
  (header module: (module) @own exports: (exports (module_export module: (module) @all)))
  (declarations (_) @exported)
  (#eq? @own @all))
(export [variable: (_) @exported.name type: (_) @exported.name operator: (prefix_id (_) @exported.name)])
["module" "instance"] @exported
(declarations (type_instance) @exported)

; Imports
(import
  module: (_) @import.source
  names: (import_list
    name: (import_name
      [variable: (_) @import.name type: (_) @import.name operator: (prefix_id (_) @import.name)]))) @import
(import module: (_) @import.source) @import
