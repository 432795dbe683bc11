(comment) @comment
(string content: (_) @string)

; Functions
[(function_declaration body: (_) @local) (function_definition body: (_) @local)]
(function_declaration "local" @private)
(function_declaration name: (identifier) @name [(block) (comment) "end"] @body) @definition.function
(function_declaration
  name: (dot_index_expression table: (_) @owner field: (_) @name)
  [(block) (comment) "end"] @body) @definition.function
(function_declaration
  name: (method_index_expression table: (_) @owner method: (_) @name)
  [(block) (comment) "end"] @body) @definition.method
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition [(block) (comment) "end"] @body))) @definition.function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @owner field: (_) @name) .)
  (expression_list . value: (function_definition [(block) (comment) "end"] @body))
  (#not-eq? @owner "self")) @definition.function
(assignment_statement
  (variable_list . name: (bracket_index_expression table: (_) @owner field: (string content: (_) @name)) .)
  (expression_list . value: (function_definition [(block) (comment) "end"] @body))) @definition.function
(field name: (identifier) @name value: (function_definition [(block) (comment) "end"] @body)) @definition.function
(field name: (string content: (_) @name) value: (function_definition [(block) (comment) "end"] @body)) @definition.function

; Tests: blocks with a title
(function_call
  name: (identifier) @name @private
  arguments: (arguments . (string) @title . (function_definition) @body)
  (#any-of? @name "describe" "context" "insulate" "expose" "it" "test" "spec" "pending")
  (#set! name "{name}({title})")) @definition.test

; Variables of the file
(chunk (variable_declaration
  (assignment_statement (variable_list . name: (identifier) @name @private attribute: (_) .)) @definition.constant))
((chunk (variable_declaration
    (assignment_statement (variable_list . name: (identifier) @name @private .)) @definition.variable))
  (#set! keep first))
((chunk (variable_declaration
    (assignment_statement (variable_list name: (identifier) @name @private @definition.variable))))
  (#set! keep first))
((chunk (variable_declaration (variable_list name: (identifier) @name @private @definition.variable)))
  (#set! keep first))
((chunk (assignment_statement (variable_list . name: (identifier) @name .)) @definition.variable)
  (#set! keep first))
((chunk (assignment_statement (variable_list name: (identifier) @name @definition.variable)))
  (#set! keep first))
(variable_declaration (assignment_statement) @wrapped) @wrapper
(variable_declaration (variable_list name: (identifier) @wrapped)) @wrapper

; Fields of tables
((chunk (assignment_statement
    (variable_list . name: (dot_index_expression table: (_) @owner field: (_) @name) .)) @definition.field)
  (#set! keep first))
((assignment_statement
    (variable_list . name: (dot_index_expression table: (identifier) @self field: (_) @name) .)) @definition.field
  (#eq? @self "self")
  (#set! keep first))
((assignment_statement
    (variable_list name: (dot_index_expression table: (identifier) @self field: (_) @name) @definition.field))
  (#eq? @self "self")
  (#set! keep first))

; What the file returns
(chunk (return_statement (expression_list (identifier) @exported.name)))

; Imports
(function_call
  name: (identifier) @function
  arguments: (arguments . (string content: (_) @import.source) .)
  (#any-of? @function "require" "dofile" "loadfile")) @import
(function_call
  name: (identifier) @call
  arguments: (arguments . (identifier) @function . (string content: (_) @import.source) .)
  (#eq? @call "pcall")
  (#eq? @function "require")) @import
