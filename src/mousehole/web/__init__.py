"""Play in the browser: one generic table for every game."""
