(Comment) @comment

; Elements that say their name, and the outermost
(element
  [
    (STag (Attribute (Name) @attribute (AttValue) @name))
    (EmptyElemTag (Attribute (Name) @attribute (AttValue) @name))
  ]
  .
  (content)? @body
  (#match? @attribute "^([^:]+:)?([iI][dD]|[nN]ame|[kK]ey)$")
  (#not-match? @attribute "^xmlns:")
  (#set! strip "^[\"']|[\"']$")
  (#set! names one)) @definition.element
(document
  root: (element [(STag (Name) @name) (EmptyElemTag (Name) @name)] . (content)? @body (#set! names one))
  @definition.element)
