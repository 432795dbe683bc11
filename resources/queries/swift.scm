[(comment) (multiline_comment)] @comment
[(line_str_text) (multi_line_str_text) (raw_str_part) (raw_str_end_part) (regex_literal)] @string

(modifiers (attribute) @leading)

; Members of extensions hang under the type
((class_declaration
  "extension"
  name: (_) @owner
  body: (class_body (function_declaration "func" . _ @name) @definition.operator))
  (#match? @name "^[-+*/%<>=!&|^~?.]+$"))
((class_declaration
  "extension"
  name: (_) @owner
  body: (class_body (function_declaration "func" . _ @name) @definition.method))
  (#match? @name "^[^(:]+$"))
(class_declaration
  "extension"
  name: (_) @owner
  body: (class_body (function_declaration name: "init" @name) @definition.constructor))
(class_declaration
  "extension"
  name: (_) @owner
  body: (class_body (subscript_declaration "subscript" @name (computed_property) @body) @definition.property))
(class_declaration
  "extension"
  name: (_) @owner
  body: (class_body (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name) @definition.property @wrapped
    computed_value: (_)? @body) @wrapper))
(class_declaration
  "extension"
  name: (_) @owner
  body: (class_body (typealias_declaration name: (type_identifier) @name) @definition.type))
(class_declaration
  "extension"
  name: (_) @owner
  body: (class_body (class_declaration "class" name: (type_identifier) @name) @definition.class))
(class_declaration
  "extension"
  name: (_) @owner
  body: (class_body (class_declaration "struct" name: (type_identifier) @name) @definition.struct))
(class_declaration
  "extension"
  name: (_) @owner
  body: (class_body (class_declaration "enum" name: (type_identifier) @name) @definition.enum))
(class_declaration
  "extension"
  name: (_) @name
  (#set! name "extension {name}")) @definition.implementation

; Types
(class_declaration "class" name: (type_identifier) @name) @definition.class
(class_declaration "actor" name: (type_identifier) @name) @definition.class
(class_declaration "struct" name: (type_identifier) @name) @definition.struct
(class_declaration "enum" name: (type_identifier) @name) @definition.enum
(enum_entry name: (simple_identifier) @name @definition.enum_member @wrapped) @wrapper
(protocol_declaration name: (type_identifier) @name) @definition.interface
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type

; Functions
; (a wildcard behind "func" is by far the cheapest way to say this for the grammar)
((function_declaration "func" . _ @name) @definition.operator (#match? @name "^[-+*/%<>=!&|^~?.]+$"))
((function_declaration "func" . _ @name) @definition.function (#match? @name "^[^(:]+$"))
(function_declaration name: "init" @name) @definition.constructor
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name (computed_property) @body) @definition.property
(protocol_function_declaration name: (simple_identifier) @name) @definition.method
(protocol_function_declaration name: "init" @name) @definition.constructor
(protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  (protocol_property_requirements)? @body) @definition.property
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name) @definition.function @wrapped
  value: (lambda_literal) @body) @wrapper

; Properties and variables
(class_body
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name) @definition.property @wrapped
    computed_value: (_)? @body
    (#set! keep outside)) @wrapper)
(enum_class_body
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name) @definition.property @wrapped
    computed_value: (_)? @body
    (#set! keep outside)) @wrapper)
(property_declaration
  (value_binding_pattern mutability: "let")
  name: (pattern bound_identifier: (simple_identifier) @name) @definition.constant @wrapped) @wrapper
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name) @definition.variable @wrapped
  computed_value: (_)? @body) @wrapper

[(function_body) (lambda_literal) (computed_property)] @local

((visibility_modifier) @private (#match? @private "^(file)?private$"))

(import_declaration (identifier) @import.source) @import
