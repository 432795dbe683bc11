(comment) @comment
[(string_content) (character_content) (multiline_string)] @string

; Types: constants that are bound to one
(variable_declaration . (identifier (string (string_content) @name)) (struct_declaration "{" @body)) @definition.struct
(variable_declaration . (identifier) @name (struct_declaration "{" @body)) @definition.struct
(variable_declaration . (identifier (string (string_content) @name)) (union_declaration "{" @body)) @definition.union
(variable_declaration . (identifier) @name (union_declaration "{" @body)) @definition.union
(variable_declaration . (identifier (string (string_content) @name)) (enum_declaration "{" @body)) @definition.enum
(variable_declaration . (identifier) @name (enum_declaration "{" @body)) @definition.enum
(variable_declaration . (identifier (string (string_content) @name)) (opaque_declaration "{" @body)) @definition.type
(variable_declaration . (identifier) @name (opaque_declaration "{" @body)) @definition.type
(variable_declaration . (identifier (string (string_content) @name)) (error_set_declaration "{" @body)) @definition.enum
(variable_declaration . (identifier) @name (error_set_declaration "{" @body)) @definition.enum
((function_declaration name: (identifier) @name type: (builtin_type) @type body: (_)) @definition.struct
  (#eq? @type "type"))

; Members
(struct_declaration
  (function_declaration name: (identifier (string (string_content) @name))) @definition.method)
(struct_declaration
  (function_declaration name: (identifier) @name) @definition.method)
(union_declaration
  (function_declaration name: (identifier (string (string_content) @name))) @definition.method)
(union_declaration
  (function_declaration name: (identifier) @name) @definition.method)
(enum_declaration
  (function_declaration name: (identifier (string (string_content) @name))) @definition.method)
(enum_declaration
  (function_declaration name: (identifier) @name) @definition.method)
(opaque_declaration
  (function_declaration name: (identifier (string (string_content) @name))) @definition.method)
(opaque_declaration
  (function_declaration name: (identifier) @name) @definition.method)
(enum_declaration
  (container_field name: (identifier (string (string_content) @name))) @definition.enum_member)
(enum_declaration
  (container_field name: (identifier) @name) @definition.enum_member)
(container_field name: (identifier (string (string_content) @name))) @definition.field
(container_field name: (identifier) @name) @definition.field
(error_set_declaration (identifier) @name @definition.enum_member)

; Functions and tests
(function_declaration name: (identifier (string (string_content) @name))) @definition.function
(function_declaration name: (identifier) @name) @definition.function
(test_declaration [(string) (identifier)] @name (block) @body (#set! name "test {name}")) @definition.test
(test_declaration "test" @name . (block) @body) @definition.test

; Constants and variables
(variable_declaration "const" . (identifier (string (string_content) @name))) @definition.constant
(variable_declaration "const" . (identifier) @name) @definition.constant
(variable_declaration "var" . (identifier) @name) @definition.variable
(variable_declaration "var" (string) . (identifier) @name) @definition.variable

((function_declaration type: (_) @type body: (_) @local) (#not-eq? @type "type"))
(test_declaration (block) @local)
(comptime_declaration) @local

; What other files see
(variable_declaration ["pub" "export"] @exported)
(function_declaration ["pub" "export"] @exported)
(container_field) @exported
(error_set_declaration (identifier) @exported)

((builtin_function
  (builtin_identifier) @import.keyword
  (arguments (string (string_content) @import.source))) @import
  (#eq? @import.keyword "@import"))
