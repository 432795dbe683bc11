; inherits: markup

; Headings, else elements with an id
(element
  (start_tag (tag_name) @tag)
  [(text) @name (element (text) @name)]
  (#match? @tag "^[hH][1-6]$")
  (#set! names one)) @definition.section
(element
  [
    (start_tag
      (attribute
        (attribute_name) @attribute
        [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)]))
    (self_closing_tag
      (attribute
        (attribute_name) @attribute
        [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)]))
  ]
  .
  (_)? @body
  (#eq? @attribute "id")
  (#set! names one)) @definition.element

; Imports
(script_element
  (start_tag
    (attribute (attribute_name) @attribute (quoted_attribute_value (attribute_value) @import.source)))
  (#eq? @attribute "src")) @import
((element
  (start_tag
    (tag_name) @tag
    (attribute (attribute_name) @attribute (quoted_attribute_value (attribute_value) @import.source)))) @import
  (#eq? @tag "link")
  (#eq? @attribute "href"))
