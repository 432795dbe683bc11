[(comments) (pod_statement)] @comment
[(string_single_quoted) (string_q_quoted) (data_not_for_compiler) (list_item)] @string
([(string_double_quoted) (string_qq_quoted)] @string (#not-match? @string "[$@]"))

; Packages; what follows `package A;` belongs to it.
(package_statement (package_name) @name body: (_) @body) @definition.package
(package_statement (package_name) @name) @definition.package
(source_file (package_statement (package_name) @section.owner))

; Functions
[(function_definition body: (_) @local) (anonymous_function body: (_) @local) (special_block body: (_) @local)]
((function_definition name: (_) @name @private) @definition.function (#match? @name "^_"))
(function_definition name: (_) @name (#set! split "::")) @definition.function
(binary_expression
  variable: (variable_declaration variable_name: (scalar_variable) @name)
  variable: (anonymous_function body: (_) @body)) @definition.function
(binary_expression
  variable: (typeglob (identifier) @name)
  variable: (anonymous_function body: (_) @body)) @definition.function

((variable_declaration (scope) @private) (#match? @private "^(my|state)$"))

; Constants and variables of the file
(use_constant_statement constant: (_) @name) @definition.constant
(use_constant_statement
  value: (hash_ref (call_expression_with_args_with_brackets
    (call_expression_with_bareword function_name: (_) @name)) @definition.constant))
([
    (source_file (binary_expression
      .
      variable: (variable_declaration variable_name: (_) @name)) @definition.variable)
    (source_file (binary_expression
      .
      variable: (variable_declaration (array (_) @name @definition.variable))))
    (source_file (variable_declaration variable_name: (_) @name) @definition.variable)
    (package_statement body: (block (binary_expression
      .
      variable: (variable_declaration variable_name: (_) @name)) @definition.variable))
  ]
  (#match? @name "^[$@%]")
  (#set! keep first))

; Attributes of Moose and Moo
(call_expression_with_spaced_args
  (call_expression_with_bareword function_name: (identifier) @has)
  args: (arguments . (call_expression_with_args_with_brackets (call_expression_with_bareword function_name: (_) @name)))
  (#eq? @has "has")) @definition.field
(call_expression_with_spaced_args
  (call_expression_with_bareword function_name: (identifier) @has)
  args: (arguments . (string_single_quoted) @name)
  (#eq? @has "has")
  (#set! trim "'+")) @definition.field

; Tests: blocks with a title
(call_expression_with_spaced_args
  (call_expression_with_bareword function_name: (identifier) @name @private)
  args: (arguments . [(string_single_quoted) (string_double_quoted)] @title (anonymous_function) @body)
  (#any-of? @name "subtest" "describe" "context" "it" "test")
  (#set! name "{name}({title})")) @definition.test

; Imports
(use_no_statement package_name: (package_name) @import.source) @import
(use_no_statement
  package_name: (package_name) @import.source
  (word_list_qw (list_item) @import.name)) @import
(use_parent_statement (string_single_quoted) @import.source) @import
(require_statement package_name: (package_name) @import.source) @import
