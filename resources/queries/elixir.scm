(comment) @comment
(quoted_content) @string

; Attributes before a definition belong to it.
((unary_operator operand: (call target: (identifier) @attribute)) @leading
  (#any-of? @attribute "doc" "typedoc" "spec" "impl" "deprecated" "since" "dialyzer" "tag" "describetag"))

; Modules
(call
  target: (identifier) @keyword
  (arguments . (alias) @name)
  (do_block) @body
  (#eq? @keyword "defmodule")) @definition.module
(call
  target: (identifier) @keyword
  (arguments . (alias) @name)
  (do_block) @body
  (#eq? @keyword "defprotocol")) @definition.interface
(call
  target: (identifier) @keyword
  (arguments . (alias) @name (keywords (pair value: (_) @for)))
  (do_block) @body
  (#eq? @keyword "defimpl")
  (#set! name "{name} for {for}")) @definition.implementation
(call
  target: (identifier) @keyword
  (arguments . (alias) @name)
  (do_block) @body
  (#eq? @keyword "defimpl")) @definition.implementation

; Functions and macros
(call
  target: (identifier) @keyword
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: (identifier) @name operator: "when")
    (binary_operator left: (call target: (identifier) @name) operator: "when")
  ] (keywords)? @body)
  (do_block)? @body
  (#any-of? @keyword "def" "defdelegate")) @definition.function
(call
  target: (identifier) @keyword @private
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: (identifier) @name operator: "when")
    (binary_operator left: (call target: (identifier) @name) operator: "when")
  ] (keywords)? @body)
  (do_block)? @body
  (#any-of? @keyword "defp" "defnp")) @definition.function
(call
  target: (identifier) @keyword
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: (identifier) @name operator: "when")
    (binary_operator left: (call target: (identifier) @name) operator: "when")
  ] (keywords)? @body)
  (do_block)? @body
  (#any-of? @keyword "defmacro" "defguard" "defn")) @definition.macro
(call
  target: (identifier) @keyword @private
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: (identifier) @name operator: "when")
    (binary_operator left: (call target: (identifier) @name) operator: "when")
  ] (keywords)? @body)
  (do_block)? @body
  (#any-of? @keyword "defmacrop" "defguardp")) @definition.macro
(call
  target: (identifier) @keyword
  (arguments . [
    (binary_operator operator: _ @name)
    (binary_operator left: (binary_operator operator: _ @name) operator: "when")
    (unary_operator operator: _ @name)
  ] (keywords)? @body)
  (do_block)? @body
  (#any-of? @keyword "def" "defp" "defmacro" "defmacrop" "defdelegate")
  (#not-eq? @name "when")) @definition.operator
((call target: (identifier) @keyword (do_block) @local)
  (#any-of? @keyword "def" "defp" "defmacro" "defmacrop"))
(anonymous_function) @local

; Structures
(call
  target: (identifier) @name
  (arguments [
    (list [(atom) (keywords)])
    (keywords)
  ])
  (#any-of? @name "defstruct" "defexception")) @definition.struct
(call
  target: (identifier) @keyword
  (arguments (list (atom) @name @definition.field))
  (#any-of? @keyword "defstruct" "defexception")
  (#set! trim ":"))
(call
  target: (identifier) @keyword
  (arguments [
    (list (keywords (pair key: (keyword) @name) @definition.field))
    (keywords (pair key: (keyword) @name) @definition.field)
  ])
  (#any-of? @keyword "defstruct" "defexception")
  (#set! trim ": "))

(call
  target: (identifier) @keyword
  (arguments . (atom) @name)
  (#any-of? @keyword "field" "belongs_to" "has_one" "has_many" "many_to_many" "embeds_one" "embeds_many")
  (#set! trim ":")) @definition.field

; Types, callbacks and constants
((unary_operator operand: (call
    target: (identifier) @attribute
    (arguments (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::")))) @definition.type
  (#any-of? @attribute "type" "opaque"))
((unary_operator operand: (call
    target: (identifier) @attribute @private
    (arguments (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::")))) @definition.type
  (#eq? @attribute "typep"))
((unary_operator operand: (call
    target: (identifier) @attribute
    (arguments [
      (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::")
      (binary_operator left: (binary_operator left: (call target: (identifier) @name) operator: "::") operator: "when")
    ]))) @definition.method
  (#any-of? @attribute "callback" "macrocallback"))
((unary_operator operator: "@" operand: (call target: (identifier) @name @private (arguments))) @definition.constant
  (#not-any-of? @name
    "moduledoc" "doc" "typedoc" "spec" "impl" "deprecated" "since" "dialyzer" "tag" "describetag" "moduletag" "behaviour"
    "derive" "enforce_keys" "type" "typep" "opaque" "callback" "macrocallback" "optional_callbacks" "compile" "external_resource"
    "before_compile" "after_compile" "on_load" "on_definition" "vsn" "file" "fallback_to_any")
  (#set! name "@{name}")
  (#set! keep first))

; Tests: blocks with a title
(call
  target: (identifier) @name @private
  (arguments . (string) @title)
  (do_block) @body
  (#any-of? @name "describe" "test" "property" "feature" "scenario")
  (#set! name "{name}({title})")) @definition.test

; Variables of a script
((source (binary_operator left: (identifier) @name operator: "=" right: (anonymous_function) @body) @definition.function)
  (#set! keep first))
((source (binary_operator left: (identifier) @name operator: "=") @definition.variable)
  (#set! keep first))

; Imports
(call
  target: (identifier) @keyword
  (arguments . (alias) @import.source)
  (#any-of? @keyword "alias" "import" "require" "use")) @import
(call
  target: (identifier) @keyword
  (arguments . (dot left: (alias) @import.source right: (tuple (alias) @import.name)))
  (#any-of? @keyword "alias" "import" "require" "use")) @import
