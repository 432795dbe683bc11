(comment) @comment
[(block_scalar) (single_quote_scalar) (double_quote_scalar)] @string

; Keys, but those of the items of lists
[(block_sequence) (flow_sequence)] @local
(block_mapping_pair
  key: (flow_node (plain_scalar) @name)
  value: (block_node)? @body
  (#not-eq? @name "<<")) @definition.key
(block_mapping_pair
  key: (flow_node [(single_quote_scalar) (double_quote_scalar)] @name)
  value: (block_node)? @body
  (#set! strip "^[\"']|[\"']$")) @definition.key
(flow_pair key: (flow_node (plain_scalar) @name)) @definition.key
(flow_pair
  key: (flow_node [(single_quote_scalar) (double_quote_scalar)] @name)
  (#set! strip "^[\"']|[\"']$")) @definition.key

(anchor (anchor_name) @name) @definition.label
