(comment) @comment
(template_literal) @string

; Blocks, by the addresses that expressions use
((config_file (body (block
    . (identifier) @keyword . (string_lit (template_literal) @name) . (block_start) @body) @definition.variable))
  (#eq? @keyword "variable"))
((config_file (body (block
    . (identifier) @keyword . (string_lit (template_literal) @name) . (block_start) @body) @definition.property))
  (#eq? @keyword "output"))
((config_file (body (block
    . (identifier) @keyword . (string_lit (template_literal) @name) . (block_start) @body) @definition.module))
  (#eq? @keyword "module"))
((config_file (body (block
    .
    (identifier) @keyword
    .
    (string_lit (template_literal) @type)
    .
    (string_lit (template_literal) @name)
    .
    (block_start) @body) @definition.object))
  (#eq? @keyword "resource")
  (#set! name "{type}.{name}"))
((config_file (body (block
    .
    (identifier) @keyword
    .
    (string_lit (template_literal) @type)
    .
    (string_lit (template_literal) @name)
    .
    (block_start) @body) @definition.object))
  (#set! name "{keyword}.{type}.{name}"))
((config_file (body (block
    . (identifier) @keyword . (string_lit (template_literal) @name) . (block_start) @body) @definition.object))
  (#set! name "{keyword}.{name}"))
((config_file (body (block . (identifier) @name . (block_start) @body) @definition.section))
  (#not-eq? @name "locals"))

; Values
((config_file (body (block . (identifier) @keyword (body (attribute . (identifier) @name) @definition.constant))))
  (#eq? @keyword "locals"))
(config_file (body (attribute . (identifier) @name) @definition.key))

; Imports
((block
    .
    (identifier) @keyword
    (body (attribute
      .
      (identifier) @key
      (expression (literal_value (string_lit (template_literal) @import.source)))))) @import
  (#eq? @keyword "module")
  (#eq? @key "source"))
