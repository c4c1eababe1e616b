"""One folder is one game; games never import each other."""
