((html_block) @comment (#match? @comment "^<!--"))
[(list_item) (block_quote)] @scope

; Headings; a row of # behind one is no part of it.
(atx_heading (atx_h1_marker) heading_content: (_) @name (#set! level 1) (#set! strip "\\s#+\\s*$")) @definition.section
(atx_heading (atx_h2_marker) heading_content: (_) @name (#set! level 2) (#set! strip "\\s#+\\s*$")) @definition.section
(atx_heading (atx_h3_marker) heading_content: (_) @name (#set! level 3) (#set! strip "\\s#+\\s*$")) @definition.section
(atx_heading (atx_h4_marker) heading_content: (_) @name (#set! level 4) (#set! strip "\\s#+\\s*$")) @definition.section
(atx_heading (atx_h5_marker) heading_content: (_) @name (#set! level 5) (#set! strip "\\s#+\\s*$")) @definition.section
(atx_heading (atx_h6_marker) heading_content: (_) @name (#set! level 6) (#set! strip "\\s#+\\s*$")) @definition.section
(setext_heading heading_content: (_) @name (setext_h1_underline) @body (#set! level 1)) @definition.section
(setext_heading heading_content: (_) @name (setext_h2_underline) @body (#set! level 2)) @definition.section
