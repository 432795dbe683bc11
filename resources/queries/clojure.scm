(comment) @comment
[(str_lit) (regex_lit)] @string

; Namespaces
((list_lit . value: (sym_lit name: (_) @keyword) . value: (sym_lit name: (_) @name)) @definition.namespace
  (#eq? @keyword "ns"))

; Functions
((list_lit
    . value: (sym_lit name: (_) @keyword)
    . value: (sym_lit name: (_) @name)
    value: (vec_lit)
    . value: (_) @body) @definition.function
  (#any-of? @keyword "defn" "defn-"))
((list_lit
    . value: (sym_lit name: (_) @keyword)
    . value: (sym_lit name: (_) @name)
    value: (list_lit) @body) @definition.function
  (#any-of? @keyword "defn" "defn-"))
((list_lit . value: (sym_lit name: (_) @keyword) . value: (sym_lit name: (_) @name)) @definition.function
  (#any-of? @keyword "defn" "defn-" "defmulti"))
((list_lit . value: (sym_lit name: (_) @private)) (#eq? @private "defn-"))
((list_lit
    . value: (sym_lit name: (_) @keyword)
    . value: (sym_lit name: (_) @name)
    . value: (_) @dispatch) @definition.method
  (#eq? @keyword "defmethod")
  (#set! name "{name} {dispatch}"))
((list_lit
    . value: (sym_lit name: (_) @keyword)
    . value: (sym_lit name: (_) @name)
    value: (vec_lit)
    . value: (_) @body) @definition.macro
  (#eq? @keyword "defmacro"))
((list_lit . value: (sym_lit name: (_) @keyword) . value: (sym_lit name: (_) @name)) @definition.macro
  (#eq? @keyword "defmacro"))

; Types and their members
((list_lit . value: (sym_lit name: (_) @keyword) . value: (sym_lit name: (_) @name)) @definition.interface
  (#any-of? @keyword "defprotocol" "definterface"))
((list_lit
    . value: (sym_lit name: (_) @keyword)
    . value: (sym_lit name: (_) @name)
    . value: (vec_lit)
    . value: (_) @body) @definition.class
  (#any-of? @keyword "defrecord" "deftype"))
((list_lit . value: (sym_lit name: (_) @keyword) . value: (sym_lit name: (_) @name)) @definition.class
  (#any-of? @keyword "defrecord" "deftype" "defstruct"))
((list_lit
    . value: (sym_lit name: (_) @keyword)
    . value: (sym_lit)
    . value: (vec_lit value: (sym_lit name: (_) @name) @definition.field))
  (#any-of? @keyword "defrecord" "deftype"))
((list_lit
    . value: (sym_lit name: (_) @keyword)
    value: (list_lit . value: (sym_lit name: (_) @name)) @definition.method)
  (#any-of? @keyword "defprotocol" "definterface" "defrecord" "deftype" "extend-type" "extend-protocol"))

; Tests
((list_lit . value: (sym_lit name: (_) @keyword @private) . value: (sym_lit name: (_) @name)) @definition.test
  (#any-of? @keyword "deftest" "deftest-" "defspec"))
((list_lit . value: (sym_lit name: (_) @name @private) . value: (str_lit) @title . value: (_) @body) @definition.test
  (#eq? @name "testing")
  (#set! name "{name}({title})"))

; Variables, and what macros named in the same way define
((list_lit . value: (sym_lit !namespace name: (_) @keyword) . value: (sym_lit name: (_) @name)) @definition.variable
  (#match? @keyword "^def")
  (#not-any-of? @keyword "default" "deftest-"))
((sym_lit meta: (meta_lit value: (kwd_lit name: (_) @private))) (#eq? @private "private"))

; Imports
((list_lit
    . value: (sym_lit name: (_) @ns)
    value: (list_lit
      . value: (kwd_lit name: (_) @keyword)
      value: [(vec_lit . value: (sym_lit) @import.source) @import (sym_lit) @import.source @import]))
  (#eq? @ns "ns")
  (#any-of? @keyword "require" "use" "require-macros"))
((list_lit
    . value: (sym_lit name: (_) @ns)
    value: (list_lit
      . value: (kwd_lit name: (_) @keyword)
      value: (vec_lit
        . value: (sym_lit) @import.source
        value: (kwd_lit name: (_) @refer)
        . value: (vec_lit value: (sym_lit) @import.name)) @import))
  (#eq? @ns "ns")
  (#eq? @keyword "require")
  (#any-of? @refer "refer" "only"))
((list_lit
    . value: (sym_lit name: (_) @ns)
    value: (list_lit
      . value: (kwd_lit name: (_) @keyword)
      value: [
        (list_lit . value: (sym_lit) @import.source value: (sym_lit) @import.name) @import
        (vec_lit . value: (sym_lit) @import.source value: (sym_lit) @import.name) @import
        (sym_lit) @import.source @import
      ]))
  (#eq? @ns "ns")
  (#eq? @keyword "import"))
((list_lit
    . value: (sym_lit name: (_) @require)
    value: (quoting_lit value: [(vec_lit . value: (sym_lit) @import.source) (sym_lit) @import.source]) @import)
  (#any-of? @require "require" "use"))
