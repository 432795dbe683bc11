; What HTML and the languages around it have in common.

(comment) @comment

; Other languages within: `lang` names one, `type` says whether it is a program.
(script_element
  (start_tag) @tag
  (raw_text) @embedded
  (#not-match? @tag "\\slang\\s*=")
  (#not-match? @tag "\\stype\\s*=\\s*[\"']?(?!module|text/javascript|application/javascript|text/babel|text/jsx)\\w")
  (#match? @embedded "\\S")
  (#set! language "javascript"))
(script_element
  (start_tag
    (attribute
      (attribute_name) @attribute
      [(attribute_value) @language (quoted_attribute_value (attribute_value) @language)]))
  (raw_text) @embedded
  (#eq? @attribute "lang"))
(style_element
  (start_tag) @tag
  (raw_text) @embedded
  (#not-match? @tag "\\slang\\s*=")
  (#match? @embedded "\\S")
  (#set! language "css"))
(style_element
  (start_tag
    (attribute
      (attribute_name) @attribute
      [(attribute_value) @language (quoted_attribute_value (attribute_value) @language)]))
  (raw_text) @embedded
  (#eq? @attribute "lang"))
