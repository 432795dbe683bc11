; inherits: ecmascript

(field_definition
  property: (_) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(field_definition property: (_) @name) @definition.field
(method_definition decorator: (decorator) @leading)
(field_definition decorator: (decorator) @leading)
