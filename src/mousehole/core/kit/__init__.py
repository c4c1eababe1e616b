"""Table furniture shared by games."""
