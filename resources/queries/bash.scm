(comment) @comment
[(string_content) (raw_string) (ansi_c_string) (heredoc_content)] @string
(heredoc_redirect (heredoc_start) @start (heredoc_body) @string (#match? @start "^['\"\\\\]"))

(function_definition name: (_) @name body: (_) @local) @definition.function
(command
  name: (command_name (word) @command)
  argument: (concatenation . (word) @name) @definition.function
  (#eq? @command "alias")
  (#set! trim "="))
(command
  name: (command_name (word) @command)
  argument: (concatenation) @wrapped
  (#eq? @command "alias")) @wrapper

; Tests of Bats: a command and a block, as the language's file rewrites them
((command
    name: (command_name (word) @name @private)
    .
    argument: [(string) (raw_string) (word) (concatenation)] @title
    .) @definition.test
  .
  (compound_statement) @body @end @local
  (#eq? @name "@test")
  (#set! name "{name}({title})"))

; Variables; those before a command (`A=1 make`) are its own.
((declaration_command "readonly" [
    (variable_name) @name @definition.constant
    (variable_assignment name: (variable_name) @name) @definition.constant
  ])
  (#set! keep first))
((declaration_command
    . (word) @flag [
      (variable_name) @name @definition.constant
      (variable_assignment name: (variable_name) @name) @definition.constant
    ])
  (#match? @flag "^-[a-zA-Z]*r")
  (#set! keep first))
((declaration_command (variable_assignment name: (variable_name) @name) @definition.variable)
  (#set! keep first))
((declaration_command ["declare" "typeset"] (variable_name) @name @definition.variable)
  (#set! keep first))
([
    (program (variable_assignment name: (variable_name) @name) @definition.variable)
    (variable_assignments (variable_assignment name: (variable_name) @name) @definition.variable)
    (if_statement (variable_assignment name: (variable_name) @name) @definition.variable)
    (elif_clause (variable_assignment name: (variable_name) @name) @definition.variable)
    (else_clause (variable_assignment name: (variable_name) @name) @definition.variable)
    (do_group (variable_assignment name: (variable_name) @name) @definition.variable)
    (case_item (variable_assignment name: (variable_name) @name) @definition.variable)
    (compound_statement (variable_assignment name: (variable_name) @name) @definition.variable)
    (list (variable_assignment name: (variable_name) @name) @definition.variable)
  ]
  (#set! keep first))
(declaration_command [(variable_assignment) (variable_name)] @wrapped) @wrapper

; Imports
(command
  name: (command_name (word) @command)
  .
  argument: (_) @import.source
  (#any-of? @command "source" "." "load" "bats_load_library")) @import
