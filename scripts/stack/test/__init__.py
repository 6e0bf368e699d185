"""`scripts/test`: every check and test, against a stack of its own."""
