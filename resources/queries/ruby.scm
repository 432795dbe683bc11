(comment) @comment
(string (string_content) @string)
(heredoc_content) @string
(regex (string_content) @string)
(subshell (string_content) @string)
(bare_string (string_content) @string)
(uninterpreted) @string

; Types. `class A::B` is B in A.
(class name: (_) @name !body "end" @body (#set! split "::")) @definition.class
(class name: (_) @name (#set! split "::")) @definition.class
(module name: (_) @name !body "end" @body (#set! split "::")) @definition.module
(module name: (_) @name (#set! split "::")) @definition.module
(assignment
  left: (constant) @name
  right: (call receiver: (constant) @maker method: (identifier) @method block: (_)? @body)
  (#any-of? @maker "Struct" "Class" "Data" "OpenStruct")
  (#any-of? @method "new" "define")) @definition.class
(assignment
  left: (constant) @name
  right: (call receiver: (constant) @maker method: (identifier) @method block: (_)? @body)
  (#eq? @maker "Module")
  (#eq? @method "new")) @definition.module
(call
  receiver: (constant) @maker
  method: (identifier) @method
  arguments: (argument_list (simple_symbol) @name @definition.property)
  (#any-of? @maker "Struct" "Data")
  (#any-of? @method "new" "define")
  (#set! trim ":"))

; Methods
[(method body: (_) @local) (singleton_method body: (_) @local)]
(method
  name: (identifier) @name
  (#eq? @name "initialize")) @definition.constructor
(program (method name: (_) @name !body "end" @body) @definition.function)
(program (method name: (_) @name) @definition.function)
(method name: (_) @name !body "end" @body) @definition.method
(method name: (_) @name) @definition.method
(singleton_method object: (constant) @owner name: (_) @name !body "end" @body) @definition.method
(singleton_method object: (constant) @owner name: (_) @name) @definition.method
(singleton_method name: (_) @name !body "end" @body) @definition.method
(singleton_method name: (_) @name) @definition.method
(call
  !receiver
  method: (identifier)
  arguments: (argument_list . [(method) (singleton_method)] @wrapped .)) @wrapper
(call
  !receiver
  method: (identifier) @private
  arguments: (argument_list . [(method) (singleton_method)])
  (#match? @private "^private"))
(body_statement (identifier) @section.private (#eq? @section.private "private"))
(body_statement (identifier) @section.public (#any-of? @section.public "public" "protected" "module_function"))
(alias name: [(identifier) (operator) (setter)] @name) @definition.method
(alias name: (simple_symbol) @name (#set! trim ":")) @definition.method
(call
  !receiver
  method: (identifier) @method
  arguments: (argument_list . [(simple_symbol) @name (string . (string_content) @name .)])
  block: (_)? @body
  (#any-of? @method "alias_method" "define_method" "define_singleton_method" "scope" "let" "let!" "subject")
  (#set! trim ":")) @definition.method
(call
  !receiver
  method: (identifier) @method
  arguments: (argument_list [
    (simple_symbol) @name @definition.property
    (string . (string_content) @name .) @definition.property
  ])
  (#any-of? @method
    "attr_accessor" "attr_reader" "attr_writer" "attr" "cattr_accessor" "cattr_reader" "cattr_writer" "mattr_accessor"
    "mattr_reader" "mattr_writer" "class_attribute" "thread_mattr_accessor")
  (#set! trim ":"))
(call !receiver arguments: (argument_list [(simple_symbol) (string)] @wrapped)) @wrapper
(call
  !receiver
  method: (identifier) @method
  arguments: (argument_list . (simple_symbol) @name)
  (#any-of? @method "belongs_to" "has_one" "has_many" "has_and_belongs_to_many")
  (#set! trim ":")) @definition.property

; Tests: blocks with a title
(call
  method: (identifier) @name @private
  arguments: (argument_list . (_) @title)
  block: (_) @body
  (#match? @name "^([fx]?(describe|context|it|specify|example|feature|scenario)|test|should|shared_(examples|examples_for|context))$")
  (#set! name "{name}({title})")) @definition.test

; Tasks
((call method: (identifier) @leading arguments: (argument_list . (string) .)) @leading
  (#eq? @leading "desc"))
(call
  !receiver
  method: (identifier) @method
  arguments: (argument_list . [
    (simple_symbol) @name
    (string . (string_content) @name .)
    (pair key: [(simple_symbol) (hash_key_symbol) (array)] @name)
    (pair key: (string . (string_content) @name .))
  ])
  block: (_)? @body
  (#any-of? @method "task" "multitask" "file" "directory")
  (#set! trim ":")) @definition.rule
(call
  !receiver
  method: (identifier) @method
  arguments: (argument_list . [(simple_symbol) @name (string . (string_content) @name .)])
  block: (_) @body
  (#eq? @method "namespace")
  (#set! trim ":")) @definition.namespace

; Functions, constants and variables
(program (assignment left: (identifier) @name right: (lambda body: (_) @body)) @definition.function)
(program (assignment
  left: (identifier) @name
  right: (call !receiver method: (identifier) @maker block: (_) @body)
  (#any-of? @maker "lambda" "proc")) @definition.function)
(assignment left: (constant) @name right: (lambda body: (_) @body)) @definition.function
([
    (assignment left: (constant) @name)
    (operator_assignment left: (constant) @name)
  ] @definition.constant
  (#set! keep first))
((assignment left: (scope_resolution) @name) @definition.constant (#set! split "::"))
(left_assignment_list (constant) @name @definition.constant)
([
    (program (assignment left: (identifier) @name) @definition.variable)
    (program (assignment left: (left_assignment_list (identifier) @name @definition.variable)))
    (assignment left: (global_variable) @name) @definition.variable
    (operator_assignment left: (global_variable) @name) @definition.variable
  ]
  (#set! keep first))

; Fields; in `@a = @b = 1` neither holds the other.
((assignment left: [(instance_variable) (class_variable)] @name @private @definition.field right: (assignment))
  (#set! keep first))
([
    (assignment right: (assignment left: [(instance_variable) (class_variable)] @name @private @definition.field))
    (left_assignment_list [(instance_variable) (class_variable)] @name @private @definition.field)
    (assignment left: [(instance_variable) (class_variable)] @name @private) @definition.field
    (operator_assignment left: [(instance_variable) (class_variable)] @name @private) @definition.field
  ]
  (#set! keep first))

; Imports
(call
  !receiver
  method: (identifier) @method
  arguments: (argument_list . (string (string_content) @import.source))
  (#any-of? @method "require" "require_relative" "load")) @import
(call
  !receiver
  method: (identifier) @method
  arguments: (argument_list . (simple_symbol) . (string (string_content) @import.source))
  (#eq? @method "autoload")) @import
