"""Makes puzzles: finds positions with one clearly best choice, and grades them by how simple players do there."""
