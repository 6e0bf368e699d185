"""What `scripts/deploy` does around SAM. `stack.release` has the order."""
