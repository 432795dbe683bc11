; inherits: markup
