(comment) @comment
[(interpreted_string_literal_content) (raw_string_literal_content) (rune_literal)] @string

; Functions
(function_declaration name: (identifier) @name body: (block)? @local) @definition.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @owner))
  name: (field_identifier) @name
  body: (block)? @local) @definition.method
(func_literal body: (block) @local)
(var_spec name: (identifier) @name value: (expression_list . (func_literal body: (_) @body) .)) @definition.function
(short_var_declaration
  left: (expression_list . (identifier) @name .)
  right: (expression_list . (func_literal body: (_) @body) .)) @definition.function

; Tests: functions with a title
(call_expression
  function: [(selector_expression field: (field_identifier) @word) (identifier) @word] @name
  arguments: (argument_list
    .
    [(interpreted_string_literal) (raw_string_literal)] @title
    (func_literal body: (_) @body))
  (#match? @word "^(Run|Describe|Context|When|It|Specify)$")
  (#set! name "{name}({title})")) @definition.test

; Types
(type_spec name: (_) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (_) @name type: (interface_type "{" @body)) @definition.interface
(type_spec name: (_) @name) @definition.type
(type_alias name: (_) @name) @definition.type
((type_declaration [(type_spec) (type_alias)] @wrapped) @wrapper (#not-match? @wrapper "^type\\s*\\("))

; Fields: those of types with a name, and of structs right within them
(type_spec
  type: (struct_type
    (field_declaration_list
      (field_declaration name: (field_identifier) @name @definition.field @wrapped) @wrapper)))
(type_spec
  type: (_
    (struct_type
      (field_declaration_list
        (field_declaration name: (field_identifier) @name @definition.field @wrapped) @wrapper))))
(type_spec
  type: (struct_type
    (field_declaration_list
      (field_declaration
        type: (struct_type
          (field_declaration_list
            (field_declaration name: (field_identifier) @name @definition.field @wrapped) @wrapper))))))
(type_spec
  type: (struct_type
    (field_declaration_list
      (field_declaration
        !name
        type: [
          (type_identifier) @name
          (qualified_type name: (_) @name)
          (generic_type type: (type_identifier) @name)
          (generic_type type: (qualified_type name: (_) @name))
        ]) @definition.field)))
(type_spec
  type: (interface_type
    (type_elem
      .
      [
        (type_identifier) @name
        (qualified_type name: (_) @name)
        (generic_type type: (type_identifier) @name)
        (generic_type type: (qualified_type name: (_) @name))
      ]
      .) @definition.field))
(method_elem name: (_) @name) @definition.method

; Constants and variables
(const_spec (identifier) @name @definition.constant @wrapped (#not-eq? @name "_")) @wrapper
(var_spec (identifier) @name @definition.variable @wrapped (#not-eq? @name "_")) @wrapper
((const_declaration (const_spec) @wrapped) @wrapper (#not-match? @wrapper "^const\\s*\\("))
(var_declaration (var_spec) @wrapped) @wrapper

(import_spec path: (_) @import.source) @import
