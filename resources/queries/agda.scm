[(comment) (pragma)] @comment

((module (module_name) @name) @definition.module (#not-eq? @name "_"))

; A type signature and the clauses below it are one.
(data (_ (function (lhs (function_name (atom) @name))) @definition.constructor))
(data (function (lhs (function_name (atom) @name))) @definition.constructor)
(function (lhs (function_name (atom) @name))) @definition.function
((function (lhs) @name) @definition.function (#set! continues last))

; Types
(data (data_name) @name) @definition.type
(data_signature (data_name) @name) @definition.type
(record (record_name) @name) @definition.struct
(record_signature (record_name) @name) @definition.struct
(record_constructor (id) @name) @definition.constructor
(fields (signature (field_name) @name) @definition.field)
(pattern . (id) @name) @definition.function

; Imports
(import (module_name) @import.source) @import
