[(line_comment) (block_comment) (comment)] @comment

; Sections; each reaches to the next of its level
(part text: (curly_group) @name . (_)? @body (#set! strip "^\\{|\\}$")) @definition.section
(chapter text: (curly_group) @name . (_)? @body (#set! strip "^\\{|\\}$")) @definition.section
(section text: (curly_group) @name . (_)? @body (#set! strip "^\\{|\\}$")) @definition.section
(subsection text: (curly_group) @name . (_)? @body (#set! strip "^\\{|\\}$")) @definition.section
(subsubsection text: (curly_group) @name . (_)? @body (#set! strip "^\\{|\\}$")) @definition.section
(paragraph text: (curly_group) @name . (_)? @body (#set! strip "^\\{|\\}$")) @definition.section
(subparagraph text: (curly_group) @name . (_)? @body (#set! strip "^\\{|\\}$")) @definition.section

(label_definition name: (curly_group_text (_) @name)) @definition.label

; What one defines
((new_command_definition declaration: (curly_group_command_name (command_name) @name)) @whole @definition.macro
  (#not-match? @whole "^.\\w+Document"))
; The grammar knows the command only with braces around it.
((ERROR) @leading
  .
  (generic_command command: (command_name) @name) @definition.macro
  (#match? @leading "^.(((re)?new|provide)command|NewDocumentCommand|DeclareRobustCommand)\\*?$"))
(let_command_definition declaration: (_) @name) @definition.macro
((generic_command
  command: (command_name) @command
  arg: (curly_group (generic_command command: (command_name) @name)))
  @definition.macro
  (#match? @command "^.(provide|renew|new)command"))
(environment_definition name: (curly_group_text (_) @name)) @definition.type
(theorem_definition name: (_ (_) @name)) @definition.type

; Imports
(class_include path: (curly_group_path (path) @import.source)) @import
(package_include paths: (curly_group_path_list (path) @import.source)) @import
(latex_include path: (curly_group_path (path) @import.source)) @import
