; inherits: ecmascript

(abstract_class_declaration name: (_) @name) @definition.class
(class_body (decorator) @leading)
(public_field_definition decorator: (decorator) @leading)
(required_parameter decorator: (decorator) @leading)
(abstract_class_declaration decorator: (decorator) @leading)
(interface_declaration name: (_) @name) @definition.interface
(type_alias_declaration name: (_) @name) @definition.type
(enum_declaration name: (_) @name) @definition.enum
(enum_body name: [(property_identifier) (computed_property_name)] @name @definition.enum_member)
(enum_body name: (string (string_fragment) @name) @definition.enum_member)
(enum_body (enum_assignment name: [(property_identifier) (computed_property_name)] @name) @definition.enum_member)
(enum_body (enum_assignment name: (string (string_fragment) @name)) @definition.enum_member)
(internal_module name: (_) @name) @definition.namespace
(module name: (string (string_fragment) @name)) @definition.module
(module name: (identifier) @name) @definition.module
(module name: (nested_identifier) @name) @definition.module
(expression_statement (internal_module) @wrapped) @wrapper
(ambient_declaration (_) @wrapped) @wrapper
(ambient_declaration (module) @exported)
(function_signature name: (_) @name) @definition.function

(public_field_definition
  name: (_) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(public_field_definition name: (_) @name) @definition.field
[
  (interface_body [
    (method_signature ["get" "set"] name: [(property_identifier) (computed_property_name)] @name) @definition.property
    (method_signature ["get" "set"] name: (string (string_fragment) @name)) @definition.property
    (property_signature name: [(property_identifier) (computed_property_name)] @name) @definition.property
    (property_signature name: (string (string_fragment) @name)) @definition.property
  ])
  (type_alias_declaration value: (object_type [
    (method_signature ["get" "set"] name: [(property_identifier) (computed_property_name)] @name) @definition.property
    (property_signature name: [(property_identifier) (computed_property_name)] @name) @definition.property
    (property_signature name: (string (string_fragment) @name)) @definition.property
  ]))
]
[
  (interface_body [
    (method_signature name: [(property_identifier) (computed_property_name)] @name) @definition.method
    (method_signature name: (string (string_fragment) @name)) @definition.method
  ])
  (class_body (method_signature name: (_) @name) @definition.method)
  (type_alias_declaration value: (object_type (method_signature name: (_) @name) @definition.method))
]
(abstract_method_signature ["get" "set"] name: (_) @name) @definition.property
(abstract_method_signature name: (_) @name) @definition.method
((required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field)
(accessibility_modifier "private" @private)

(export_statement "=" (identifier) @exported.name)

(import_statement
  (import_require_clause source: (string) @import.source)) @import
