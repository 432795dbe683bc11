(comment) @comment
[(string) (hex_string_literal) (unicode_string_literal)] @string

; Types
(contract_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(library_declaration name: (_) @name) @definition.module
(struct_declaration name: (_) @name) @definition.struct
(struct_member name: (_) @name) @definition.field
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_value) @name @definition.enum_member
(user_defined_type_definition name: (_) @name) @definition.type
(error_declaration name: (_) @name) @definition.type
(event_definition name: (_) @name) @definition.event

; Functions
(constructor_definition "constructor" @name) @definition.constructor
(function_definition name: (_) @name) @definition.function
(modifier_definition name: (_) @name) @definition.function
(fallback_receive_definition ["receive" "fallback"] @name) @definition.method

; Variables
(state_variable_declaration "constant" name: (_) @name) @definition.constant
(state_variable_declaration name: (_) @name) @definition.field
(constant_variable_declaration name: (_) @name) @definition.constant

((function_definition (visibility) @visibility) @private (#eq? @visibility "private"))
((state_variable_declaration visibility: (_) @visibility) @private (#eq? @visibility "private"))

; Imports
(import_directive source: (_) @import.source) @import
(import_directive import_name: (_) @import.name source: (_) @import.source) @import
