(comment) @comment

; Rules; of several targets each is its own declaration, and special targets (`.PHONY`) are none.
; The grammar counts what a condition behind a recipe holds to that recipe.
((rule
    (targets . (_) @name .)
    (recipe
      (recipe_line) @end
      .
      (conditional consequence: [(variable_assignment) (rule) (include_directive) (define_directive)])) @body) @definition.rule
  (#not-match? @name "^\\.[A-Z_]+$"))
((rule (targets . (_) @name .) [(recipe) (comment)] @body) @definition.rule (#not-match? @name "^\\.[A-Z_]+$"))
((rule (targets . (_) @name .)) @definition.rule (#not-match? @name "^\\.[A-Z_]+$"))
((rule (targets [(word) (variable_reference) (concatenation)] @name @definition.rule)) (#not-match? @name "^\\.[A-Z_]+$"))

; Variables
(define_directive name: (_) @name value: (_)? @body) @definition.macro
((variable_assignment !target_or_pattern name: (_) @name) @definition.variable (#set! keep first))
((shell_assignment name: (_) @name) @definition.variable (#set! keep first))
[
  (export_directive (variable_assignment) @wrapped)
  (override_directive (variable_assignment) @wrapped)
] @wrapper

; Imports
(include_directive filenames: (list (_) @import.source)) @import
