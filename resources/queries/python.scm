(comment) @comment
(string_content) @string

; Functions
(decorated_definition (decorator) @leading)
(decorated_definition definition: (_) @wrapped) @wrapper
(function_definition body: (_) @local)
(decorated_definition
  (decorator [
    (identifier) @decorator
    (attribute attribute: (identifier) @decorator)
    (call function: (identifier) @decorator)
  ])
  definition: (function_definition name: (_) @name) @definition.property
  (#any-of? @decorator "property" "cached_property" "abstractproperty" "hybrid_property" "setter" "getter" "deleter"))
(class_definition body: (block [
    (function_definition name: (_) @name) @definition.constructor
    (decorated_definition definition: (function_definition name: (_) @name) @definition.constructor)
  ])
  (#eq? @name "__init__"))
(function_definition name: (_) @name) @definition.function
(assignment left: (identifier) @name right: (lambda body: (_) @body)) @definition.function
(expression_statement (assignment) @wrapped) @wrapper

; Classes
(class_definition
  name: (_) @name
  superclasses: (argument_list [(identifier) @base (attribute attribute: (identifier) @base)])
  (#any-of? @base "Enum" "IntEnum" "StrEnum" "Flag" "IntFlag" "ReprEnum" "TextChoices" "IntegerChoices")) @definition.enum
(class_definition name: (_) @name) @definition.class
(assignment
  left: (identifier) @name
  right: (call function: [(identifier) @maker (attribute attribute: (identifier) @maker)])
  (#any-of? @maker "namedtuple" "NamedTuple" "TypedDict" "make_dataclass")) @definition.class
(assignment
  left: (identifier) @name
  right: (call function: [(identifier) @maker (attribute attribute: (identifier) @maker)])
  (#any-of? @maker "NewType" "TypeVar" "TypeVarTuple" "ParamSpec" "TypeAliasType")) @definition.type
(assignment
  left: (identifier) @name
  type: (type [(identifier) @annotation (attribute attribute: (identifier) @annotation)])
  (#eq? @annotation "TypeAlias")) @definition.type
(type_alias_statement . (type [(identifier) @name (generic_type . (identifier) @name)])) @definition.type

; Fields. Of several names in one statement each is its own declaration; in `a = b = 1` neither holds the other.
(class_definition
  superclasses: (argument_list [(identifier) @base (attribute attribute: (identifier) @base)])
  body: (block (expression_statement (assignment !type left: (identifier) @name) @definition.enum_member))
  (#any-of? @base "Enum" "IntEnum" "StrEnum" "Flag" "IntFlag" "ReprEnum" "TextChoices" "IntegerChoices")
  (#not-match? @name "^_"))
(class_definition body: (block (expression_statement
    (assignment left: (identifier) @name @definition.field right: (assignment))))
  (#set! keep first))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name) @definition.field))
  (#set! keep first))
((assignment
    left: (attribute object: (identifier) @self attribute: (_) @name) @definition.field
    right: (assignment))
  (#any-of? @self "self" "cls")
  (#set! keep first))
([
    (assignment right: (assignment left: (attribute object: (identifier) @self attribute: (_) @name) @definition.field))
    (assignment left: (pattern_list (attribute object: (identifier) @self attribute: (_) @name) @definition.field))
    (assignment left: (tuple_pattern (attribute object: (identifier) @self attribute: (_) @name) @definition.field))
    (assignment left: (attribute object: (identifier) @self attribute: (_) @name)) @definition.field
    (as_pattern_target (attribute object: (identifier) @self attribute: (_) @name) @definition.field)
  ]
  (#any-of? @self "self" "cls")
  (#set! keep first))

; Variables
((assignment left: (identifier) @name @definition.constant right: (assignment))
  (#match? @name "^_*[A-Z][A-Z0-9_]+$")
  (#set! keep first))
([
    (assignment right: (assignment left: (identifier) @name @definition.constant))
    (assignment left: (pattern_list (identifier) @name @definition.constant))
    (assignment left: (tuple_pattern (identifier) @name @definition.constant))
    (assignment left: (identifier) @name) @definition.constant
  ]
  (#match? @name "^_*[A-Z][A-Z0-9_]+$")
  (#set! keep first))
((assignment left: (identifier) @name @definition.variable right: (assignment))
  (#set! keep first))
([
    (assignment right: (assignment left: (identifier) @name @definition.variable))
    (assignment left: (pattern_list (identifier) @name @definition.variable))
    (assignment left: (tuple_pattern (identifier) @name @definition.variable))
    (pattern_list (list_splat_pattern (identifier) @name @definition.variable))
    (assignment left: (pattern_list (tuple_pattern (identifier) @name @definition.variable)))
    (assignment left: (identifier) @name) @definition.variable
  ]
  (#set! keep first))

; Imports
(import_statement name: (dotted_name) @import.source) @import
(import_statement name: (aliased_import name: (_) @import.source)) @import
(import_from_statement module_name: (_) @import.source) @import
(import_from_statement
  module_name: (_) @import.source
  name: [(dotted_name) @import.name (aliased_import name: (_) @import.name)]) @import
(future_import_statement "__future__" @import.source) @import
(future_import_statement
  "__future__" @import.source
  name: [(dotted_name) @import.name (aliased_import name: (_) @import.name)]) @import

; A head without a body, which the grammar takes for whole.
((block) @error (#match? @error "^\\s*$"))
