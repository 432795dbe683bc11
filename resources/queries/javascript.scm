; inherits: ecmascript

(jsx_text) @string

(field_definition
  property: (_) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(field_definition property: (_) @name) @definition.field
(method_definition decorator: (decorator) @leading)
(field_definition decorator: (decorator) @leading)

; Fields that the constructor makes
(method_definition
  name: (_) @constructor
  body: (statement_block (expression_statement (assignment_expression
    left: (member_expression object: (this) property: (_) @name)) @definition.field))
  (#eq? @constructor "constructor")
  (#set! keep first))
