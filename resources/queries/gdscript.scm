(comment) @comment
(string) @string

(source (annotation) @leading)
(class_definition body: (body (annotation) @leading))

; Classes
(class_name_statement (name) @name) @definition.class
(class_definition name: (_) @name) @definition.class
(enum_definition name: (_) @name) @definition.enum
(enumerator left: (_) @name) @definition.enum_member
(signal_statement (name) @name) @definition.event

; Functions
[
  (function_definition body: (_) @local)
  (constructor_definition body: (_) @local)
  (lambda (body) @local)
]
(constructor_definition "_init" @name body: (_)) @definition.constructor
(function_definition name: (_) @name) @definition.function
(variable_statement name: (_) @name value: (lambda (body) @body)) @definition.function

; Variables
(const_statement name: (_) @name) @definition.constant
(variable_statement name: (_) @name setget: (_) @body) @definition.property
(variable_statement name: (_) @name) @definition.variable
(export_variable_statement name: (_) @name) @definition.variable
(onready_variable_statement name: (_) @name) @definition.variable

; Imports
(call
  (identifier) @function
  (arguments . (string) @import.source .)
  (#any-of? @function "preload" "load")) @import
(extends_statement (string) @import.source) @import
