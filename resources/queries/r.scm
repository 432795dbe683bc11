(comment) @comment
(string) @string

; Members of R6 classes that are more than functions
(call
  function: [(identifier) @maker (namespace_operator rhs: (_) @maker)]
  arguments: (arguments
    (argument name: (identifier) @section value: (call arguments: (arguments
      (argument name: (identifier) @name value: (function_definition body: (_) @body)) @definition.property))))
  (#eq? @maker "R6Class")
  (#eq? @section "active"))
((argument name: (identifier) @name value: (function_definition body: (_) @body)) @definition.constructor
  (#eq? @name "initialize"))

; Functions
(function_definition body: (_) @local)
(binary_operator
  lhs: [(identifier) @name (string content: (_) @name)]
  operator: ["<-" "=" "<<-"]
  rhs: (function_definition body: (_) @body)
  (#set! trim "`")) @definition.function
(binary_operator
  lhs: (extract_operator lhs: (_) @owner rhs: (_) @name)
  operator: ["<-" "="]
  rhs: (function_definition body: (_) @body)
  (#set! trim "`")) @definition.function
(binary_operator
  lhs: (function_definition) operator: "->" rhs: (identifier) @name) @definition.function
(call
  function: (identifier) @maker
  arguments: (arguments (argument
    name: [(identifier) @name (string content: (_) @name)]
    value: (function_definition body: (_) @body)) @definition.function)
  (#any-of? @maker "list" "ggproto" "methods" "c")
  (#set! trim "`"))

; Classes
(binary_operator
  lhs: (identifier) @name
  operator: ["<-" "="]
  rhs: (call function: [(identifier) @maker (namespace_operator rhs: (_) @maker)] arguments: (_) @body)
  (#any-of? @maker "R6Class" "setRefClass" "setClass" "ggproto" "new_class")
  (#set! trim "`")) @definition.class
(program (call
  function: (identifier) @maker
  arguments: (arguments . (argument value: (string content: (_) @name)))
  (#any-of? @maker "setClass" "setRefClass" "setClassUnion")) @definition.class)
(call
  function: [(identifier) @maker (namespace_operator rhs: (_) @maker)]
  arguments: (arguments
    (argument name: (identifier) @section @private value: (call arguments: (arguments
      (argument name: (identifier)) @private))))
  (#eq? @maker "R6Class")
  (#eq? @section "private"))
(call
  function: [(identifier) @maker (namespace_operator rhs: (_) @maker)]
  arguments: (arguments
    (argument name: (identifier) @section value: (call arguments: (arguments
      (argument name: (identifier) @name) @definition.field))))
  (#any-of? @maker "R6Class" "setRefClass" "setClass")
  (#any-of? @section "public" "private" "fields" "slots" "representation"))

; Generic functions and their methods
(call
  function: (identifier) @maker
  arguments: (arguments . (argument value: (string content: (_) @name)))
  (#eq? @maker "setGeneric")) @definition.function
(call
  function: (identifier) @maker
  arguments: (arguments . (argument value: (string content: (_) @name)))
  (#any-of? @maker "setMethod" "setReplaceMethod")) @definition.method
(call
  function: (identifier) @maker
  arguments: (arguments . (argument value: (string content: (_) @name)) (argument value: (function_definition body: (_) @body)))
  (#eq? @maker "assign")) @definition.function

; Tests: blocks with a title
(call
  function: (identifier) @name @private
  arguments: (arguments . (argument value: (string) @title) (argument value: (braced_expression) @body))
  (#any-of? @name "test_that" "describe" "it")
  (#set! name "{name}({title})")) @definition.test

; Variables of the file
([
    (program (binary_operator lhs: [(identifier) @name (string content: (_) @name)] operator: ["<-" "=" "<<-"]) @definition.variable)
    (program (binary_operator operator: "->" rhs: (identifier) @name) @definition.variable)
  ]
  (#set! trim "`")
  (#set! keep first))

; Imports
(call
  function: (identifier) @function
  arguments: (arguments . (argument value: [(identifier) (string)] @import.source))
  (#any-of? @function "library" "require" "requireNamespace" "loadNamespace" "source")) @import
