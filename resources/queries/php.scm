(comment) @comment
[(string_content) (nowdoc_string) (text)] @string

(attribute_list) @leading

; Namespaces and types
(namespace_definition name: (_) @name) @definition.namespace
(class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(trait_declaration name: (_) @name) @definition.trait
(enum_declaration name: (_) @name) @definition.enum
(enum_case name: (_) @name) @definition.enum_member
(object_creation_expression
  (anonymous_class "class" @name body: (_) @body)
  (#set! name "new class")) @definition.class

; Members
((method_declaration name: (_) @name) @definition.constructor (#eq? @name "__construct"))
(method_declaration name: (_) @name) @definition.method
(property_declaration (property_element name: (variable_name (name) @name)) @definition.field @wrapped) @wrapper
(property_promotion_parameter name: (variable_name (name) @name)) @definition.field
(const_declaration (const_element . (name) @name) @definition.constant @wrapped) @wrapper

; Functions
(function_definition name: (_) @name) @definition.function
(assignment_expression
  left: (variable_name (name) @name)
  right: [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)]) @definition.function
(expression_statement (assignment_expression) @wrapped) @wrapper

; Tests: functions with a title
((function_call_expression
  function: (name) @name
  arguments: (arguments
    .
    (argument [(string) (encapsed_string)] @title)
    (argument [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)]))) @definition.test
  (#any-of? @name "it" "test" "describe" "context" "specify")
  (#set! name "{name}({title})"))
(expression_statement (function_call_expression) @wrapped) @wrapper

; Variables
((function_call_expression
  function: (name) @define
  arguments: (arguments . (argument [(string (string_content) @name) (encapsed_string (string_content) @name)])))
  @definition.constant
  (#eq? @define "define"))
(expression_statement
  (assignment_expression left: (variable_name (name) @name) (#set! keep first)) @definition.variable)

; Locals
(function_definition body: (_) @local)
(method_declaration body: (_) @local)
[(anonymous_function body: (_) @local) (arrow_function body: (_) @local)]

(visibility_modifier "private") @private

; Imports
(namespace_use_declaration
  (namespace_use_clause [(name) (qualified_name)] @import.source) @import)
(namespace_use_declaration
  (namespace_name) @import.source
  body: (namespace_use_group (namespace_use_clause . (_) @import.name))) @import
(include_expression (string (string_content) @import.source)) @import
(include_once_expression (string (string_content) @import.source)) @import
(require_expression (string (string_content) @import.source)) @import
(require_once_expression (string (string_content) @import.source)) @import
(require_once_expression (binary_expression right: (string (string_content) @import.source))) @import
(require_expression (binary_expression right: (string (string_content) @import.source))) @import
(include_once_expression (binary_expression right: (string (string_content) @import.source))) @import
(include_expression (binary_expression right: (string (string_content) @import.source))) @import
