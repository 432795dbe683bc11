(comment) @comment
[(string_fragment) (path_fragment) (spath_expression) (uri_expression)] @string

; Functions
(binding expression: (function_expression body: (_) @local))
(binding
  attrpath: (attrpath . (string_expression . (string_fragment) @name .) .)
  expression: (function_expression body: (_) @body)) @definition.function
(binding
  attrpath: (_) @name
  expression: (function_expression body: (function_expression body: (function_expression body: (_) @body)))) @definition.function
(binding
  attrpath: (_) @name
  expression: (function_expression body: (function_expression body: (_) @body))) @definition.function
(binding attrpath: (_) @name expression: (function_expression body: (_) @body)) @definition.function

; What `let` names is seen in its expression alone.
(let_expression (binding_set (binding attrpath: (_) @private)))
(let_expression (binding_set (binding
  attrpath: (attrpath . (string_expression . (string_fragment) @name .) .)) @definition.variable))
(let_expression (binding_set (binding attrpath: (_) @name) @definition.variable))

; Attributes
(binding attrpath: (_) @name expression: (apply_expression argument: (attrset_expression) @body)) @definition.key
(binding
  attrpath: (attrpath . (string_expression . (string_fragment) @name .) .)
  expression: [
    (attrset_expression)
    (rec_attrset_expression)
    (list_expression)
  ] @body) @definition.key
(binding
  attrpath: (_) @name
  expression: [
    (attrset_expression)
    (rec_attrset_expression)
    (list_expression)
  ] @body) @definition.key
(binding attrpath: (attrpath . (string_expression . (string_fragment) @name .) .)) @definition.key
(binding attrpath: (_) @name) @definition.key

; Imports
(apply_expression
  function: [
    (variable_expression name: (identifier) @function)
    (select_expression attrpath: (attrpath (identifier) @function .))
  ]
  argument: [(path_expression) (spath_expression)] @import.source
  (#any-of? @function "import" "callPackage" "scopedImport")) @import
(binding
  attrpath: (attrpath . (identifier) @imports .)
  expression: (list_expression element: (path_expression) @import.source @import)
  (#eq? @imports "imports"))
