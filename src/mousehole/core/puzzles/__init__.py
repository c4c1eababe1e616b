"""Puzzles: positions with one clearly best choice, as data; and how somebody gets on with them."""
