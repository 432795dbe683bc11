(comment) @comment
[(verbatim_string_characters) (verbatim_here_string_characters)] @string
([(expandable_string_literal) (expandable_here_string_literal)] @string (#not-match? @string "\\$"))

; Functions
(function_statement (function_name) @name "{" @body) @definition.function
(function_statement (script_block) @local)
(class_method_definition (script_block) @local)
(script_block_expression (script_block) @local)

; Classes
(class_statement . (simple_name) @name "{" @body) @definition.class
(class_statement
  .
  (simple_name) @class
  (class_method_definition (simple_name) @name "{" @body) @definition.constructor
  (#eq? @class @name))
(class_method_definition (simple_name) @name "{" @body) @definition.method
((class_property_definition (variable) @name) @definition.field (#set! trim "$"))
([
    (class_property_definition (class_attribute) @private)
    (class_method_definition (class_attribute) @private)
  ]
  (#match? @private "^[Hh]idden$"))
(enum_statement . (simple_name) @name "{" @body) @definition.enum
(enum_member . (simple_name) @name) @definition.enum_member

; Tests of Pester: blocks with a title
(command
  command_name: (command_name) @name @private
  command_elements: (command_elements . (command_argument_sep) . (array_literal_expression . (unary_expression) @title)
    .
    (command_argument_sep)
    .
    (array_literal_expression . (unary_expression (script_block_expression) @body)))
  (#match? @name "^([Dd]escribe|[Cc]ontext|[Ii]t)$")
  (#set! name "{name}({title})")) @definition.test
(command
  command_name: (command_name) @name @private
  command_elements: (command_elements . (command_argument_sep) . (array_literal_expression . (unary_expression) @title))
  (#match? @name "^([Dd]escribe|[Cc]ontext|[Ii]t)$")
  (#set! name "{name}({title})")) @definition.test

; Variables of the file
((program (statement_list (pipeline (assignment_expression (left_assignment_expression (logical_expression
    (bitwise_expression (comparison_expression (additive_expression (multiplicative_expression (format_expression
      (range_expression (array_literal_expression . (unary_expression (variable) @name) .))))))))))
    @definition.variable)))
  (#set! trim "$")
  (#set! keep first))
((program (statement_list (pipeline (assignment_expression (left_assignment_expression (logical_expression
    (bitwise_expression (comparison_expression (additive_expression (multiplicative_expression (format_expression
      (range_expression (array_literal_expression . (unary_expression (expression_with_unary_operator
        (cast_expression (unary_expression (variable) @name)))) .))))))))))
    @definition.variable)))
  (#set! trim "$")
  (#set! keep first))
((program (statement_list (pipeline (assignment_expression (left_assignment_expression (logical_expression
    (bitwise_expression (comparison_expression (additive_expression (multiplicative_expression (format_expression
      (range_expression (array_literal_expression (unary_expression (variable) @name @definition.variable))))))))))
    )))
  )
  (#set! trim "$")
  (#set! keep first))

; Imports
(command
  command_name: (command_name) @using
  command_elements: (command_elements . (command_argument_sep) . (generic_token) . (command_argument_sep) . (_) @import.source)
  (#match? @using "^[Uu]sing$")) @import
(command
  command_name: (command_name) @using
  command_elements: (command_elements . (command_argument_sep) . (generic_token) @import.source)
  (#match? @using "^[Ii]mport-[Mm]odule$")) @import
(command
  (command_invokation_operator) @dot
  command_name: (_) @import.source
  (#eq? @dot ".")) @import
