[(comment) (block_comment)] @comment
[(string) (character_literal)] @string

(annotation) @leading

; Types
(class_definition name: (_) @name) @definition.class
(trait_definition name: (_) @name) @definition.trait
(object_definition name: (_) @name) @definition.object
(package_object name: (_) @name) @definition.object
(enum_definition name: (_) @name) @definition.enum
(simple_enum_case name: (_) @name) @definition.enum_member
(full_enum_case name: (_) @name) @definition.enum_member
(enum_case_definitions [(simple_enum_case) (full_enum_case)] @wrapped) @wrapper
(type_definition name: (_) @name) @definition.type
(given_definition name: (_) @name) @definition.object
(package_clause name: (_) @name body: (_)) @definition.package
(class_parameter ["val" "var"] name: (_) @name) @definition.field
(class_definition "case" class_parameters: (class_parameters (class_parameter name: (_) @name) @definition.field))

; Functions
((function_definition name: (identifier) @name) @definition.constructor (#eq? @name "this"))
(function_definition name: (operator_identifier) @name) @definition.operator
(function_declaration name: (operator_identifier) @name) @definition.operator
(template_body (function_definition name: (_) @name) @definition.method)
(template_body (function_declaration name: (_) @name) @definition.method)
(with_template_body (function_definition name: (_) @name) @definition.method)
(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.function
(val_definition pattern: (identifier) @name value: (lambda_expression) @body) @definition.function

; Tests: blocks with a title
((call_expression
  function: (call_expression function: (identifier) @name arguments: (arguments . (string) @title))
  arguments: (block) @body) @definition.test
  (#any-of? @name "test" "describe" "it" "they" "feature" "scenario" "property")
  (#set! name "{name}({title})"))
((infix_expression
  left: [(string) (infix_expression left: (string))] @name
  operator: (identifier) @operator
  right: (block) @body) @definition.test
  (#any-of? @operator "in" "should" "must" "can" "when" "which" "that"))

; Values
(template_body
  (val_definition pattern: (identifier) @name (#set! keep outside)) @definition.field)
(template_body
  (val_definition
    pattern: (identifiers (identifier) @name @definition.field @wrapped)
    (#set! keep outside)) @wrapper)
(template_body (val_definition pattern: (tuple_pattern (identifier) @name @definition.field) (#set! keep outside)))
(template_body (var_definition pattern: (identifier) @name (#set! keep outside)) @definition.field)
(template_body
  (var_definition
    pattern: (identifiers (identifier) @name @definition.field @wrapped)
    (#set! keep outside)) @wrapper)
[(val_declaration name: (_) @name) (var_declaration name: (_) @name)] @definition.field
(val_definition pattern: (identifier) @name) @definition.constant
(val_definition pattern: (identifiers (identifier) @name @definition.constant @wrapped)) @wrapper
(var_definition pattern: (identifier) @name) @definition.variable

; Locals
[(block) (indented_block) (case_block) (lambda_expression)] @local

((access_modifier) @private (#match? @private "^private(\\[this\\])?$"))

; Imports
(import_declaration
  (#set! strip "^import\\s+|\\s*\\.\\s*([_*]|given|\\{.*)$")) @import @import.source
(import_declaration
  (namespace_selectors [
    (identifier) @import.name
    (arrow_renamed_identifier name: (_) @import.name)
    (as_renamed_identifier name: (_) @import.name)
  ])
  (#set! strip "^import\\s+|\\s*\\.\\s*\\{.*$")) @import @import.source

; Text without interpolated code
((interpolated_string) @string (#not-match? @string "\\$"))
