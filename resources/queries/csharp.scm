(comment) @comment
[(string_literal_content) (verbatim_string_literal) (raw_string_content) (string_content) (character_literal)] @string

(attribute_list) @leading

; Namespaces and types
(namespace_declaration name: (_) @name) @definition.namespace
(file_scoped_namespace_declaration name: (_) @name) @definition.namespace
(class_declaration name: (_) @name) @definition.class
(struct_declaration name: (_) @name) @definition.struct
(record_declaration "struct" name: (_) @name) @definition.struct
(record_declaration name: (_) @name) @definition.class
(record_declaration (parameter_list (parameter name: (_) @name) @definition.property))
(interface_declaration name: (_) @name) @definition.interface
(enum_declaration name: (_) @name) @definition.enum
(enum_member_declaration name: (_) @name) @definition.enum_member
(delegate_declaration name: (_) @name) @definition.type

; Members
(method_declaration name: (_) @name) @definition.method
(constructor_declaration name: (_) @name (constructor_initializer)? @body) @definition.constructor
(destructor_declaration "~" name: (_) @name (#set! name "~{name}")) @definition.method
(operator_declaration operator: _ @name) @definition.operator
(conversion_operator_declaration type: (_) @name (#set! name "operator {name}")) @definition.operator
(property_declaration name: (_) @name accessors: (_) @body) @definition.property
(property_declaration name: (_) @name value: (_) @body) @definition.property
(indexer_declaration "this" @name accessors: (_) @body) @definition.property
(indexer_declaration "this" @name value: (_) @body) @definition.property
(event_declaration name: (_) @name accessors: (_)? @body) @definition.event
(event_field_declaration
  (variable_declaration (variable_declarator name: (_) @name) @definition.event @wrapped)) @wrapper
(field_declaration
  (modifier "const")
  (variable_declaration (variable_declarator name: (_) @name) @definition.constant @wrapped)) @wrapper
(field_declaration
  (variable_declaration (variable_declarator name: (_) @name) @definition.field @wrapped)) @wrapper
(local_function_statement name: (_) @name) @definition.function
(local_declaration_statement
  (variable_declaration
    (variable_declarator name: (_) @name (lambda_expression body: (_) @body)) @definition.function @wrapped)) @wrapper

; Locals
(method_declaration body: (_) @local)
(constructor_declaration body: (_) @local)
(local_function_statement body: (_) @local)
(accessor_declaration body: (_) @local)
[(lambda_expression body: (_) @local) (anonymous_method_expression (block) @local)]

; What other files see
(modifier ["private" "file"]) @private
(modifier ["public" "protected" "internal"]) @exported
([
  (field_declaration
    (modifier ["public" "protected" "internal"])
    (variable_declaration (variable_declarator) @exported))
  (event_field_declaration
    (modifier ["public" "protected" "internal"])
    (variable_declaration (variable_declarator) @exported))
])
(record_declaration (parameter_list (parameter) @exported))
(compilation_unit (_) @exported)
(namespace_declaration body: (declaration_list (_) @exported))
(interface_declaration body: (declaration_list (_) @exported))
(enum_member_declaration) @exported

; Imports
(using_directive [(identifier) (qualified_name) (alias_qualified_name)] @import.source .) @import
