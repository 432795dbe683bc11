; inherits: c-family

(raw_string_content) @string
[(lambda_expression body: (_) @local) (translation_unit (compound_statement) @local)]

; Constructors and destructors
(field_declaration_list
  (function_definition
    !type
    declarator: (function_declarator declarator: (identifier) @name)
    (field_initializer_list)? @body) @definition.constructor)
(field_declaration_list
  (template_declaration
    (function_definition
      !type
      declarator: (function_declarator declarator: (identifier) @name)
      (field_initializer_list)? @body) @definition.constructor))
(field_declaration_list
  (declaration
    !type
    declarator: (function_declarator declarator: (identifier) @name)) @definition.constructor)
(field_declaration_list
  (template_declaration
    (declaration
      !type
      declarator: (function_declarator declarator: (identifier) @name)) @definition.constructor))
((function_definition
  !type
  declarator: (function_declarator declarator: (qualified_identifier) @name)
  (field_initializer_list)? @body) @definition.constructor
  (#not-match? @name "~|\\boperator\\b")
  (#set! split "::"))
(function_definition
  declarator: (function_declarator declarator: (destructor_name) @name)) @definition.method
(declaration
  declarator: (function_declarator declarator: (destructor_name) @name)) @definition.method

; Where an unknown macro stands before the type, the grammar takes type and name for `A::b`
((function_definition
  declarator: [
    (function_declarator declarator: (qualified_identifier name: (identifier) @name) @qualified)
    (reference_declarator
      (function_declarator declarator: (qualified_identifier name: (identifier) @name) @qualified))
    (pointer_declarator
      declarator: (function_declarator declarator: (qualified_identifier name: (identifier) @name) @qualified))
    (qualified_identifier
      name: (pointer_type_declarator (function_declarator declarator: (type_identifier) @name))) @qualified
  ]) @definition.function
  (#not-match? @qualified "::"))
(declaration
  declarator: [
    (function_declarator declarator: (qualified_identifier name: (identifier) @name))
    (reference_declarator (function_declarator declarator: (qualified_identifier name: (identifier) @name)))
    (pointer_declarator
      declarator: (function_declarator declarator: (qualified_identifier name: (identifier) @name)))
    (qualified_identifier
      name: (pointer_type_declarator (function_declarator declarator: (type_identifier) @name)))
  ] @definition.function @wrapped
  (#set! keep outside)) @wrapper

; Operators
(function_definition
  declarator: (operator_cast type: (_) @name)
  (#set! name "operator {name}")) @definition.operator
(declaration
  declarator: (operator_cast type: (_) @name)
  (#set! name "operator {name}")) @definition.operator
(function_definition
  declarator: (qualified_identifier scope: (_) @owner name: (operator_cast type: (_) @name))
  (#set! name "operator {name}")) @definition.operator
(function_definition
  declarator: [
    (function_declarator declarator: (operator_name) @name)
    (reference_declarator (function_declarator declarator: (operator_name) @name))
    (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name))
    (pointer_declarator
      declarator: (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name)))
  ]) @definition.operator
((function_definition
  declarator: [
    (function_declarator declarator: (qualified_identifier) @name)
    (reference_declarator (function_declarator declarator: (qualified_identifier) @name))
    (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier) @name))
    (pointer_declarator
      declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier) @name)))
  ]) @definition.operator
  (#match? @name "\\boperator\\b")
  (#set! split "::"))
(declaration
  declarator: [
    (function_declarator declarator: (operator_name) @name)
    (reference_declarator (function_declarator declarator: (operator_name) @name))
    (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name))
    (pointer_declarator
      declarator: (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name)))
  ]) @definition.operator
(field_declaration
  declarator: [
    (function_declarator declarator: (operator_name) @name)
    (reference_declarator (function_declarator declarator: (operator_name) @name))
    (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name))
    (pointer_declarator
      declarator: (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name)))
  ]) @definition.operator

; Functions
(declaration
  declarator: (init_declarator
    declarator: (identifier) @name
    value: (lambda_expression body: (_) @body)) @definition.function @wrapped) @wrapper
(function_definition
  declarator: [
    (function_declarator declarator: (qualified_identifier) @name)
    (reference_declarator (function_declarator declarator: (qualified_identifier) @name))
    (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier) @name))
    (pointer_declarator
      declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier) @name)))
  ]
  (#set! split "::")) @definition.method
(function_definition
  declarator: [
    (function_declarator declarator: (field_identifier) @name)
    (reference_declarator (function_declarator declarator: (field_identifier) @name))
    (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))
    (pointer_declarator
      declarator: (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name)))
  ]) @definition.method
(field_declaration
  declarator: [
    (function_declarator declarator: (field_identifier) @name)
    (reference_declarator (function_declarator declarator: (field_identifier) @name))
    (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))
    (pointer_declarator
      declarator: (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name)))
  ]) @definition.method
(function_definition
  declarator: [
    (function_declarator declarator: (template_function name: (identifier) @name))
    (pointer_declarator declarator: (function_declarator declarator: (template_function name: (identifier) @name)))
    (reference_declarator (function_declarator declarator: (template_function name: (identifier) @name)))
    (reference_declarator (function_declarator declarator: (identifier) @name))
  ]) @definition.function
(declaration
  declarator: (reference_declarator (function_declarator declarator: (identifier) @name)) @definition.function @wrapped
  (#set! keep outside)) @wrapper

; Types
(class_specifier name: (type_identifier) @name body: (_)) @definition.class
(class_specifier name: (template_type name: (type_identifier) @name) body: (_)) @definition.class
(class_specifier name: (qualified_identifier) @name body: (_) (#set! split "::")) @definition.class
(struct_specifier name: (template_type name: (type_identifier) @name) body: (_)) @definition.struct
(struct_specifier name: (qualified_identifier) @name body: (_) (#set! split "::")) @definition.struct
(alias_declaration name: (_) @name) @definition.type
(concept_definition name: (_) @name) @definition.interface
(type_definition
  type: [(qualified_identifier) (template_type) (dependent_type) (decltype)]
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
  ] @definition.type @wrapped) @wrapper
(namespace_definition name: (namespace_identifier) @name) @definition.namespace
(namespace_definition name: (nested_namespace_specifier) @name (#set! split "::")) @definition.namespace
(namespace_alias_definition name: (_) @name) @definition.namespace

; Fields and variables
(field_declaration declarator: (reference_declarator (field_identifier) @name)) @definition.field
(declaration
  declarator: [
    (reference_declarator (identifier) @name)
    (init_declarator declarator: (reference_declarator (identifier) @name))
  ] @definition.variable @wrapped) @wrapper
(declaration
  declarator: [
    (qualified_identifier) @name
    (pointer_declarator declarator: (qualified_identifier) @name)
    (array_declarator declarator: (qualified_identifier) @name)
    (reference_declarator (qualified_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (qualified_identifier) @name))
    (array_declarator declarator: (array_declarator declarator: (qualified_identifier) @name))
    (pointer_declarator declarator: (array_declarator declarator: (qualified_identifier) @name))
    (init_declarator declarator: [
      (qualified_identifier) @name
      (pointer_declarator declarator: (qualified_identifier) @name)
      (array_declarator declarator: (qualified_identifier) @name)
      (reference_declarator (qualified_identifier) @name)
      (pointer_declarator declarator: (pointer_declarator declarator: (qualified_identifier) @name))
      (array_declarator declarator: (array_declarator declarator: (qualified_identifier) @name))
      (pointer_declarator declarator: (array_declarator declarator: (qualified_identifier) @name))
    ])
  ] @definition.field @wrapped
  (#match? @name "::")
  (#set! keep outside)
  (#set! split "::")) @wrapper

(template_declaration
  [
    (alias_declaration)
    (class_specifier)
    (concept_definition)
    (declaration)
    (field_declaration)
    (friend_declaration)
    (function_definition)
    (struct_specifier)
    (template_declaration)
    (union_specifier)
  ] @wrapped) @wrapper
(friend_declaration [(declaration) (function_definition)] @wrapped) @wrapper

; What other files see
(class_specifier body: (field_declaration_list "{" @section.private))
(struct_specifier body: (field_declaration_list "{" @section.public))
(union_specifier body: (field_declaration_list "{" @section.public))
(field_declaration_list (access_specifier "private") @section.private)
(field_declaration_list (access_specifier ["protected" "public"]) @section.public)
