; What JavaScript and TypeScript have in common.

(comment) @comment
[(string_fragment) (regex_pattern)] @string

; Functions
(function_declaration name: (_) @name body: (_) @local) @definition.function
(generator_function_declaration name: (_) @name body: (_) @local) @definition.function
(variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.function
(variable_declarator
  name: (identifier) @name
  value: (call_expression
    function: [(identifier) @wrap (member_expression property: (_) @wrap)]
    arguments: (arguments . [(arrow_function body: (_) @body) (function_expression body: (_) @body)]))
  (#any-of? @wrap "memo" "forwardRef" "useCallback" "observer" "debounce" "throttle")) @definition.function
(variable_declarator
  name: (identifier) @name
  value: (class body: (_) @body)) @definition.class
[(arrow_function body: (_) @local) (function_expression body: (_) @local) (generator_function body: (_) @local)]
(class_static_block body: (_) @local)

; Tests: blocks with a title
(call_expression
  function: [
    (identifier) @name
    (member_expression object: (identifier) @name)
    (call_expression function: (member_expression object: (identifier) @name))
  ]
  arguments: (arguments
    .
    [(string) (template_string)] @title
    [(arrow_function) (function_expression)] @body)
  (#match? @name "^(describe|it|test|suite|context|specify|bench)$")
  (#set! name "{name}({title})")) @definition.test
(call_expression
  function: (member_expression object: (identifier) @runner property: (property_identifier) @name)
  arguments: (arguments
    .
    [
      (string) @title
      (template_string) @title
      (object (pair key: (property_identifier) @key value: (string) @title))
    ])
  (#any-of? @runner "Deno" "QUnit" "vitest")
  (#any-of? @name "test" "bench" "module")
  (#set! name "{name}({title})")) @definition.test
(expression_statement (call_expression) @wrapped) @wrapper

; Variables
((lexical_declaration
  kind: "const"
  (variable_declarator name: (identifier) @name) @definition.constant))
(variable_declarator name: (identifier) @name) @definition.variable
(variable_declarator name: (object_pattern [
  (shorthand_property_identifier_pattern) @name @definition.variable
  (object_assignment_pattern left: (_) @name) @definition.variable
  (pair_pattern value: (identifier) @name @definition.variable)
  (pair_pattern value: (assignment_pattern left: (identifier) @name @definition.variable))
  (pair_pattern value: (object_pattern (shorthand_property_identifier_pattern) @name @definition.variable))
  (pair_pattern value: (object_pattern (pair_pattern value: (identifier) @name @definition.variable)))
  (rest_pattern (identifier) @name @definition.variable)
]))
(variable_declarator name: (array_pattern [
  (identifier) @name @definition.variable
  (assignment_pattern left: (identifier) @name @definition.variable)
  (rest_pattern (identifier) @name @definition.variable)
]))
(lexical_declaration (variable_declarator) @wrapped) @wrapper
(variable_declaration (variable_declarator) @wrapped) @wrapper

; Classes, also those that are functions with a prototype
(assignment_expression
  left: (member_expression object: (identifier) @owner property: (_) @prototype)
  right: (object [
    (method_definition name: (property_identifier) @name) @definition.method
    (pair
      key: (property_identifier) @name
      value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
  ])
  (#eq? @prototype "prototype"))
(class_declaration name: (_) @name) @definition.class
(export_statement decorator: (decorator) @leading)
(class_declaration decorator: (decorator) @leading)
((method_definition name: (property_identifier) @name body: (_) @local) @definition.constructor
  (#eq? @name "constructor"))
(method_definition
  ["get" "set"]
  name: [(property_identifier) (private_property_identifier)] @name
  body: (_) @local) @definition.property
(method_definition ["get" "set"] name: (string (string_fragment) @name) body: (_) @local) @definition.property
(method_definition name: (string (string_fragment) @name) body: (_) @local) @definition.method
(method_definition name: (_) @name body: (_) @local) @definition.method
(private_property_identifier) @private

; Methods of objects
(pair
  key: (property_identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.method
(pair
  key: (string (string_fragment) @name)
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.method

; Functions that are assigned
(assignment_expression
  left: (member_expression) @module
  right: (function_expression name: (_) @name @exported body: (_) @body)
  (#eq? @module "module.exports")) @definition.function
(assignment_expression
  left: (member_expression) @module
  right: (class name: (_) @name @exported body: (_) @body)
  (#eq? @module "module.exports")) @definition.class
(assignment_expression
  left: (member_expression) @name @exported
  right: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body)]
  (#eq? @name "module.exports")) @definition.function
(assignment_expression
  left: (member_expression) @name @exported
  right: (class !name body: (_) @body)
  (#eq? @name "module.exports")) @definition.class
(assignment_expression
  left: (member_expression
    object: [(identifier) (member_expression)] @owner
    property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]
  (#not-match? @owner "^(module|module\\.exports|exports)$")) @definition.method
(assignment_expression
  left: (member_expression
    object: (_) @module
    property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]
  (#match? @module "^(module\\.exports|exports)$")) @definition.function
; In `a.b = a.c = function` neither holds the other.
(assignment_expression
  left: (member_expression
    object: [(identifier) (member_expression)] @owner
    property: (property_identifier) @name) @definition.method
  right: (assignment_expression right: [
    (arrow_function)
    (function_expression)
    (assignment_expression right: [(arrow_function) (function_expression)])
  ])
  (#not-match? @owner "^(module|module\\.exports|exports)$"))
(assignment_expression
  left: (member_expression object: (_) @module property: (property_identifier) @name) @definition.function
  right: (assignment_expression right: [
    (arrow_function)
    (function_expression)
    (assignment_expression right: [(arrow_function) (function_expression)])
  ])
  (#match? @module "^(module\\.exports|exports)$"))
(assignment_expression
  left: (member_expression
    object: (identifier) @module
    property: (property_identifier) @name @exported)
  right: [(array) (binary_expression) (call_expression) (class) (false) (member_expression) (new_expression) (null) (number) (object) (string) (template_string) (true)]
  (#eq? @module "exports")) @definition.constant
(assignment_expression
  left: (member_expression object: (identifier) @module)
  right: (identifier) @exported.name
  (#eq? @module "exports"))
(assignment_expression
  left: (identifier) @name
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.function
(expression_statement (assignment_expression) @wrapped) @wrapper
(assignment_expression
  left: (member_expression object: (_) @module property: (_) @exported)
  (#match? @module "^(module\\.exports|exports)$"))
(assignment_expression
  left: (member_expression object: (identifier) @module property: (property_identifier) @property)
  right: (object [
    (shorthand_property_identifier) @exported.name
    (pair value: (identifier) @exported.name)
    (pair key: (_) @exported)
    (method_definition name: (_) @exported)
  ])
  (#eq? @module "module") (#eq? @property "exports"))
(assignment_expression
  left: (member_expression object: (identifier) @module property: (property_identifier) @property)
  right: (identifier) @exported.name
  (#eq? @module "module") (#eq? @property "exports"))

; What other files see
(export_statement declaration: (_ (variable_declarator name: [
  (identifier) @exported
  (object_pattern [
    (shorthand_property_identifier_pattern) @exported
    (object_assignment_pattern left: (_) @exported)
    (pair_pattern value: [(identifier) @exported (assignment_pattern left: (_) @exported)])
    (pair_pattern value: (object_pattern [
      (shorthand_property_identifier_pattern) @exported
      (pair_pattern value: (identifier) @exported)
    ]))
    (rest_pattern (identifier) @exported)
  ])
  (array_pattern [
    (identifier) @exported
    (assignment_pattern left: (_) @exported)
    (rest_pattern (identifier) @exported)
  ])
])))
(variable_declarator
  name: (identifier) @exported.name
  value: (assignment_expression left: (_) @module)
  (#any-of? @module "module.exports" "exports"))
(export_statement declaration: (_) @wrapped) @wrapper
(export_statement value: (_) @wrapped) @wrapper
(export_statement "export" @exported)
(export_statement
  "default" @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.function
(export_statement "default" @name value: (class body: (_) @body)) @definition.class
(export_statement value: (identifier) @exported.name)
(export_statement value: (object [(method_definition name: (_) @exported) (pair key: (_) @exported)]))
(export_specifier name: (identifier) @exported.name)

; Imports
(import_statement source: (string) @import.source) @import
(import_statement
  (import_clause (named_imports (import_specifier name: (_) @import.name)))
  source: (string) @import.source) @import
(export_statement source: (string) @import.source) @import
(call_expression
  function: (identifier) @require
  arguments: (arguments . (string) @import.source .)
  (#eq? @require "require")) @import
(call_expression
  function: (import)
  arguments: (arguments . (string) @import.source .)) @import
